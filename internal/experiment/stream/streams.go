package stream

import (
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"

	"hyphbench/internal/corpus"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Streams, in the order of display. Of the first two one element in eight never comes
// again: in a universe that the stream has gone through there are no negatives.
const (
	streamUniform = "uniform" // every element of a universe is as likely
	streamZipf    = "zipf"    // the ith is i times less likely than the first
	streamText    = "text"    // words of running text
)

// negativesEvery is how many elements there are for one that never comes again.
const negativesEvery = 8

func streamNames() []string { return []string{streamUniform, streamZipf, streamText} }

// never is the age of an element that did not come before.
const never = 0

// elements are a stream with its truth. Asked from the beginning again it is one that
// goes on: that is what is timed.
type elements struct {
	words *wordlist.List
	age   []int32 // how many elements ago the same came; never
	again []int32 // the same when the stream is gone through again
	bins  []uint8 // of ages
}

// newElements makes a stream of numbers, each of which stands for a word.
func newElements(numbers []int32, different int, word func(b []byte, number int32) []byte) *elements {
	e := &elements{age: make([]int32, len(numbers)), again: make([]int32, len(numbers)), bins: ageBins(len(numbers))}
	last := make([]int32, different) // place after the last one, 0 for none
	for i, number := range numbers {
		if last[number] > 0 {
			e.age[i] = int32(i+1) - last[number]
		}
		last[number] = int32(i + 1)
	}
	for i, number := range numbers {
		if e.again[i] = e.age[i]; e.age[i] == never {
			e.again[i] = int32(len(numbers)+i+1) - last[number]
		}
	}
	e.words = wordlist.Generate(len(numbers), func(b []byte, i int) []byte { return word(b, numbers[i]) })
	return e
}

// drawn is a stream of elements of a universe, by their probabilities.
func drawn(length, universe int, zipf bool, seed uint64) *elements {
	random := rand.New(rand.NewPCG(seed, 's'))
	draw := func() int { return random.IntN(universe) }
	if zipf {
		up := make([]float64, universe) // sums of 1/i
		sum := 0.0
		for i := range up {
			sum += 1 / float64(i+1)
			up[i] = sum
		}
		draw = func() int { return min(universe-1, sort.SearchFloat64s(up, sum*random.Float64())) }
	}
	numbers, different := make([]int32, length), universe
	for i := range numbers {
		if random.IntN(negativesEvery) == 0 {
			numbers[i] = int32(different)
			different++
		} else {
			numbers[i] = int32(draw())
		}
	}
	return newElements(numbers, different, func(b []byte, number int32) []byte {
		return strconv.AppendUint(b, filter.Mix(seed+uint64(number)), 36)
	})
}

// runningText is a text, numbered.
type runningText struct {
	words   []string
	numbers []int32
	input   runfolder.Input
}

func newText(path string) (*runningText, error) {
	from, err := corpus.LoadText(path)
	if err != nil {
		return nil, err
	}
	t := &runningText{input: from.Input, numbers: make([]int32, 0, from.Words.Len())}
	known := map[string]int32{}
	for word := range from.Words.Each() {
		number, there := known[word]
		if !there {
			number = int32(len(t.words))
			known[word] = number
			t.words = append(t.words, word)
		}
		t.numbers = append(t.numbers, number)
	}
	return t, nil
}

func (t *runningText) len() int { return len(t.numbers) }

// stream are so many words from a place on that the seed decides; after the end comes
// the beginning.
func (t *runningText) stream(length int, seed uint64) *elements {
	first := rand.New(rand.NewPCG(seed, 't')).IntN(len(t.numbers))
	numbers := make([]int32, length)
	for i := range numbers {
		numbers[i] = t.numbers[(first+i)%len(t.numbers)]
	}
	return newElements(numbers, len(t.words), func(b []byte, number int32) []byte { return append(b, t.words[number]...) })
}

// mostDifferent bounds a universe: its numbers take four bytes per element.
const mostDifferent = 1 << 30

// load makes the stream of a set in a round, by its seed.
func (x *setup) load(s set, seed uint64) *elements {
	seed = filter.Mix(seed + uint64(s.window))
	if s.stream == streamText {
		return x.text.stream(x.lengthOf(s), seed)
	}
	return drawn(x.lengthOf(s), min(mostDifferent, x.universe.Value*s.window), s.stream == streamZipf, seed)
}

// nameList is a flag of known words, each once. It implements pflag.Value.
type nameList struct {
	known []string
	text  string
	names []string
}

func namesOf(known []string, text string) nameList {
	l := nameList{known: known}
	_ = l.Set(text) // that the defaults parse is tested
	return l
}

func (l *nameList) String() string  { return l.text }
func (l *nameList) Type() string    { return "names" }
func (l *nameList) Words() []string { return l.known }

func (l *nameList) Set(text string) error {
	var names []string
	for _, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		if err := (&flagvalue.Choice{Choices: l.known}).Set(word); err != nil {
			return err
		}
		if !slices.Contains(names, word) {
			names = append(names, word)
		}
	}
	l.text, l.names = text, names
	return nil
}
