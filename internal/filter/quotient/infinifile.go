package quotient

import (
	"fmt"

	"hyphbench/internal/filter"
)

// infiniVersion is that of the file below.
const infiniVersion = 1

// AppendBinary implements filter.Stored.
func (f *infini) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "infini", infiniVersion)
	if err := e.Hasher(&f.hash); err != nil {
		return out, err
	}
	e.Uint(f.slots)
	e.Uint(f.room)
	e.Uint(f.fresh)
	e.Uint(uint64(len(f.layers)))
	for i := range f.layers {
		e.Uint(f.layers[i].gen)
		f.layers[i].write(e)
	}
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *infini) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "infini", infiniVersion)
	if err != nil {
		return err
	}
	*f = infini{hash: d.Hasher()}
	f.slots, f.room = uint64(d.Int("slots", filter.MostKeys)), uint64(d.Int("room", filter.MostKeys))
	f.fresh = uint64(d.Int("bits of a fingerprint", infiniMostBits-1))
	layers := d.Int("layers", infiniMostGens+1)
	d.Check(f.slots >= blockSlots && f.room >= 1 && f.fresh >= 1 && layers >= 1, "%d slots for %d keys, %d bits of a fingerprint, %d layers", f.slots, f.room, f.fresh, layers)
	d.Check(float64(f.room) <= infiniLoad*float64(f.slots), "%d slots are not enough for %d keys", f.slots, f.room)
	for range layers {
		l := layer{gen: uint64(d.Int("doublings", infiniMostGens))}
		l.read(d)
		if !d.Check(f.slots <= filter.MostKeys>>l.gen && l.table.slots == f.slots<<l.gen, "%d slots doubled %d times are not %d", f.slots, l.gen, l.table.slots) {
			return d.Close()
		}
		f.layers = append(f.layers, l)
	}
	if d.Close() == nil {
		err := f.check()
		d.Check(err == nil, "%v", err)
	}
	return d.Close()
}

// check counts the entries and wants what follows from the way they came: as many
// were there after d doublings as there was room for at most, and those that came
// later know more than d + fresh bits; and those of a layer know fewer than it takes to
// be in the layer before.
func (f *infini) check() error {
	f.n, f.known = 0, make([]uint64, infiniKnown(f.layers[0].gen))
	for i := range f.layers {
		l := &f.layers[i]
		if l.width > infiniMostBits || i == 0 && l.width != f.fresh+infiniGrowth(l.gen)+1 {
			return fmt.Errorf("slots of %d bits after %d doublings", l.width, l.gen)
		}
		if i > 0 && l.gen >= f.layers[i-1].gen || l.n > f.room<<l.gen {
			return fmt.Errorf("layer %d has %d entries after %d doublings", i, l.n, l.gen)
		}
		for _, x := range l.entries() {
			if x == 0 || l.knows(x) < f.fresh || i > 0 && l.knows(x) >= f.layers[i-1].gen {
				return fmt.Errorf("a slot of layer %d is %b", i, x)
			}
			f.known[l.knows(x)-f.fresh]++
			f.n++
		}
	}
	if f.n > f.room<<f.layers[0].gen {
		return fmt.Errorf("%d entries after %d doublings with room for %d before", f.n, f.layers[0].gen, f.room)
	}
	sum := uint64(0)
	for t, n := range f.known {
		if sum += n; sum > f.room<<min(uint64(t), f.layers[0].gen) {
			return fmt.Errorf("%d entries know %d bits or fewer", sum, uint64(t)+f.fresh)
		}
	}
	return nil
}
