package linear

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
)

// Figures 2 and 3 of the paper: its positions and confidences of a and e, and the cells of 5
// bits of its example of a precision. It gives neither of these for b, c and d.
func TestLinearExamples(t *testing.T) {
	const m = 18
	l, err := New(Config{Cells: m, CellBits: 5, Hashes: 4, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	positions := func(key string) (list []uint64) {
		for _, p := range filter.Probes(nil, l.hash.Sum64(key), l.k) {
			i, _ := bits.Mul64(p, m)
			list = append(list, i)
		}
		return list
	}
	cells := func() []uint16 {
		list := make([]uint16, m)
		for i := range list {
			list[i] = l.Code(uint64(i))
		}
		return list
	}
	add := func(key string, c float64) {
		if err := l.Add(key, c); err != nil {
			t.Fatal(err)
		}
	}
	add("banns", 0.8)
	add("candy", 0.3)
	add("dance", 0.6)
	rows := []string{filtertest.Row("cell", filtertest.Positions(m)...), filtertest.Row("b .8, c .3, d .6", cells()...)}
	elements := []struct {
		key  string
		c    float64
		at   []uint64 // in Figure 1, to which Figure 2 is analogous
		code uint16
	}{{"attestant", 1, []uint64{1, 4, 11, 17}, 31}, {"easygoing", 0.5, []uint64{0, 7, 14, 17}, 15}}
	for _, e := range elements {
		at := positions(e.key)
		if got := slices.Sorted(slices.Values(at)); !slices.Equal(got, e.at) {
			t.Errorf("%s has the cells %d, want %d", e.key, got, e.at)
		}
		add(e.key, e.c)
		rows = append(rows, filtertest.Row(fmt.Sprintf("+ %s %v", e.key, e.c), filtertest.Marks(m, "▼", at...)...), filtertest.Row("", cells()...))
	}
	// "em casos de sobreposição parcial, como acontece no FBL apresentado na Figura 2 na
	// posição 17, a consulta do parâmetro c não é afetada"
	if l.Code(17) != 31 {
		t.Errorf("cell 17, of a and e, has %d, want the larger code, 31", l.Code(17))
	}
	for _, e := range elements {
		if got := l.Estimate(e.key); got != e.code || math.Abs(l.Confidence(e.key)-e.c) > 1./31 {
			t.Errorf("%s has the code %d, confidence %v, want %d and %v within 1/31", e.key, got, l.Confidence(e.key), e.code, e.c)
		}
		read := make([]string, m)
		for _, i := range e.at {
			read[i] = fmt.Sprint(l.Code(i))
		}
		rows = append(rows, filtertest.Row(fmt.Sprintf("%s? %.2f", e.key, l.Confidence(e.key)), read...))
	}
	var memory []string // Figure 3
	for i := uint64(11); i <= 14; i++ {
		memory = append(memory, fmt.Sprintf("%05b", l.Code(i)))
	}
	if memory[0] != "11111" || memory[3] != "01111" {
		t.Errorf("cells 11 and 14 have %s and %s, want the codes of 1 and 0.5", memory[0], memory[3])
	}
	rows = append(rows, "    cells 11 to 14    "+strings.Join(memory, " "))
	if err := l.Attenuate(0.9); err != nil {
		t.Fatal(err)
	}
	rows = append(rows, filtertest.Row("all times 0.9", cells()...))
	// "se existir uma atenuação, por mais pequena que seja, a representação binária nunca
	// terá todos os bits a 1"
	if top := slices.Max(cells()); top == TopCode(5) {
		t.Errorf("a cell has all bits set behind an attenuation")
	}
	filtertest.Drawn(t, Set().Explain, rows...)
}
