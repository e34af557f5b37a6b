package molecules

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/molecule"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

const named = "testdata/named.smi"

func small() experiment.Experiment { return of(named) }

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: small, Turned: map[string]string{"TestClaims": "MO1 MO2 MO3 MO4 MO5"},
		Small: []string{"--bits=512,2048", "--atoms=3,6", "--searches=6", "--reps=2", "--seed=5"},
		Bad: [][]string{{"--bits=32"}, {"--bits=131072"}, {"--atoms=1"}, {"--atoms=25"}, {"--atoms=20"}, {"--searches=1"},
			{"--smiles=no such file"}, {"--smiles=molecules.go"}},
		Varies: experimenttest.Timed(metric.Query), Ops: experimenttest.Each(map[runfolder.Metric]int{metric.Query: 6})})
}

// Without the file the error names the package that has it.
func TestNoMolecules(t *testing.T) {
	if _, err := experimenttest.Prepare(t, of("no such file")); err == nil || !strings.Contains(err.Error(), "rdkit-data") {
		t.Error(err)
	}
}

// Every value of a small run is what paths and surroundings as texts, sets of bits, and all maps
// of atoms give.
func TestGoldenRows(t *testing.T) {
	x := &collection{}
	x.searches.Value = 8
	b := experimenttest.Trials(t, small(), "--bits=64,200", "--atoms=3,4", "--searches=8", "--seed=7")
	bench := experimenttest.Trials(t, spy(x), "--seed=7")
	_ = bench
	seed := experiment.RoundSeed(7, 1)
	experimenttest.Golden(t, small(), []runfolder.Metric{metric.Query}, 27, experimenttest.Worked{Bench: b, Of: func(c runfolder.Cell) (experimenttest.Span, bool) {
		size := map[string]int{"64": 64, "200": 200}[c.Point.Value(0)]
		atoms := map[string]int{"3": 3, "4": 4}[c.Point.Value(1)]
		var all []map[int]bool
		ones := 0
		for _, m := range x.list {
			all = append(all, setBits(m, c.Filter, size, seed))
			ones += len(all[len(all)-1])
		}
		if c.Metric == Density {
			return experimenttest.Exactly(float64(ones) / float64(size*len(all))), true
		}
		lost, left, answers, others := 0.0, 0.0, 0.0, 0.0
		for _, q := range x.queries(seed, atoms) {
			asked := setBits(q.part, c.Filter, size, seed)
			for i, m := range x.list {
				passes := true
				for bit := range asked {
					passes = passes && all[i][bit]
				}
				if mapped(m, q.part, nil) {
					if answers++; !passes {
						lost++
					}
				} else if others++; passes {
					left++
				}
			}
		}
		return experimenttest.Exactly(map[runfolder.Metric]float64{Lost: lost / answers, Rate: left / others}[c.Metric]), true
	}})
}

// spy is the experiment of a collection that a test looks into.
func spy(x *collection) experiment.Experiment {
	x.path = named
	return trial.New(trial.Spec{Name: "spy", Axes: []trial.Axis{{Of: Bits, Default: "64"}, {Of: Atoms, Default: "3"}}, Reps: trial.Reps{Default: 2},
		Methods: []trial.Method{{Name: none}, {Name: paths}, {Name: sized}, {Name: surroundings}}, Metrics: metrics, Prepare: x.prepare, Trials: x.trials})
}

func mapped(m, part *molecule.Molecule, image []int) bool {
	if len(image) == len(part.Atoms) {
		return true
	}
	for to, element := range m.Atoms {
		fits := element == part.Atoms[len(image)] && !slices.Contains(image, to)
		for _, b := range part.Bonds[len(image)] {
			fits = fits && (b.To >= len(image) || slices.Contains(m.Bonds[to], molecule.Bond{To: image[b.To], Order: b.Order}))
		}
		if fits && mapped(m, part, append(image, to)) {
			return true
		}
	}
	return false
}

