package cache

import (
	"container/list"
	"fmt"

	"github.com/dgraph-io/ristretto/v2"
)

// played is what happened to the requests of a stream.
type played struct {
	hits, writes         int
	hitBytes, writeBytes uint64
	onceWritten          int // of the objects requested once
	late                 int // requests of objects requested before, neither found nor admitted
	bits                 uint64
	lastWrites           []uint32 // sizes of the objects written by the last requests (diskRequests)
}

// wrote counts an object that the request of that number has written.
func (p *played) wrote(s *stream, number int, object uint32) {
	p.writes++
	p.writeBytes += uint64(s.sizes[object])
	if s.times[object] == 1 {
		p.onceWritten++
	}
	if number >= len(s.requests)-diskRequests {
		p.lastWrites = append(p.lastWrites, s.sizes[object])
	}
}

// play sends a stream through a cache behind a rule. The truth of every answer is kept
// beside it: written holds the objects that were, and an error ends the run.
func play(s *stream, c *lru, rule admission) (*played, error) {
	p := &played{}
	before, written := make([]bool, len(s.keys)), make([]bool, len(s.keys))
	for number, object := range s.requests {
		size := uint64(s.sizes[object])
		if c.get(object) {
			if !written[object] {
				return nil, fmt.Errorf("%q is served and was never written", s.keys[object])
			}
			p.hits++
			p.hitBytes += size
			continue
		}
		admitted, err := rule.admit(object, s.keys[object])
		switch {
		case err != nil:
			return nil, err
		case admitted && c.put(object):
			written[object] = true
			p.wrote(s, number, object)
		case !admitted && before[object]:
			p.late++
		}
		if c.held > c.room {
			return nil, fmt.Errorf("the cache has %d bytes: want %d or fewer", c.held, c.room)
		}
		before[object] = true
	}
	p.bits = rule.bits()
	return p, nil
}

// pass is play without counts, for the clock: it returns the hits and the writes.
func pass(s *stream, c *lru, rule admission) (hits, writes int, err error) {
	for _, object := range s.requests {
		if c.get(object) {
			hits++
			continue
		}
		admitted, err := rule.admit(object, s.keys[object])
		if err != nil {
			return 0, 0, err
		}
		if admitted && c.put(object) {
			writes++
		}
	}
	return hits, writes, nil
}

// lru is a cache that keeps what was requested last: objects of so many bytes in all.
type lru struct {
	room, held uint64 // bytes
	order      *list.List
	at         []*list.Element // by object; nil: not in the cache
	sizes      []uint32
}

func newLRU(room uint64, sizes []uint32) *lru {
	return &lru{room: room, order: list.New(), at: make([]*list.Element, len(sizes)), sizes: sizes}
}

// get reports whether the object is there, which is then the last that goes.
func (c *lru) get(object uint32) bool {
	e := c.at[object]
	if e == nil {
		return false
	}
	c.order.MoveToFront(e)
	return true
}

// put takes an object in that is not there. What was not requested for longest goes
// until there is room. One that is larger than the cache is not taken.
func (c *lru) put(object uint32) (taken bool) {
	size := uint64(c.sizes[object])
	if size > c.room {
		return false
	}
	for c.held+size > c.room {
		e := c.order.Back()
		old := c.order.Remove(e).(uint32)
		c.at[old] = nil
		c.held -= uint64(c.sizes[old])
	}
	c.at[object] = c.order.PushFront(object)
	c.held += size
	return true
}

// Ristretto counts how often it is asked for an object in four bits, behind a Bloom
// filter of those asked for once, and admits what is asked for more often than what
// would have to go (Einziger, Friedman, Manes 2017). Its documents advise ten counters
// for an object of the full cache, and this size of its buffers.
const (
	countersPerObject = 10
	bufferItems       = 64
)

// playTinyLFU sends a stream through a cache of ristretto's with room for so many bytes.
// Each offer is waited for. Reads are counted by the library in lossy buffers all the
// same, and its goroutines come in between: its counts vary.
func playTinyLFU(s *stream, room uint64) (*played, error) {
	mean := max(1, s.total/uint64(len(s.keys)))
	refused := false // the offer being made; Wait orders the two goroutines
	c, err := ristretto.NewCache(&ristretto.Config[uint32, uint32]{
		NumCounters: int64(countersPerObject * max(1, room/mean)), MaxCost: int64(room), BufferItems: bufferItems,
		IgnoreInternalCost: true,
		OnReject:           func(*ristretto.Item[uint32]) { refused = true },
	})
	if err != nil {
		return nil, fmt.Errorf("ristretto: %w", err)
	}
	defer c.Close()
	p := &played{}
	before := make([]bool, len(s.keys))
	for number, object := range s.requests {
		size := uint64(s.sizes[object])
		if value, there := c.Get(object); there {
			if value != object {
				return nil, fmt.Errorf("ristretto serves object %d in place of %d", value, object)
			}
			p.hits++
			p.hitBytes += size
			continue
		}
		refused = false
		taken := c.Set(object, object, int64(size))
		c.Wait()
		switch {
		case taken && !refused:
			p.wrote(s, number, object)
		case before[object]:
			p.late++
		}
		before[object] = true
	}
	return p, nil
}
