// Package molecules measures the search for parts of molecules with fingerprints. Which answers
// does a screen lose, how many molecules remain to be searched, and does this save time?
//
// Guarantee: the losses and the remaining molecules of a screen are counted by an exact search
// of all molecules. Parts, hash functions and order of a round depend on the seed and on the
// round alone.
// Cost: see --dry-run; some 10 kB per molecule, for its features.
// Source: the article on chemical structures; Daylight's fingerprints and ECFP are their kinds,
// not their programs, which are not at hand: the bits that a path of a size has are chosen
// here, and an atom of surroundings is its element and number of neighbours, without the
// hydrogens, charge and mass of ECFP.
package molecules

import (
	_ "embed"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/molecule"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed help.txt
var help string

// Methods and axes, as in the rows.
const (
	none         = "none"
	paths        = "paths"
	sized        = "sized"
	surroundings = "surroundings"

	Bits  axis.CountAxis = "bits"
	Atoms axis.CountAxis = "atoms"
)

// Metrics, in the order of display.
var (
	metrics metric.List

	_       = metrics.Time(metric.Query, "query", "one query, the search of what the screen leaves included", "uma consulta, incluída a busca no que resta da triagem")
	Lost    = metrics.Share("lost", "answers that the screen misses", "respostas que a triagem perde")
	Rate    = metrics.Percent("fpr", "molecules without the part that the screen leaves", "moléculas sem a parte que restam da triagem")
	Density = metrics.Share("density", "bits set in a fingerprint", "bits em 1 em uma impressão digital")
)

const (
	debian   = "/usr/share/RDKit/Data/NCI/first_5K.smi"
	longest  = 5 // bonds of a path
	radius   = 1 // bonds around an atom: a diameter of 2, that of ECFP2
	mostBits = 1 << 16
)

// collection is what is searched, as the flags say.
type collection struct {
	path     trial.Path
	searches flagvalue.AtLeast
	list     []*molecule.Molecule
	features map[string][][]molecule.Feature // by method and molecule; of none: nil
}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment { return of(debian) }

func of(path string) experiment.Experiment {
	x := &collection{path: trial.Path(path), searches: flagvalue.AtLeast{Value: 50, Least: 2, Why: "one is of a molecule and one is changed"}}
	return trial.New(trial.Spec{
		Name: "molecules", Title: "search for parts of molecules by fingerprints: what screens lose and leave", Help: help,
		Axes: []trial.Axis{
			{Of: Bits, Default: "256,512,1024,2048,4096", Quick: "512,2048", Usage: "bits of a fingerprint: 512,2048", About: "bits of a fingerprint"},
			{Of: Atoms, Default: "3,6,9,12", Quick: "3,9", Usage: "atoms of the parts, 2 to 24", About: "atoms of the part"},
		},
		Flags: []trial.Flag{
			{Name: "smiles", Value: &x.path, File: true, Usage: "file of SMILES, one per line, with or without a name behind it"},
			{Name: "searches", Value: &x.searches, Quick: "20", Usage: "parts per size and round"},
		},
		Reps:  trial.Reps{Default: 6, Least: 2, Why: "an interval over parts needs at least 2", Quick: "3", Usage: "rounds, each with its own parts and hash functions, 2 or more"},
		Seed:  "seed of parts and hash functions",
		Quick: "fewer sizes, parts and rounds: some seconds",
		Methods: []trial.Method{
			{Name: none, Baseline: true, Title: bilingual.Text{EN: "search of all molecules", PT: "busca em todas as moléculas"}},
			{Name: paths, Title: bilingual.Text{EN: "paths, two bits each", PT: "caminhos, dois bits cada"}},
			{Name: sized, Title: bilingual.Text{EN: "paths, bits by their size", PT: "caminhos, bits conforme o tamanho"}},
			{Name: surroundings, Title: bilingual.Text{EN: "surroundings of atoms", PT: "vizinhanças dos átomos"}},
		},
		Metrics:   metrics,
		Words:     map[string]string{"bits": "bits", "atoms": "átomos"},
		Headlines: []answer.Headline{{Metric: metric.Query, To: none}},
		Claims:    claims(),
		Figures:   func(*runfolder.Meta) []figure.Figure { return figures() },
		Prepare:   x.prepare,
		Trials:    x.trials,
		Listed:    true, // parts are found once a round
	})
}

func (x *collection) prepare(r *trial.Run) error {
	if list := r.Counts(Bits); list[0] < 64 || list[len(list)-1] > mostBits {
		return fmt.Errorf("--bits=%s: want 64 to %d", r.Text(Bits), mostBits)
	}
	if list := r.Counts(Atoms); list[0] < 2 || list[len(list)-1] > 24 {
		return fmt.Errorf("--atoms=%s: want 2 to 24", r.Text(Atoms))
	}
	src, err := os.ReadFile(x.path.String())
	if err != nil {
		return fmt.Errorf("no molecules: %w: want Debian's package rdkit-data (apt-get install rdkit-data), or --smiles=FILE", err)
	}
	x.list = nil
	for i, line := range strings.Split(string(src), "\n") {
		if fields := strings.Fields(line); len(fields) > 0 {
			m, err := molecule.Parse(fields[0])
			if err != nil {
				return fmt.Errorf("%s:%d: %w", x.path, i+1, err)
			}
			x.list = append(x.list, m)
		}
	}
	if most := r.Counts(Atoms)[len(r.Counts(Atoms))-1]; !slices.ContainsFunc(x.list, func(m *molecule.Molecule) bool { return x.part(m, most, rand.New(rand.NewPCG(0, 0))) != nil }) {
		return fmt.Errorf("--atoms=%s: no molecule of %s has a part of %d atoms", r.Text(Atoms), x.path, most)
	}
	x.features = map[string][][]molecule.Feature{}
	for _, m := range x.list {
		for _, method := range []string{paths, sized, surroundings} {
			x.features[method] = append(x.features[method], features(method, m))
		}
	}
	in := corpus.InputOf("molecules", x.path.String(), src)
	in.Count = len(x.list)
	r.Inputs = append(r.Inputs, in)
	r.Parameters = map[string]string{"searches": x.searches.String(), "molecules": strconv.Itoa(len(x.list))}
	return nil
}

func features(method string, m *molecule.Molecule) []molecule.Feature {
	if method == surroundings {
		return m.Surroundings(radius)
	}
	return m.Paths(longest)
}

// hashes are the bits of a feature.
func hashes(method string, f molecule.Feature) int {
	if method == sized {
		return 1 + f.Size/2
	}
	return 2
}

// fingerprint sets the bits of features: their number is the seed of random numbers, the first of
// which say which bits.
func fingerprint(list []molecule.Feature, method string, size int, seed uint64) []uint64 {
	set := make([]uint64, (size+63)/64)
	for _, f := range list {
		h := filter.Mix(f.Hash ^ filter.Mix(seed+uint64(f.Size)))
		for range hashes(method, f) {
			at, _ := bits.Mul64(h, uint64(size))
			set[at/64] |= 1 << (at % 64)
			h = filter.Mix(h + filter.ProbeStep)
		}
	}
	return set
}

// covers reports whether a fingerprint has all bits of another one.
func covers(all, some []uint64) bool {
	for i, word := range some {
		if word&^all[i] != 0 {
			return false
		}
	}
	return true
}

// trials vary one axis at a time.
func (x *collection) trials(r *trial.Run) (list []trial.Trial) {
	for _, at := range r.Around(Bits.At(2048), Atoms.At(6)) {
		size, atoms := at.Int(Bits), at.Int(Atoms)
		for _, method := range []string{none, paths, sized, surroundings} {
			of := trial.Trial{Method: method, At: []axis.Place{Bits.At(size), Atoms.At(atoms)}, Reports: []runfolder.Metric{metric.Query, Lost, Rate, Density}}
			if method == none {
				of.At, of.Reports = of.At[1:], of.Reports[:1]
			}
			of.Do = func(t *trial.T) error { return x.measure(t, method, size, atoms) }
			list = append(list, of)
		}
	}
	return trial.Distinct(list)
}

// query is a part, and the molecules that have it.
type query struct {
	part    *molecule.Molecule
	answers []bool
	count   int
}

// queries are those of a round, with their answers by a search of all molecules.
func (x *collection) queries(seed uint64, atoms int) (list []query) {
	random := rand.New(rand.NewPCG(seed, uint64(atoms)))
	for len(list) < x.searches.Value {
		part := x.part(x.list[random.IntN(len(x.list))], atoms, random)
		if part == nil {
			continue
		}
		if len(list)%2 == 1 {
			part.Atoms[random.IntN(atoms)] = []string{"N", "O", "S", "Cl"}[random.IntN(4)]
		}
		q := query{part: part}
		for _, m := range x.list {
			has := m.Matches(part)
			if q.answers = append(q.answers, has); has {
				q.count++
			}
		}
		list = append(list, q)
	}
	return list
}

// part is a connected one of so many atoms, nil where a molecule, or the piece of it that is met,
// is smaller.
func (x *collection) part(m *molecule.Molecule, atoms int, random *rand.Rand) *molecule.Molecule {
	list := []int{random.IntN(len(m.Atoms))}
	for len(list) < atoms {
		var edge []int
		for _, a := range list {
			for _, b := range m.Bonds[a] {
				if !slices.Contains(list, b.To) {
					edge = append(edge, b.To)
				}
			}
		}
		if len(edge) == 0 {
			return nil
		}
		list = append(list, edge[random.IntN(len(edge))])
	}
	return m.Part(list)
}

// measure screens all molecules for the parts of a round, then times it.
func (x *collection) measure(t *trial.T, method string, size, atoms int) error {
	kept, err := trial.Fixture(t, t.Round, func() (map[int][]query, error) { return map[int][]query{}, nil })
	if err != nil {
		return err
	}
	if kept[atoms] == nil {
		kept[atoms] = x.queries(t.Seed(), atoms)
	}
	var all [][]uint64
	ones := 0
	for _, list := range x.features[method] {
		set := fingerprint(list, method, size, t.Seed())
		for _, word := range set {
			ones += bits.OnesCount64(word)
		}
		all = append(all, set)
	}
	screen := func(q query, i int, asked []uint64) bool { return method == none || covers(all[i], asked) }
	ask := func(q query) []uint64 {
		if method == none {
			return nil
		}
		return fingerprint(features(method, q.part), method, size, t.Seed())
	}
	lost, left, answers, others := 0, 0, 0, 0
	for _, q := range kept[atoms] {
		asked := ask(q)
		answers, others = answers+q.count, others+len(x.list)-q.count
		for i, has := range q.answers {
			switch passes := screen(q, i, asked); {
			case has && !passes:
				lost++
			case !has && passes:
				left++
			}
		}
	}
	if method != none {
		t.Report(Lost, float64(lost)/float64(answers))
		t.Report(Rate, float64(left)/float64(others))
		t.Report(Density, float64(ones)/float64(size*len(x.list)))
	}
	t.Time(metric.Query, len(kept[atoms]), func() error {
		found := 0
		for _, q := range kept[atoms] {
			asked := ask(q)
			for i, m := range x.list {
				if screen(q, i, asked) && m.Matches(q.part) {
					found++
				}
			}
		}
		if found != answers-lost {
			return fmt.Errorf("%s: %d answers under the clock, not %d", method, found, answers-lost)
		}
		return nil
	})
	return nil
}
