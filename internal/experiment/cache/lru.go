package cache

import "container/list"

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
