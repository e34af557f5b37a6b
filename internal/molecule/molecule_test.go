package molecule

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Atoms, bonds and rings are those of the molecule, however it is written.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		smiles              string
		atoms, bonds, rings int
	}{
		{"C", 1, 0, 0}, {"CCO", 3, 2, 0}, {"C1CCCCC1", 6, 6, 1}, {"c1ccccc1", 6, 6, 1}, {"C%12CC%12", 3, 3, 1}, {"C=1CC1", 3, 3, 1},
		{"CC(C)(C)C", 5, 4, 0}, {"[Na+].[Cl-]", 2, 0, 0}, {"N[C@@H](C)C(=O)O", 6, 5, 0}, {"F/C=C\\F", 4, 3, 0}, {"[13CH4]", 1, 0, 0},
		{"CN1C=NC2=C1C(=O)N(C)C(=O)N2C", 14, 15, 2}, {"[Cu++]", 1, 0, 0}, {"c1ccc2[nH]ccc2c1", 9, 10, 2}, {"ClCBr", 3, 2, 0},
	} {
		m, err := Parse(c.smiles)
		if err != nil {
			t.Fatal(err)
		}
		ends, rings := 0, 0
		for _, bonds := range m.Bonds {
			ends += len(bonds)
		}
		if rings = ends/2 - len(m.Atoms) + m.pieces(); len(m.Atoms) != c.atoms || ends/2 != c.bonds || rings != c.rings {
			t.Errorf("%s: %d atoms, %d bonds, %d rings, want %+v", c.smiles, len(m.Atoms), ends/2, rings, c)
		}
	}
	m, _ := Parse("Cc1ccccc1C#N")
	if m.bond(0, 1) != '-' || m.bond(1, 6) != ':' || m.bond(7, 8) != '#' || m.bond(0, 2) != 0 {
		t.Errorf("bonds of %+v", m)
	}
	for _, bad := range []string{"", "C(", "C)", "(C)", "C1", "C=", "=C", "C==C", "[C", "[]", "[Cxx]", "Q", "C%1", "%12", "1C", "C11", "C-1CC=1", "C.", "C12CC12", "é"} {
		if m, err := Parse(bad); err == nil && bad != "C." {
			t.Errorf("%q is %+v", bad, m)
		}
	}
}

func (m *Molecule) pieces() (n int) {
	seen := make([]bool, len(m.Atoms))
	var visit func(int)
	visit = func(a int) {
		seen[a] = true
		for _, b := range m.Bonds[a] {
			if !seen[b.To] {
				visit(b.To)
			}
		}
	}
	for a := range m.Atoms {
		if !seen[a] {
			n++
			visit(a)
		}
	}
	return n
}

func FuzzParse(f *testing.F) {
	f.Add("CN1CCC[C@H]1c1cccnc1.[Na+]")
	f.Add("C%12=CC%12(=O)O")
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := Parse(text); err == nil && len(m.Atoms) <= 20 && !m.Matches(m) {
			t.Errorf("%q is no part of itself", text)
		}
	})
}

// random is a molecule of few kinds of atoms and bonds, so that parts are often met.
func random(r *rand.Rand, atoms int) *Molecule {
	m := &Molecule{Bonds: make([][]Bond, atoms)}
	for i := range atoms {
		m.Atoms = append(m.Atoms, []string{"C", "C", "N"}[r.IntN(3)])
		for j := range i {
			if r.IntN(3) == 0 {
				m.join(i, j, []byte("--=")[r.IntN(3)])
			}
		}
	}
	return m
}

// Matches says what all maps of atoms to different ones say; and what a molecule has of a part's
// paths, if it matches, is all.
func TestMatches(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	yes := 0
	for range 3000 {
		whole, part := random(r, 2+r.IntN(5)), random(r, 1+r.IntN(4))
		var maps func(image []int) bool
		maps = func(image []int) bool {
			if len(image) == len(part.Atoms) {
				for a, bonds := range part.Bonds {
					for _, b := range bonds {
						if whole.bond(image[a], image[b.To]) != b.Order {
							return false
						}
					}
				}
				return true
			}
			for to, element := range whole.Atoms {
				if element == part.Atoms[len(image)] && !slices.Contains(image, to) && maps(append(image, to)) {
					return true
				}
			}
			return false
		}
		want := maps(nil)
		if got := whole.Matches(part); got != want {
			t.Fatalf("%+v in %+v: %v, want %v", part, whole, got, want)
		}
		if want {
			yes++
			of := whole.Paths(5)
			for _, f := range part.Paths(5) {
				if !slices.Contains(of, f) {
					t.Fatalf("%+v in %+v: a path of %d bonds is missing", part, whole, f.Size)
				}
			}
		}
	}
	if yes < 300 || yes > 2700 {
		t.Errorf("%d of 3000 match", yes)
	}
}

// What a molecule is, and not how it is written, decides its features: those of ethanol are C, O,
// C–C, C–O and C–C–O; around atoms a bond away each of its three is another.
func TestFeatures(t *testing.T) {
	a, _ := Parse("CCO")
	b, _ := Parse("C(O)C")
	if p := a.Paths(5); len(p) != 5 || !slices.Equal(p, b.Paths(5)) {
		t.Errorf("paths %v and %v", p, b.Paths(5))
	}
	if s := a.Surroundings(1); len(s) != 6 || !slices.Equal(s, b.Surroundings(1)) {
		t.Errorf("surroundings %v and %v", s, b.Surroundings(1))
	}
	for most, want := range []int{2, 4, 5} { // C and O; C–C and C–O; C–C–O
		if p := a.Paths(most); len(p) != want || slices.MaxFunc(p, func(a, b Feature) int { return a.Size - b.Size }).Size != most {
			t.Errorf("%d paths of up to %d bonds, want %d: %v", len(p), most, want, p)
		}
	}
	double, _ := Parse("C=CO")
	if slices.Equal(double.Surroundings(1), a.Surroundings(1)) || !slices.Equal(double.Surroundings(0), a.Surroundings(0)) {
		t.Error("a double bond is none of what is around its atoms, or a part of them")
	}
	ring, _ := Parse("C1CCCCC1")
	if p := ring.Paths(7); len(p) != 6 {
		t.Errorf("%d paths of a ring of six, want one each of 0 to 5 bonds", len(p))
	}
}

// The bond that closes a ring is the one that is written at either end; two digits have two.
func TestRingBonds(t *testing.T) {
	for smiles, want := range map[string]byte{"C1CC1": '-', "C=1CC1": '=', "C1CC=1": '=', "C#1CC#1": '#', "C%10CC=%10": '='} {
		if m, err := Parse(smiles); err != nil || m.bond(0, 2) != want {
			t.Errorf("%s: %v, %v, want %c", smiles, m, err, want)
		}
	}
	if _, err := Parse("C%01CC%01"); err == nil {
		t.Error("ring 1 is written with two digits")
	}
}
