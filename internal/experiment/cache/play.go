package cache

import "fmt"

// played is what happened to the requests of a stream.
type played struct {
	hits, writes         int
	hitBytes, writeBytes uint64
	onceWritten          int // of the objects requested once
	late                 int // requests of objects requested before, neither found nor admitted
	bits                 uint64
}

// play sends a stream through a cache behind a rule. The truth of every answer is kept
// beside it: written holds the objects that were, and an error ends the run.
func play(s *stream, c *lru, rule admission) (*played, error) {
	p := &played{}
	before, written := make([]bool, len(s.keys)), make([]bool, len(s.keys))
	for _, object := range s.requests {
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
			p.writes++
			p.writeBytes += size
			if s.times[object] == 1 {
				p.onceWritten++
			}
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
