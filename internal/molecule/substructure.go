package molecule

import "slices"

// Part is what some atoms of a molecule, and all bonds between them, are by themselves.
func (m *Molecule) Part(atoms []int) *Molecule {
	part := &Molecule{Bonds: make([][]Bond, len(atoms))}
	for i, a := range atoms {
		part.Atoms = append(part.Atoms, m.Atoms[a])
		for _, b := range m.Bonds[a] {
			if j := slices.Index(atoms, b.To); j >= 0 {
				part.Bonds[i] = append(part.Bonds[i], Bond{j, b.Order})
			}
		}
	}
	return part
}

// Matches reports whether a part is somewhere in the molecule: whether its atoms can be mapped to
// different ones of the same element so that every bond is there.
func (m *Molecule) Matches(part *Molecule) bool {
	s := search{m, part, order(part), slices.Repeat([]int{-1}, len(part.Atoms)), make([]bool, len(m.Atoms))}
	return s.place(0)
}

// search maps the atoms of a part, one after the other, and goes back where none fits.
type search struct {
	whole, part *Molecule
	order       []int
	image       []int // of the part's atoms, −1: not yet
	taken       []bool
}

// order has the atoms of a part so that each but the first of a connected piece has a bond to one
// before.
func order(part *Molecule) (list []int) {
	for first := range part.Atoms {
		if slices.Contains(list, first) {
			continue
		}
		list = append(list, first)
		for at := len(list) - 1; at < len(list); at++ {
			for _, b := range part.Bonds[list[at]] {
				if !slices.Contains(list, b.To) {
					list = append(list, b.To)
				}
			}
		}
	}
	return list
}

func (s *search) place(at int) bool {
	if at == len(s.order) {
		return true
	}
	atom := s.order[at]
	for _, b := range s.part.Bonds[atom] {
		if s.image[b.To] < 0 {
			continue
		}
		for _, c := range s.whole.Bonds[s.image[b.To]] { // of a bond to what is placed, its neighbours alone
			if s.try(at, atom, c.To) {
				return true
			}
		}
		return false
	}
	for to := range s.whole.Atoms {
		if s.try(at, atom, to) {
			return true
		}
	}
	return false
}

// try places an atom, and then the others.
func (s *search) try(at, atom, to int) bool {
	if s.taken[to] || s.whole.Atoms[to] != s.part.Atoms[atom] {
		return false
	}
	for _, b := range s.part.Bonds[atom] {
		if image := s.image[b.To]; image >= 0 && s.whole.bond(to, image) != b.Order {
			return false
		}
	}
	s.image[atom], s.taken[to] = to, true
	if s.place(at + 1) {
		return true
	}
	s.image[atom], s.taken[to] = -1, false
	return false
}
