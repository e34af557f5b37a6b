// Package stream measures what finds duplicates in an endless stream: an element is one
// if it came among the last w, and both errors count, by memory.
//
// Guarantee: the truth of every element is known from its last place in the stream. An
// exact window that differs from it, and one that must remember and forgets, end the
// run. Streams and hash functions of a round depend on the seed and on the round alone.
// Cost: see --dry-run; a stream of half a million elements and its truth in memory.
// Source: the article, Bloom filters for streaming data; Deng and Rafiei 2006; Yoon 2010;
// Shtul, Baquero and Almeida 2020; Laufer, Velloso and Duarte 2011; Géraud-Stewart,
// Lombard-Platet and Naccache 2020 (the lower bound that the article quotes).
//
// The path of a visit: a structure is built, the stream goes through it once (pass.go),
// its second half is counted; then further elements are timed. Small filters (limits.go)
// judge the lower bound.
package stream

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	kinds    kindList
	streams  streamList
	windows  experiment.CountList
	eps      experiment.RateList
	rooms    experiment.CountList
	universe experiment.AtLeast
	length   experiment.AtLeast
	text     string
	reps     experiment.AtLeast
	quick    bool
	seed     uint64
	given    *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults.
const (
	defaultWindows  = "1e3,1e4,3e4"
	quickWindows    = "1e3"
	defaultEps      = "0.1%,1%,10%,50%,80%"
	defaultRooms    = "1,2,4,8"
	defaultLength   = 1 << 19
	quickLength     = "131072"
	defaultUniverse = 32
	defaultReps     = 7
	quickReps       = "4"
)

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		universe: experiment.AtLeast{Value: defaultUniverse, Least: 8, Why: "elements of long ago must be as many as those of the window"},
		length:   experiment.AtLeast{Value: defaultLength, Least: 1 << 12, Why: "the second half is counted, and rates need some thousands"},
		reps:     experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over streams and hash functions needs at least 2"},
		seed:     1,
	}
	// That the defaults parse is tested.
	_ = x.kinds.Set("all")
	_ = x.streams.Set(strings.Join(streamNames(), ","))
	_ = x.windows.Set(defaultWindows)
	_ = x.eps.Set(defaultEps)
	_ = x.rooms.Set(defaultRooms)
	return x
}

func (x *Experiment) Name() string { return "stream" }
func (x *Experiment) Title() string {
	return "duplicates in a window over a stream: both errors by memory"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.Var(&x.kinds, "filter", "structures to measure: names, a comma list, or all")
	fs.Var(&x.streams, "streams", "streams: uniform, zipf, text, or some of them")
	fs.Var(&x.windows, "window", "windows w in elements: 1e3,1e4")
	fs.Var(&x.eps, "eps", "false-positive rates asked for, which decide the memory: 1%,10%")
	fs.Var(&x.rooms, "room", "memory of what forgets by chance, as that of so many windows; 1 among them")
	fs.Var(&x.universe, "universe", "different elements of the uniform and the Zipf stream, for each of the window; 8 or more")
	fs.Var(&x.length, "length", "elements of a stream, rounded up to a power of two; at least 16 windows")
	fs.StringVar(&x.text, "text", "", "file of running text whose words are a stream (default: the King James Bible)")
	experiment.MarkFiles(fs, "text")
	fs.Var(&x.reps, "reps", "streams and hash functions of each cell, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "one window, shorter streams, fewer repetitions: less than a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides streams, hash functions and the order of the rounds")
}

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Puts streams through structures that remember what came lately and counts both
errors: elements called seen that did not come among the last w (fpr; of those
that never came, fpr_new), and elements called new that did (fnr). The streams
are running text, and elements drawn from a universe with equal probabilities or
with Zipf's.
Memory follows from the rate asked for; what forgets by chance is also built
with the memory of several windows (--room). Beside the structures stand an
exact window, a buffer of the last codes that fit in the memory of a Bloom
filter of the window, and a Bloom filter that never forgets.
The second half of a stream counts; the errors over the position in the stream
show how each comes to its steady state. Four small filters judge the lower
bound of FP + FN that the article quotes.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run stream --quick
  hyphbench run stream --filter=stable,sliding --window=1e3,1e4 --eps=1%
  hyphbench run stream --streams=text --filter=exact,aging,sliding --quick`
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	titles := map[string]string{}
	for _, k := range kinds() {
		titles[k.name] = k.title
	}
	for _, l := range limits() {
		titles[l.name] = l.title
	}
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(),
		Portuguese: portuguese(), Structures: titles,
	}
}

// leastWindows is how many windows a stream has at least.
const leastWindows = 16

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"window": quickWindows, "length": quickLength, "reps": quickReps}); err != nil {
			return nil, err
		}
	}
	if x.windows.Values[0] < 2 {
		return nil, fmt.Errorf("--window=%s: a window of fewer than 2 elements forgets nothing: want 2 or more", x.windows.String())
	}
	if !slices.Contains(x.rooms.Values, 1) {
		return nil, fmt.Errorf("--room=%s: want 1 among them, the memory of the others", x.rooms.String())
	}
	b := &bench{x: x, timer: experiment.NewTimer(ctx), middle: middleRate(x.eps.Values)}
	if slices.Contains(x.streams.names, streamText) {
		var err error
		if b.text, err = newText(x.text); err != nil {
			return nil, err
		}
	} else if x.text != "" {
		return nil, fmt.Errorf("--text=%s: no stream is text: want --streams=text among others", x.text)
	}
	for _, name := range x.streams.names {
		for _, w := range x.windows.Values {
			if length := b.length(name, w); length < leastWindows*w/2 {
				b.notes = append(b.notes, fmt.Sprintf("Left out: windows of %s elements of a text of %s words, which are fewer than %d windows.",
					axis.Grouped(w), axis.Grouped(length), leastWindows/2))
				continue
			}
			b.sets = append(b.sets, set{name, w})
		}
	}
	if len(b.sets) == 0 {
		return nil, fmt.Errorf("--window=%s: the text has %s words: want windows of at most an eighth of it", x.windows.String(), axis.Grouped(b.text.len()))
	}
	return b, nil
}

// length is how many elements a stream has.
func (b *bench) length(name string, window int) int {
	length := 1 << bits.Len(uint(max(b.x.length.Value, leastWindows*window)-1))
	if name == streamText {
		return min(length, b.text.len())
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