// setBits are the bits of a molecule's features.
func setBits(m *molecule.Molecule, method string, size int, seed uint64) map[int]bool {
	set := map[int]bool{}
	add := func(hash uint64, long int) {
		k := 2
		if method == sized {
			k = []int{1, 1, 2, 2, 3, 3}[long]
		}
		h := filter.Mix(hash ^ filter.Mix(seed+uint64(long)))
		for range k {
			at, _ := bits.Mul64(h, uint64(size))
			set[int(at)] = true
			h = filter.Mix(h + filter.ProbeStep)
		}
	}
	if method == surroundings {
		for a := range m.Atoms {
			for r := range 2 {
				add(around(m, a, r), r)
			}
		}
		return set
	}
	// The simple paths are found as lists of atoms that grow by one at either round.
	lists := [][]int{}
	for a := range m.Atoms {
		lists = append(lists, []int{a})
	}
	for long := range 6 {
		var next [][]int
		for _, list := range lists {
			var there, back uint64
			for i := range list {
				there, back = step(m, list, i, there), step(m, reversed(list), i, back)
			}
			add(max(there, back), long)
			for _, b := range m.Bonds[list[long]] {
				if !slices.Contains(list, b.To) {
					next = append(next, append(slices.Clone(list), b.To))
				}
			}
		}
		lists = next
	}
	return set
}

func reversed(list []int) []int {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// step hashes the bond to an atom of a path, and the atom.
func step(m *molecule.Molecule, list []int, i int, h uint64) uint64 {
	if i > 0 {
		for _, b := range m.Bonds[list[i-1]] {
			if b.To == list[i] {
				h = filter.Mix(h*31 + uint64(b.Order) + 1)
			}
		}
	}
	return filter.Mix(h*31 + letters(m.Atoms[list[i]]) + 1)
}

func letters(element string) (n uint64) {
	for i := range len(element) {
		n = n<<8 | uint64(element[i])
	}
	return n
}

// around is the number of what is around an atom.
func around(m *molecule.Molecule, a, r int) uint64 {
	if r == 0 {
		return filter.Mix(letters(m.Atoms[a])*256 + uint64(len(m.Bonds[a])))
	}
	var list []uint64
	for _, b := range m.Bonds[a] {
		list = append(list, filter.Mix(around(m, b.To, r-1)+uint64(b.Order)))
	}
	slices.Sort(list)
	h := uint64(0)
	for _, x := range append([]uint64{around(m, a, r-1), uint64(r - 1)}, list...) {
		h = filter.Mix(h*31 + x + 1)
	}
	return h
}

// Claims are supported by rows made for them, and contradicted or left open by others.
func TestClaims(t *testing.T) {
	run := experimenttest.Run(t, small(), "--bits=512,2048", "--atoms=3,6", "--searches=4", "--reps=3")
	for i := range run.Rows {
		r := &run.Rows[i]
		noise := 1 + 1e-4*math.Sin(float64(r.Seq))
		switch r.Metric {
		case metric.Query:
			r.Ops, r.Value = 1, 1000*noise*map[string]float64{none: 10, paths: 2, sized: 3, surroundings: 1}[r.Filter]
			r.CPU = int64(r.Value)
		case Lost:
			r.Value = map[string]float64{surroundings: 0.5}[r.Filter]
		case Rate:
			r.Value = map[string]float64{paths: 0.05, sized: 0.04, surroundings: 0.01}[r.Filter] * noise
		}
	}
	experimenttest.Supported(t, small(), run, map[string]claim.Verdict{"MO1": claim.ByConstruction, "MO3": claim.ByConstruction})
	of := experimenttest.Of
	experimenttest.Verdicts(t, small(), run, []experimenttest.Case{
		{"MO1", of(sized, Lost).At(0, "512").Plus(0.01), claim.Contradicted},
		{"MO2", of(paths, metric.Query).At(1, "3").Times(9), claim.Contradicted},
		{"MO2", experimenttest.Gone(none), claim.NotTested},
		{"MO3", of(surroundings, Lost).At(1, "3").Is(0), claim.Contradicted},
		{"MO4", of(sized, Rate).At(0, "512").Times(2), claim.Contradicted},
		{"MO5", of(paths, Rate).At(0, "2048").Times(3), claim.Contradicted},
		{"MO5", of(paths, Rate).At(0, "512").Times(3), claim.Supported},
	})
}
