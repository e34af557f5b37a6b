// Package stream measures the detection of duplicates in endless streams. An element is a
// duplicate if it is one of the last w elements. The package counts both kinds of errors for
// different sizes of memory.
//
// Guarantee: the true answer for every element follows from its last place in the stream. The
// run ends if an exact window gives another answer, or if a structure forgets what it must
// remember. Streams and hash functions of a round depend on the seed and on the round alone.
// Cost: see --dry-run; a stream of half a million elements and its truth in memory.
// Source: the article, Bloom filters for streaming data; Deng and Rafiei 2006; Yoon 2010;
// Shtul, Baquero and Almeida 2020; Laufer, Velloso and Duarte 2011; Géraud-Stewart,
// Lombard-Platet and Naccache 2020 (the lower bound that the article quotes).
//
// The path of a trial: a structure is built, the stream goes through it once (streampass.go),
// its second half is counted; then further elements are timed. Small filters
// (lowerbounds.go) judge the lower bound.
package stream

import (
	_ "embed"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

//go:embed help.txt
var help string

// setup is what the flags ask for, with what follows from them.
type setup struct {
	kinds, streams   nameList
	universe, length flagvalue.AtLeast
	path             trial.Path

	run    *trial.Run
	text   *runningText // nil: no stream is text
	sets   []set
	middle axis.Rate
}

// set is a stream with a window: structures of a round share it.
type set struct {
	stream string
	window int
}

const (
	leastWindows = 16 // that a stream has
	quickLength  = "131072"

	parameterUniverse = "universe" // is read by figures and claims
	parameterMiddle   = "middle"   // too
)

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment { return trial.New(newSetup().spec()) }

func newSetup() *setup {
	return &setup{
		kinds:    namesOf(append([]string{"all"}, kindNames()...), "all"),
		streams:  namesOf(streamNames(), strings.Join(streamNames(), ",")),
		universe: flagvalue.AtLeast{Value: 32, Least: 8, Why: "elements of long ago must be as many as those of the window"},
		length:   flagvalue.AtLeast{Value: 1 << 19, Least: 1 << 12, Why: "the second half is counted, and rates need some thousands"},
	}
}

func (x *setup) spec() trial.Spec {
	return trial.Spec{
		Name: "stream", Title: "duplicates in a window over a stream: both errors by memory", Help: help,
		Axes: []trial.Axis{
			{Of: axisStream, Values: func() []string { return append(slices.Clone(x.streams.names), streamLetters, streamEndless) },
				About: "what the stream is made of"},
			{Of: axisWindow, Default: "1e3,1e4,3e4", Quick: "1e3", Usage: "windows w in elements: 1e3,1e4",
				About: "elements among the last of which one is a duplicate"},
			{Of: axisInserted, Values: func() []string { return axis.Counts("", x.looks()).Values },
				About: "elements of the stream before the look; empty for its whole second half"},
			{Of: axisRoom, Default: "1,2,4,8", Usage: "memory of structures that forget by chance, as a number of windows; must include 1",
				About: "memory, as that of so many windows"},
			{Of: axis.Eps, Default: "0.1%,1%,10%,50%,80%", Usage: "false-positive rates, which decide the memory: 1%,10%"},
		},
		Flags: []trial.Flag{
			{Name: "filter", Value: &x.kinds, Usage: "structures to measure: names, a comma-separated list, or all"},
			{Name: "streams", Value: &x.streams, Usage: "streams: uniform, zipf, text"},
			{Name: "universe", Value: &x.universe, Usage: "different elements of the uniform and the Zipf stream per element of the window; 8 or more"},
			{Name: "length", Value: &x.length, Quick: quickLength, Usage: "elements per stream, rounded up to a power of two; at least 16 windows"},
			{Name: "text", Value: &x.path, File: true, Usage: "file of running text whose words are a stream (default: the King James Bible)"},
		},
		Reps:      trial.Reps{Default: 7, Least: 2, Why: "an interval over streams and hash functions needs at least 2", Quick: "4", Usage: "streams and hash functions per cell, 2 or more"},
		Seed:      "seed of streams, hash functions and the order of the rounds",
		Quick:     "one window, shorter streams, fewer repetitions; --dry-run prints the duration",
		Methods:   append(methods(kinds()), methods(limits())...),
		Metrics:   metrics,
		Words:     words(),
		Headlines: []answer.Headline{{Metric: BitsPerElement, Rate: Errors}, {Metric: metric.Query}}, // how small the structures are, with their errors beside, and how soon they answer
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials:    x.trials,
		Order:     order,
		Like:      x.like,
	}
}

func (x *setup) prepare(r *trial.Run) (err error) {
	windows, rooms := r.Counts(axisWindow), r.Counts(axisRoom)
	if windows[0] < 2 {
		return fmt.Errorf("--window=%s: a window of fewer than 2 elements forgets nothing: want 2 or more", r.Text(axisWindow))
	}
	if !slices.Contains(rooms, 1) {
		return fmt.Errorf("--room=%s: want 1 among them, the memory of the others", r.Text(axisRoom))
	}
	x.run, x.middle = r, middleRate(r.Rates(axis.Eps))
	if slices.Contains(x.streams.names, streamText) {
		if x.text, err = newText(string(x.path)); err != nil {
			return err
		}
		r.Inputs = append(r.Inputs, x.text.input)
	} else if x.path != "" {
		return fmt.Errorf("--text=%s: no stream is text: want --streams=text among others", x.path)
	}
	for _, name := range x.streams.names {
		for _, w := range windows {
			if length := x.lengthOf(set{name, w}); length < leastWindows*w/2 {
				r.Notes = append(r.Notes, fmt.Sprintf("Left out: windows of %s elements of a text of %s words, which are fewer than %d windows.",
					axis.Grouped(w), axis.Grouped(length), leastWindows/2))
				continue
			}
			x.sets = append(x.sets, set{name, w})
		}
	}
	if len(x.sets) == 0 {
		return fmt.Errorf("--window=%s: the text has %s words: want windows of at most an eighth of it",
			r.Text(axisWindow), axis.Grouped(x.text.len()))
	}
	r.Methods = append(methods(x.measured()), methods(limits())...)
	r.Parameters = map[string]string{"length": x.length.String(), parameterUniverse: x.universe.String(), parameterMiddle: x.middle.String()}
	return nil
}

// measured are the structures of the run, in the order of display.
func (x *setup) measured() (list []kind) {
	for _, k := range kinds() {
		if slices.Contains(x.kinds.names, k.name) || slices.Contains(x.kinds.names, "all") {
			list = append(list, k)
		}
	}
	return list
}

func (x *setup) lengthOf(s set) int {
	length := 1 << bits.Len(uint(max(x.length.Value, leastWindows*s.window)-1))
	if s.stream == streamText {
		return min(length, x.text.len())
	}
	return length
}

// middleRate is 1 % or, where it is not asked for, the middle of the list.
func middleRate(list []axis.Rate) axis.Rate {
	const onePercent = axis.Per / 100
	if slices.Contains(list, onePercent) {
		return onePercent
	}
	return list[len(list)/2]
}

// looks are all numbers of elements after which something is looked at.
func (x *setup) looks() (list []int) {
	for _, s := range x.sets {
		list = append(list, x.positions(s)...)
	}
	for _, l := range limits() {
		list = append(list, l.looks...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// positions are the powers of two from a quarter of the window on, at the window in the
// middle of the list.
func (x *setup) positions(s set) (list []int) {
	windows := x.run.Counts(axisWindow)
	if s.window != windows[len(windows)/2] {
		return nil
	}
	for n := 1 << position(max(1, s.window/4)); n <= x.lengthOf(s); n *= 2 {
		list = append(list, n)
	}
	return list
}

// visit is a structure to which a stream is put.
type visit struct {
	set
	kind kind
	room int       // 0 of one without
	eps  axis.Rate // 0 of one without
}

// visits are those of a set, in the order of the tables. Memory by ε and by room is
// varied one at a time around the middle ε and one window's room.
func (x *setup) visits(s set) (list []visit) {
	for _, k := range x.measured() {
		if !k.rated {
			list = append(list, visit{set: s, kind: k})
			continue
		}
		for _, eps := range x.run.Rates(axis.Eps) {
			if k.name == bloomName && eps != x.middle {
				continue
			}
			rooms := []int{1}
			if k.forgets && eps == x.middle && s.stream == streamUniform {
				rooms = x.run.Counts(axisRoom)
			}
			for _, room := range rooms {
				if room == 1 || x.lengthOf(s) >= leastWindows*room*s.window { // else it is far from steady
					list = append(list, visit{s, k, room, eps})
				}
			}
		}
	}
	return list
}

// usual reports whether a visit is at the middle of what is varied.
func (x *setup) usual(v visit) bool { return !v.kind.rated || v.eps == x.middle && v.room == 1 }

// trials are the visits of all sets, and the small filters behind them.
func (x *setup) trials(*trial.Run) (list []trial.Trial) {
	for _, s := range x.sets {
		for _, v := range x.visits(s) {
			list = append(list, x.trial(v))
		}
	}
	for _, l := range limits() {
		list = append(list, l.trial())
	}
	return list
}

func (x *setup) trial(v visit) trial.Trial {
	at := []axis.Place{axisStream.At(v.stream), axisWindow.At(v.window), axis.Eps.At(v.eps)}
	if v.room > 0 {
		at = append(at, axisRoom.At(v.room))
	}
	looks := []trial.Look{{Reports: v.metrics()}}
	var positions []int
	if x.usual(v) && v.kind.rated {
		positions = x.positions(v.set)
	}
	for _, n := range positions {
		reports := []runfolder.Metric{RateAt, MissedAt}
		if v.emptying() {
			reports = append(reports, Empty)
		}
		looks = append(looks, trial.Look{At: []axis.Place{axisInserted.At(n)}, Reports: reports})
	}
	if x.usual(v) {
		looks = append(looks, trial.Look{Reports: []runfolder.Metric{metric.Query}})
	}
	return trial.Trial{Method: v.kind.name, At: at, Looks: looks, Do: func(t *trial.T) error {
		e, err := trial.Fixture(t, fmt.Sprint(v.set, t.Round), func() (*elements, error) { return x.load(v.set, t.Seed()), nil })
		if err != nil {
			return err
		}
		p, err := newPass(v, e, t.Seed())
		if err != nil {
			return err
		}
		for _, m := range v.metrics() {
			t.Report(m, p.value(m))
		}
		for _, n := range positions {
			p.reportAt(t.At(axisInserted.At(n)), n)
		}
		if x.usual(v) {
			p.comeAgain()
			t.Time(metric.Query, p.timedElements(), p.timed)
		}
		return nil
	}}
}

// order has the sets in an order of the round's own, and for each the structures: a stream
// is made once a round. The lower bound is judged at the end.
func order(random *rand.Rand, trials []trial.Trial) (order []int) {
	var sets [][]int
	var last []int
	for i, t := range trials {
		switch {
		case slices.ContainsFunc(limits(), func(l limit) bool { return l.name == t.Method }):
			last = append(last, i)
		case i > 0 && slices.Equal(t.At[:2], trials[i-1].At[:2]):
			sets[len(sets)-1] = append(sets[len(sets)-1], i)
		default:
			sets = append(sets, []int{i})
		}
	}
	random.Shuffle(len(sets), func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
	for _, s := range sets {
		random.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		order = append(order, s...)
	}
	return append(order, last...)
}

// like says that a pass takes as long in every window, and that looks back at it take no
// time.
func (x *setup) like(_ *trial.Run, s experiment.Step) (experiment.Step, float64) {
	s.Round = min(s.Round, 1)
	at := func(i int) string { return s.Cell.Point.Value(i) }
	i := slices.IndexFunc(x.sets, func(of set) bool { return of.stream == at(0) })
	if i < 0 {
		return s, 1
	}
	looksBack := at(2) != ""
	s.Cell.Point = runfolder.At(at(0), axisWindow.At(x.sets[i].window).Text, "", at(3), at(4))
	if looksBack {
		s.Cell.Metric = Rate
		return s, 0
	}
	return s, 1
}

// The axes beside that of ε.
const (
	axisStream   axis.NameAxis  = "stream"
	axisWindow   axis.CountAxis = "window"
	axisInserted axis.CountAxis = "inserted"
	axisRoom     axis.CountAxis = "room"
)

// Metrics, in the order of display. The rates are shares of the second half of a stream, and
// along it since half as many elements.
var (
	metrics metric.List

	BitsPerElement = metrics.Count("bits_per_element", "bits", "bits per element of the window", "bits por elemento da janela") // nominal
	_              = metrics.Count(metric.Bits, "bits", "bits of the state", "bits do estado")
	Rate           = metrics.Share("fpr", "called seen and not of the window", "ditos vistos e fora da janela")
	RateNew        = metrics.Share("fpr_new", "new and called seen", "novos e ditos vistos")
	_              = metrics.Share(metric.FPRTheory, "false-positive rate by theory", "")
	RateBound      = metrics.Share("fpr_bound", "false-positive rate at most", "razão máxima de falsos positivos") // of the generalised filter, whatever came
	Missed         = metrics.Share("fnr", "of the window and called new", "da janela e ditos novos")
	MissedTheory   = metrics.Share("fnr_theory", "of the window and called new, by theory", "da janela e ditos novos, pela teoria")
	Errors         = metrics.Share("errors", "false positives and false negatives together", "falsos positivos e falsos negativos somados")
	Bound          = metrics.Share("bound", "both errors at least, by the article", "soma mínima dos erros, segundo o artigo")
	LeastBits      = metrics.Count("least_bits", "bits", "bits per element that both errors take at least", "bits por elemento que os dois erros exigem")
	RateAt         = metrics.Share("fpr_at", "called seen and not of the window, along the stream", "ditos vistos e fora da janela, ao longo do fluxo")
	MissedAt       = metrics.Share("fnr_at", "of the window and called new, along the stream", "da janela e ditos novos, ao longo do fluxo")
	Empty          = metrics.Share("empty", "empty cells", "células vazias")
	EmptyTheory    = metrics.Share("empty_theory", "empty cells in the limit, by theory", "células vazias no limite, pela teoria")
	Lifetime       = metrics.Count("lifetime", "elements", "elements after which half are forgotten", "elementos após os quais metade está esquecida")
	LifetimeTheory = metrics.Count("lifetime_theory", "elements", "elements after which half are forgotten, by the article",
		"elementos após os quais metade está esquecida, segundo o artigo")
	Recent = metrics.Share("recent", "remembered and of the window", "lembrados e da janela") // of the last four windows
	_      = metrics.Time(metric.Query, "element", "one element", "um elemento")
)

// words are what figures draw beside titles: Portuguese by English.
func words() map[string]string {
	return map[string]string{
		"stream": "fluxo", "window": "janela", "inserted": "inseridos", "room": "espaço",
		"*/element": "*/elemento", "elements": "elementos",
		"Left out: windows of * elements of a text of * words, which are fewer than * windows.": "Omitidas: janelas de * elementos de um texto de * palavras, que são menos de * janelas.",
	}
}
