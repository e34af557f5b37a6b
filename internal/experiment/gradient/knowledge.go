package gradient

import (
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/linear"
)

// knowledge is what all nodes know of where things are.
type knowledge interface {
	// tell lets every node broadcast what it knows to its neighbours, once, and reports
	// whether that changed anything.
	tell() bool
	// message is the size of what a node broadcasts, in bytes.
	message() int
	// near says how near to a node a thing seems to be: the more, the nearer; 0: nothing is known.
	near(node, thing int) int
}

// Parameters of filters: those of run routing for linear ones. A thing has so many bits more
// among those that decay as make a distance of what is left.
const (
	cellBits    = 4
	attenuation = 0.9
	hashes      = 4
	decayHashes = 16
)

// places are the cells of each thing, of m.
func (w *network) places(m, k int) [][]int {
	hash := filter.NewHasher(filter.Config{Seed: filter.Mix(w.seed + 1)})
	list := make([][]int, len(w.links))
	for i := range list {
		for _, h := range filter.Probes(nil, hash.Sum64(name(i)), k) {
			at, _ := bits.Mul64(h, uint64(m))
			list[i] = append(list[i], int(at))
		}
	}
	return list
}

// confidences are linear Bloom filters: a node keeps each cell's largest code of its own and of
// those that its neighbours tell, attenuated.
type confidences struct {
	*network
	at    [][]int
	cells [][]uint8
	dim   [1 << cellBits]uint8 // a code after a hop
}

// newConfidences are those of linear codes, or of codes that count hops: the logarithm of a
// confidence, to base attenuation, from the largest code down.
func newConfidences(w *network, size int, logarithms bool) *confidences {
	c := &confidences{network: w, at: w.places(size/cellBits, hashes)}
	for code := range c.dim {
		c.dim[code] = uint8(linear.Floor.Code(attenuation*linear.Value(uint16(code), cellBits), cellBits))
		if logarithms {
			c.dim[code] = uint8(max(code-1, 0))
		}
	}
	for _, at := range c.at {
		cells := make([]uint8, size/cellBits)
		for _, i := range at {
			cells[i] = uint8(linear.TopCode(cellBits))
		}
		c.cells = append(c.cells, cells)
	}
	return c
}

func (c *confidences) tell() (changed bool) {
	before := make([][]uint8, len(c.cells))
	for node := range c.cells {
		before[node] = slices.Clone(c.cells[node])
	}
	for node, cells := range c.cells {
		for _, from := range c.links[node] {
			for i, code := range before[from] {
				if dim := c.dim[code]; dim > cells[i] {
					cells[i], changed = dim, true
				}
			}
		}
	}
	return changed
}

func (c *confidences) message() int { return len(c.cells[0]) * cellBits / 8 }

func (c *confidences) near(node, thing int) int {
	least := uint8(1<<cellBits - 1)
	for _, i := range c.at[thing] {
		least = min(least, c.cells[node][i])
	}
	return int(least)
}

// bitmap is a Bloom filter's bits.
type bitmap []uint64

func (b bitmap) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitmap) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// join sets the bits of another one, of which mask, or all, pass.
func (b bitmap) join(other, mask bitmap) (changed bool) {
	for i, word := range other {
		if mask != nil {
			word &= mask[i]
		}
		changed = changed || word&^b[i] != 0
		b[i] |= word
	}
	return changed
}

// filters are a Bloom filter of each node, with its own thing in it.
func filters(at [][]int, m int) (list []bitmap) {
	for _, places := range at {
		b := make(bitmap, m/64)
		for _, i := range places {
			b.set(i)
		}
		list = append(list, b)
	}
	return list
}

// copies are the filters as they are now.
func copies(list []bitmap) (now []bitmap) {
	for _, b := range list {
		now = append(now, slices.Clone(b))
	}
	return now
}

// traces are Bloom filters whose bits decay: each is kept on a link with a probability of 1/4, and
// which ones are is the same each time, so that filters come to an end. Of 3/4, 1/4 and 1/8 a
// trial run found most requests by 1/4: above one over the links of a node bits reach all nodes
// by one way or another, and lead nowhere.
type traces struct {
	*network
	at     [][]int
	bits   []bitmap
	passes [][]bitmap // by node and neighbour: the bits that are kept on the way to the node
}

func newTraces(w *network, size int) *traces {
	d := &traces{network: w, at: w.places(size, decayHashes)}
	d.bits = filters(d.at, size)
	for node, links := range w.links {
		var masks []bitmap
		for _, from := range links {
			mask := make(bitmap, size/64)
			seed := filter.Mix(w.seed + filter.Mix(uint64(node)<<32|uint64(from)))
			for i := range mask {
				mask[i] = filter.Mix(seed+uint64(2*i)) & filter.Mix(seed+uint64(2*i+1)) // both bits are set with 1/4
			}
			masks = append(masks, mask)
		}
		d.passes = append(d.passes, masks)
	}
	return d
}

func (d *traces) tell() (changed bool) {
	before := copies(d.bits)
	for node, links := range d.links {
		for i, from := range links {
			changed = d.bits[node].join(before[from], d.passes[node][i]) || changed
		}
	}
	return changed
}

func (d *traces) message() int { return 8 * len(d.bits[0]) }

// near is how many of the bits of a thing are left.
func (d *traces) near(node, thing int) (left int) {
	for _, i := range d.at[thing] {
		if d.bits[node].has(i) {
			left++
		}
	}
	return left
}

// levels are attenuated Bloom filters: what is so many hops away is in the level of that
// number, up to the diameter.
type levels struct {
	*network
	at   [][]int
	bits [][]bitmap // by level and node
}

func newLevels(w *network, size int) *levels {
	l := &levels{network: w, at: w.places(size, hashes)}
	l.bits = append(l.bits, filters(l.at, size))
	for range w.diameter {
		l.bits = append(l.bits, filters(make([][]int, len(w.links)), size))
	}
	return l
}

func (l *levels) tell() (changed bool) {
	for level := l.diameter; level > 0; level-- {
		for node, links := range l.links {
			for _, from := range links {
				changed = l.bits[level][node].join(l.bits[level-1][from], nil) || changed
			}
		}
	}
	return changed
}

// message has the levels that a neighbour does not drop.
func (l *levels) message() int { return 8 * len(l.bits[0][0]) * l.diameter }

func (l *levels) near(node, thing int) int {
	for level, filters := range l.bits {
		if !slices.ContainsFunc(l.at[thing], func(i int) bool { return !filters[node].has(i) }) {
			return len(l.bits) - level
		}
	}
	return 0
}
