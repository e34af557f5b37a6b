package screening

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Names of the axes.
const (
	axisBits   = "bits"
	axisHashes = "hashes"
	axisLength = "length"

	middles = "middle" // the parameter: what the axes stand at that are not varied
)

// Places of the axes in a point.
const (
	placeBits = iota
	placeHashes
	placeLength
)

// bench is the prepared experiment.
type bench struct {
	x     *Experiment
	words *corpus.Words
	docs  *documents
	timer experiment.Timer

	kept map[string]way // those without hash functions

	// Of the round being measured.
	round    int
	searches map[int][]search // by length
	pairs    []pair
	ways     map[signedWay]way
	found    map[asked]found
}

// asked is a way with the length of its queries.
type asked struct {
	signedWay
	length int
}

// signedWay is a way with its signatures.
type signedWay struct {
	name string
	scheme
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	m.Filters = slices.Concat(ways(), estimates(), []string{environment})
	m.Axes = []axis.Axis{
		axis.Counts(axisBits, b.x.bits.Values), axis.Counts(axisHashes, b.x.hashes.Values), axis.Counts(axisLength, b.x.lengths.Values),
	}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	m.Inputs = append(m.Inputs, b.words.Input)
	if b.words.Note != "" {
		m.Notes = append(m.Notes, b.words.Note)
	}
	at := b.middle()
	m.Parameters = map[string]string{
		"documents": strconv.Itoa(b.docs.list.Len()), "searches": b.x.queries.String(), "pairs": b.x.pairs.String(),
		middles: strconv.Itoa(at.bits) + "," + strconv.Itoa(at.hashes) + "," + strconv.Itoa(at.length),
	}
}

// place is where the axes stand.
type place struct{ bits, hashes, length int }

// middle is the place around which each axis is varied.
func (b *bench) middle() place {
	return place{
		workload.Middle(b.x.bits.Values, middleBits), workload.Middle(b.x.hashes.Values, middleHashes),
		workload.Middle(b.x.lengths.Values, middleLength),
	}
}

// visit is a way, or an estimate, at a point: on the axis that is varied, or off all of
// them where nothing of it is.
type visit struct {
	name string
	at   runfolder.Point
}

// visits vary one axis at a time. The ways without signatures stand off the axes of
// these, and beside them along the lengths.
func (b *bench) visits() (list []visit) {
	for _, name := range slices.Concat(ways(), estimates()) {
		estimate := slices.Contains(estimates(), name)
		if signed(name) || estimate {
			for _, bits := range b.x.bits.Values {
				list = append(list, visit{name, runfolder.At(strconv.Itoa(bits), "", "")})
			}
			for _, hashes := range b.x.hashes.Values {
				list = append(list, visit{name, runfolder.At("", strconv.Itoa(hashes), "")})
			}
		} else if name != scanning { // which takes long, and is along the lengths
			list = append(list, visit{name, runfolder.At("", "", "")})
		}
		for _, length := range b.x.lengths.Values {
			if !estimate {
				list = append(list, visit{name, runfolder.At("", "", strconv.Itoa(length))})
			}
		}
	}
	for _, length := range b.x.lengths.Values {
		list = append(list, visit{environment, runfolder.At("", "", strconv.Itoa(length))})
	}
	return list
}

// metrics are those of a visit. What does not depend on the queries is measured at the
// middle of their lengths; row-wise signatures have the candidates of sliced ones.
func (b *bench) metrics(v visit, round int) (list []runfolder.Metric) {
	counted := map[string][]runfolder.Metric{
		uncorrected: {SimilarityError, SimilarityBias}, corrected: {SimilarityError, SimilarityBias}, environment: {Lost},
	}
	if list, alone := counted[v.name]; alone {
		if round < 1 {
			return nil
		}
		return list
	}
	atMiddle := v.at.Value(placeLength) == strconv.Itoa(b.middle().length)
	if atMiddle && v.name != scanning {
		list = append(list, metric.Build)
	}
	list = append(list, metric.Query)
	if round < 1 {
		return list
	}
	if v.name == postings || v.name == bySlices {
		list = append(list, Candidates, FalseCandidates)
	}
	if v.name == bySlices {
		list = append(list, Rate, metric.FPRTheory)
	}
	if atMiddle {
		list = append(list, BitsPerDocument)
	}
	return list
}

// Plan implements experiment.Bench.
func (b *bench) Plan(session int) experiment.Plan {
	return experiment.Rounds(session, b.steps, b.x.reps.Value)
}

// steps are those of a round, in an order of its own.
func (b *bench) steps(round int) (list []experiment.Step) {
	visits := b.visits()
	random := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, round), 0))
	random.Shuffle(len(visits), func(i, j int) { visits[i], visits[j] = visits[j], visits[i] })
	for _, v := range visits {
		for _, name := range b.metrics(v, round) {
			list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: v.name, Metric: name, Point: v.at}})
		}
	}
	return list
}

// Predict implements experiment.Predictor: a round takes as long as the first.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		s.Round = min(s.Round, 1)
		return s, 1
	})
}
