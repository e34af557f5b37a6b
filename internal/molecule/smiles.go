// Package molecule reads molecules, finds parts of them and lists their features for
// fingerprints.
//
// Guarantee: Parse refuses what it does not know. Matches is exact: atoms agree in element and
// aromaticity, bonds in their order. A part's paths are among those of the whole.
// Cost: Matches takes exponential time at worst, as subgraph isomorphism does; Paths lists some
// hundred features of a molecule of twenty atoms.
// Source: Weininger 1988, SMILES; Cordella et al. 2004, VF2, whose order of atoms and backtracking
// Matches has, without its look-ahead; Rogers, Hahn 2010 for surroundings. No aromaticity is
// perceived: a ring that is written with alternating bonds has these. Hydrogens that are written
// within an atom, charges, isotopes and stereochemistry are read and left out.
package molecule

import (
	"fmt"
	"strconv"
	"strings"
)

// Molecule is a graph of atoms.
type Molecule struct {
	Atoms []string // the element, as it is written: in small letters where it is aromatic
	Bonds [][]Bond // of each atom
}

// Bond leads to another atom.
type Bond struct {
	To    int
	Order byte // '-', '=', '#', '$' or ':'
}

// parser reads a SMILES from left to right.
type parser struct {
	text   string
	at     int
	m      *Molecule
	last   int // the atom that the next one is bound to; −1: none
	order  byte
	branch []int
	rings  map[int]Bond // open ones: the atom and what is written of the bond
}

// Parse reads a molecule, or several, between dots.
func Parse(smiles string) (*Molecule, error) {
	p := &parser{text: smiles, m: &Molecule{}, last: -1, rings: map[int]Bond{}}
	for p.at < len(p.text) {
		if err := p.next(); err != nil {
			return nil, fmt.Errorf("SMILES %q, byte %d: %w", smiles, p.at+1, err)
		}
	}
	switch {
	case len(p.m.Atoms) == 0 || p.order != 0:
		return nil, fmt.Errorf("SMILES %q: want an atom at the end", smiles)
	case len(p.rings) > 0 || len(p.branch) > 0:
		return nil, fmt.Errorf("SMILES %q: a ring or a branch is open at the end", smiles)
	}
	return p.m, nil
}

// next takes in an atom, a bond, a branch, or an end of a ring.
func (p *parser) next() error {
	c := p.text[p.at]
	switch {
	case c == '[':
		end := strings.IndexByte(p.text[p.at:], ']')
		if end < 0 {
			return fmt.Errorf("want ] behind [")
		}
		element, err := bracket(p.text[p.at+1 : p.at+end])
		if err != nil {
			return err
		}
		return p.atom(element, end+1)
	case strings.HasPrefix(p.text[p.at:], "Cl"), strings.HasPrefix(p.text[p.at:], "Br"):
		return p.atom(p.text[p.at:p.at+2], 2)
	case strings.IndexByte("BCNOPSFIbcnops*", c) >= 0:
		return p.atom(string(c), 1)
	case strings.IndexByte(`-=#$:/\`, c) >= 0:
		if p.last < 0 || p.order != 0 {
			return fmt.Errorf("bond %q: want it between two atoms", c)
		}
		if p.order = c; c == '/' || c == '\\' {
			p.order = '-'
		}
	case c == '(':
		if p.last < 0 || p.order != 0 {
			return fmt.Errorf("want an atom before (")
		}
		p.branch = append(p.branch, p.last)
	case c == ')':
		if len(p.branch) == 0 || p.order != 0 {
			return fmt.Errorf("want ( and an atom before )")
		}
		p.last, p.branch = p.branch[len(p.branch)-1], p.branch[:len(p.branch)-1]
	case c == '.':
		if p.last < 0 || p.order != 0 {
			return fmt.Errorf("want an atom before a dot")
		}
		p.last = -1
	case '0' <= c && c <= '9':
		return p.ring(int(c-'0'), 1)
	case c == '%':
		if number, err := strconv.Atoi(p.text[min(p.at+1, len(p.text)):min(p.at+3, len(p.text))]); err == nil && number >= 10 {
			return p.ring(number, 3)
		}
		return fmt.Errorf("want two digits behind %%")
	default:
		return fmt.Errorf("%q is none of the atoms, bonds, branches and rings", c)
	}
	p.at++
	return nil
}

// bracket is the element of an atom in brackets: isotope, element, chirality, hydrogens, charge,
// class.
func bracket(text string) (string, error) {
	rest := strings.TrimLeft(text, "0123456789")
	n := 0
	switch {
	case strings.HasPrefix(rest, "se"), strings.HasPrefix(rest, "as"):
		n = 2
	case rest != "" && (strings.IndexByte("bcnops*", rest[0]) >= 0 || 'A' <= rest[0] && rest[0] <= 'Z'):
		n = 1
		if len(rest) > 1 && 'A' <= rest[0] && rest[0] <= 'Z' && 'a' <= rest[1] && rest[1] <= 'z' {
			n = 2
		}
	}
	if n == 0 || strings.Trim(rest[n:], "@H0123456789+-:") != "" {
		return "", fmt.Errorf("[%s]: want an element, hydrogens and a charge", text)
	}
	return rest[:n], nil
}

// atom adds one, of so many bytes.
func (p *parser) atom(element string, length int) error {
	p.m.Atoms, p.m.Bonds = append(p.m.Atoms, element), append(p.m.Bonds, nil)
	if i := len(p.m.Atoms) - 1; p.last >= 0 {
		p.m.join(p.last, i, p.order)
	}
	p.last, p.order = len(p.m.Atoms)-1, 0
	p.at += length
	return nil
}

// ring opens a ring, or closes it where one of that number is open.
func (p *parser) ring(number, length int) error {
	if p.last < 0 {
		return fmt.Errorf("ring %d: want an atom before it", number)
	}
	open, is := p.rings[number]
	switch {
	case !is:
		p.rings[number] = Bond{p.last, p.order}
	case open.To == p.last || p.m.bond(open.To, p.last) != 0:
		return fmt.Errorf("ring %d: want two atoms without a bond", number)
	case open.Order != 0 && p.order != 0 && open.Order != p.order:
		return fmt.Errorf("ring %d: bonds %c and %c: want one", number, open.Order, p.order)
	default:
		p.m.join(open.To, p.last, max(open.Order, p.order))
		delete(p.rings, number)
	}
	p.order = 0
	p.at += length
	return nil
}

// join adds a bond: a single one or, between aromatic atoms, an aromatic one, if nothing is written.
func (m *Molecule) join(a, b int, order byte) {
	if order == 0 {
		order = '-'
		if aromatic(m.Atoms[a]) && aromatic(m.Atoms[b]) {
			order = ':'
		}
	}
	m.Bonds[a], m.Bonds[b] = append(m.Bonds[a], Bond{b, order}), append(m.Bonds[b], Bond{a, order})
}

func aromatic(element string) bool { return 'a' <= element[0] && element[0] <= 'z' }

// bond is the order of that between two atoms, 0 without one.
func (m *Molecule) bond(a, b int) byte {
	for _, x := range m.Bonds[a] {
		if x.To == b {
			return x.Order
		}
	}
	return 0
}
