package molecule

import (
	"cmp"
	"slices"

	"hyphbench/internal/filter"
)

// Feature is what a fingerprint has bits of: a number of what it is, and its size in bonds.
type Feature struct {
	Hash uint64
	Size int
}

// Paths are those of up to so many bonds that pass no atom twice, each once, whichever end it
// begins at.
func (m *Molecule) Paths(most int) []Feature {
	var list []Feature
	taken := make([]bool, len(m.Atoms))
	var path []uint64 // atoms and bonds in turn
	var walk func(atom int)
	walk = func(atom int) {
		taken[atom] = true
		path = append(path, number(m.Atoms[atom]))
		list = append(list, Feature{max(fold(path, false), fold(path, true)), len(path) / 2})
		if len(path)/2 < most {
			for _, b := range m.Bonds[atom] {
				if !taken[b.To] {
					path = append(path, uint64(b.Order))
					walk(b.To)
					path = path[:len(path)-1]
				}
			}
		}
		path = path[:len(path)-1]
		taken[atom] = false
	}
	for atom := range m.Atoms {
		walk(atom)
	}
	return different(list)
}

// Surroundings are those of each atom up to so many bonds away, as extended-connectivity
// fingerprints have them: an atom's number is made of its element and how many neighbours it
// has, then again and again of its own and its neighbours' numbers.
func (m *Molecule) Surroundings(radius int) []Feature {
	var list []Feature
	now := make([]uint64, len(m.Atoms))
	for a, element := range m.Atoms {
		now[a] = filter.Mix(number(element)<<8 + uint64(len(m.Bonds[a])))
	}
	for r := 0; ; r++ {
		for _, h := range now {
			list = append(list, Feature{h, r})
		}
		if r == radius {
			return different(list)
		}
		next := make([]uint64, len(now))
		for a, bonds := range m.Bonds {
			var around []uint64
			for _, b := range bonds {
				around = append(around, filter.Mix(now[b.To]+uint64(b.Order)))
			}
			slices.Sort(around)
			next[a] = fold(append([]uint64{now[a], uint64(r)}, around...), false)
		}
		now = next
	}
}

// number is that of an element.
func number(element string) (n uint64) {
	for _, c := range []byte(element) {
		n = n<<8 + uint64(c)
	}
	return n
}

// fold hashes numbers in order, or from the last on.
func fold(list []uint64, backwards bool) (h uint64) {
	for i := range list {
		x := list[i]
		if backwards {
			x = list[len(list)-1-i]
		}
		h = filter.Mix(h*31 + x + 1)
	}
	return h
}

// different has each feature once.
func different(list []Feature) []Feature {
	slices.SortFunc(list, func(a, b Feature) int { return cmp.Or(cmp.Compare(a.Hash, b.Hash), cmp.Compare(a.Size, b.Size)) })
	return slices.Compact(list)
}
