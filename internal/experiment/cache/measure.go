package cache

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/store"
	"hyphbench/internal/timing"
)

// round has the streams of a round, and what happened to them so far.
type round struct {
	seed    uint64
	epsilon float64
	streams map[string]*stream
	played  map[place]*played
}

func (x *caching) round(seed uint64) *round {
	return &round{seed: seed, epsilon: x.eps.Value.Float(), played: map[place]*played{}, streams: map[string]*stream{
		cdn:    akamai(seed, x.requests.Value),
		web:    synthetic(seed, x.requests.Value, x.once.Values[0]),
		inText: textual(x.text.Words, seed, x.requests.Value),
	}}
}

// play sends the stream of a place through its cache once, which is where all counts are
// from.
func (x *caching) play(t *trial.T, at place) error {
	r, err := trial.Fixture(t, t.Round, func() (*round, error) { return x.round(t.Seed()), nil })
	if err != nil {
		return err
	}
	s := r.streams[at.stream]
	p := r.played[at]
	if p == nil {
		if p, err = r.play(at); err != nil {
			return fmt.Errorf("%s: %w", at.rule, err)
		}
		r.played[at] = p
	}
	p.report(t, s)
	t.Time(Request, len(s.requests), func() error { return r.again(at, p) })
	t.Section(DiskTime, func() (timing.Section, int, error) {
		d, err := trial.Fixture(t, nil, newDisk)
		if err != nil {
			return timing.Section{}, 0, err
		}
		timed, err := d.timed(p.lastWrites)
		return timed, min(diskRequests, len(s.requests)), err
	})
	return nil
}

func (p *played) report(t *trial.T, s *stream) {
	requests, bytes := float64(len(s.requests)), float64(s.requested)
	t.Report(Writes, float64(p.writes)/max(1, requests))
	t.Report(BytesWritten, float64(p.writeBytes)/max(1, bytes))
	t.Report(Hits, float64(p.hits)/max(1, requests))
	t.Report(ByteHits, float64(p.hitBytes)/max(1, bytes))
	t.Report(OnceWritten, float64(p.onceWritten)/max(1, float64(s.once)))
	t.Report(Late, float64(p.late)/max(1, requests))
	t.Report(Once, float64(s.once)/float64(len(s.keys)))
	t.Report(Few, float64(s.few)/float64(len(s.keys)))
	t.Report(Memory, float64(p.bits))
}

// room is the size of the cache at a place, in bytes.
func (at place) room(s *stream) uint64 { return uint64(math.Ceil(at.capacity * float64(s.total))) }

// rule makes the rule of a place, empty.
func (r *round) rule(at place, checked bool) (admission, error) {
	objects := len(r.streams[at.stream].keys)
	remembered := max(1, int(math.Round(at.window*float64(objects))))
	return newAdmission(at.rule, remembered, objects, filter.Config{Epsilon: r.epsilon, Seed: r.seed}, checked)
}

// play sends the stream through the cache of a place.
func (r *round) play(at place) (*played, error) {
	s := r.streams[at.stream]
	if at.rule == tinyLFU {
		return unlocked(func() (*played, error) { return playTinyLFU(s, at.room(s)) })
	}
	rule, err := r.rule(at, true)
	if err != nil {
		return nil, err
	}
	return play(s, newLRU(at.room(s), s.sizes), rule)
}

// unlocked calls work in a goroutine of its own: that of the clock may be bound to a
// thread, and to hand over to the library's goroutines is then a change of threads.
func unlocked(work func() (*played, error)) (p *played, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		p, err = work()
	}()
	<-done
	return p, err
}

// again is the same under the clock. It must come to what was counted.
func (r *round) again(at place, want *played) error {
	rule, err := r.rule(at, false)
	if err != nil {
		return err
	}
	s := r.streams[at.stream]
	hits, writes, err := pass(s, newLRU(at.room(s), s.sizes), rule)
	if err == nil && (hits != want.hits || writes != want.writes) {
		err = fmt.Errorf("%s: %d hits and %d writes under the clock: want %d and %d", at.rule, hits, writes, want.hits, want.writes)
	}
	return err
}

// diskRequests are the last requests of a stream, whose writes go to a disk under the
// clock.
const diskRequests = 5000

// disk is a file to which objects are written one behind the other, as a cache with a
// log does; at its end it begins anew.
type disk struct {
	folder string
	file   *os.File
	at     int64
	bytes  []byte // of any object, from its beginning
}

// diskRoom is where the file begins anew, in bytes.
const diskRoom = 256 << 20

func newDisk() (*disk, error) {
	folder, err := store.TemporaryFolder()
	if err != nil {
		return nil, err
	}
	file, err := os.Create(filepath.Join(folder, "cache"))
	if err != nil {
		return nil, fmt.Errorf("a file for the cache: %w", err)
	}
	d := &disk{folder: folder, file: file, bytes: make([]byte, largest)}
	for i := range d.bytes { // no file system stores them as zeros
		d.bytes[i] = byte(i * i >> 7)
	}
	return d, nil
}

// write writes objects of these sizes and waits until the disk has them.
func (d *disk) write(sizes []uint32) error {
	for _, size := range sizes {
		if d.at+int64(size) > diskRoom {
			d.at = 0
		}
		n, err := d.file.WriteAt(d.bytes[:size], d.at)
		if err != nil {
			return fmt.Errorf("an object of %d bytes: %w", size, err)
		}
		d.at += int64(n)
	}
	return d.file.Sync()
}

func (d *disk) Close() error {
	failed := d.file.Close()
	if err := os.RemoveAll(d.folder); err != nil {
		return err
	}
	return failed
}

// timed are the writes of objects of these sizes. The thread waits for the disk, so that its
// CPU time says nothing.
func (d *disk) timed(sizes []uint32) (s timing.Section, err error) {
	if err := d.file.Sync(); err != nil { // what an earlier section left
		return s, err
	}
	s = timing.Measure(true, func() { err = d.write(sizes) })
	s.HasCPU = false
	return s, err
}
