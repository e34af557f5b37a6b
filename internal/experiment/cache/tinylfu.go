package cache

import (
	"fmt"

	"github.com/dgraph-io/ristretto/v2"
)

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
