package cache

import "fmt"

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
