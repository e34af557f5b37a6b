package cache

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// Measure implements experiment.Bench.
func (b *bench) Measure(_ context.Context, s experiment.Step) (*experiment.Measurement, error) {
	at, err := b.place(s.Cell)
	if err != nil {
		return nil, err
	}
	if b.streams == nil || b.round != s.Round {
		b.begin(s.Round)
	}
	stream := b.streams[at.stream]
	if s.Cell.Metric == Once {
		return experiment.Counted(float64(stream.once)/float64(len(stream.keys)), "1"), nil
	}
	p := b.played[at]
	if p == nil {
		if p, err = b.play(at, stream); err != nil {
			return nil, fmt.Errorf("%s: %w", at.rule, err)
		}
		b.played[at] = p
	}
	switch s.Cell.Metric {
	case DiskTime:
		return b.onDisk(p, len(stream.requests))
	case Request:
		return b.timer.Measure(s.Cell, len(stream.requests), func() error { return b.again(at, stream, p) })
	}
	return p.counted(s.Cell.Metric, stream)
}

// place is that of a cell: an axis that it does not lie on is at its middle.
func (b *bench) place(c runfolder.Cell) (place, error) {
	at := place{c.Point.Value(placeStream), c.Filter, b.capacity(), b.window()}
	for i, v := range map[int]*float64{placeCapacity: &at.capacity, placeWindow: &at.window} {
		if text := c.Point.Value(i); text != "" {
			share, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return at, fmt.Errorf("share %q: %w", text, err)
			}
			*v = share
		}
	}
	return at, nil
}

// begin makes the streams of a round.
func (b *bench) begin(round int) {
	seed := experiment.RoundSeed(b.x.seed, round)
	b.round = round
	b.streams = map[string]*stream{
		web:    synthetic(seed, b.x.requests.Value, b.x.once.Values[0]),
		inText: textual(b.text.Words, seed, b.x.requests.Value),
	}
	clear(b.played)
}

// room is the size of the cache at a place, in bytes.
func (at place) room(s *stream) uint64 {
	return uint64(math.Ceil(at.capacity * float64(s.total)))
}

// rule makes the rule of a place, empty.
func (b *bench) rule(at place, s *stream, checked bool) (admission, error) {
	remembered := max(1, int(math.Round(at.window*float64(len(s.keys)))))
	cfg := filter.Config{Epsilon: b.x.eps.Value.Float(), Seed: experiment.RoundSeed(b.x.seed, b.round)}
	return newAdmission(at.rule, remembered, len(s.keys), cfg, checked)
}

// play sends the stream through the cache of a place.
func (b *bench) play(at place, s *stream) (*played, error) {
	if at.rule == tinyLFU {
		return unlocked(func() (*played, error) { return playTinyLFU(s, at.room(s)) })
	}
	rule, err := b.rule(at, s, true)
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
func (b *bench) again(at place, s *stream, want *played) error {
	rule, err := b.rule(at, s, false)
	if err != nil {
		return err
	}
	hits, writes, err := pass(s, newLRU(at.room(s), s.sizes), rule)
	if err == nil && (hits != want.hits || writes != want.writes) {
		err = fmt.Errorf("%s: %d hits and %d writes under the clock: want %d and %d", at.rule, hits, writes, want.hits, want.writes)
	}
	return err
}

// counted is a metric of what happened.
func (p *played) counted(name runfolder.Metric, s *stream) (*experiment.Measurement, error) {
	share := func(part, of float64) (*experiment.Measurement, error) {
		return experiment.Counted(part/max(1, of), "1"), nil
	}
	requests, bytes := float64(len(s.requests)), float64(s.requested)
	switch name {
	case Writes:
		return share(float64(p.writes), requests)
	case BytesWritten:
		return share(float64(p.writeBytes), bytes)
	case Hits:
		return share(float64(p.hits), requests)
	case ByteHits:
		return share(float64(p.hitBytes), bytes)
	case OnceWritten:
		return share(float64(p.onceWritten), float64(s.once))
	case Late:
		return share(float64(p.late), requests)
	case Memory:
		return experiment.Counted(float64(p.bits), "bits"), nil
	}
	return nil, fmt.Errorf("unknown metric %q", name)
}
