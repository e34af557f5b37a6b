package stream

import (
	"fmt"
	"math"
	"math/bits"

	"hyphbench/internal/filter"
)

// longAgo is up to how many windows ago it is asked what is still remembered.
const longAgo = 4

// tally counts answers by the truth.
type tally struct {
	others, positives       int // no duplicates, and those of them called seen
	negatives, newPositives int // those of them that never came
	duplicates, notNoticed  int
}

func (t *tally) add(age, w int, seen bool) {
	if duplicate(age, w) {
		t.duplicates++
		if !seen {
			t.notNoticed++
		}
		return
	}
	t.others++
	if age == never {
		t.negatives++
	}
	if seen {
		t.positives++
		if age == never {
			t.newPositives++
		}
	}
}

// share is NaN of none.
func share(part, whole int) float64 { return float64(part) / float64(whole) }

func (t *tally) fpr() float64    { return share(t.positives, t.others) }
func (t *tally) fprNew() float64 { return share(t.newPositives, t.negatives) }
func (t *tally) fnr() float64    { return share(t.notNoticed, t.duplicates) }

// Ages are counted in bins, so many for each doubling.
const agesADoubling = 4

// pass is a stream that goes through a structure once.
type pass struct {
	visit
	stream *elements
	made   remembers
	half   tally     // of the second half
	at     []tally   // by the logarithm of the position
	empty  []float64 // share of empty cells at powers of two; NaN where there are none
	asked  []int     // by age, in the second half
	found  []int     // of these

	// Of the elements that are timed: how many duplicates come before each in the stream
	// gone through again, and the next one.
	due    []int32
	cursor int
}

// position is the bin of the nth element: k for 2^(k−1) < n ≤ 2^k.
func position(n int) int { return bits.Len(uint(n - 1)) }

// ageBin is the bin of an age, and edge where one begins.
func ageBin(age int) int   { return int(agesADoubling * math.Log2(float64(age))) }
func edge(bin int) float64 { return math.Exp2(float64(bin) / agesADoubling) }

// newPass puts a stream through a new structure. An answer that must not be is an error.
func newPass(v visit, e *elements, seed uint64) (*pass, error) {
	made, err := v.kind.build(v.window, max(1, v.room), filter.Config{Epsilon: v.eps.Float(), Seed: seed})
	if err != nil {
		return nil, err
	}
	n := e.words.Len()
	p := &pass{visit: v, stream: e, made: made, at: make([]tally, position(n)+1),
		asked: make([]int, ageBin(n)+1), found: make([]int, ageBin(n)+1)}
	emptying, empties := made.(filter.Emptying)
	for range p.at {
		p.empty = append(p.empty, math.NaN())
	}
	i := 0
	for key := range e.words.Each() {
		age, seen := int(e.age[i]), made.Seen(key)
		if v.kind.wrong(age, p.window, seen) {
			return nil, fmt.Errorf("element %d, which came %d elements ago, is called seen: %v", i+1, age, seen)
		}
		i++
		p.at[position(i)].add(age, p.window, seen)
		if 2*i > n {
			p.half.add(age, p.window, seen)
			if age != never {
				p.asked[e.bins[age]]++
				if seen {
					p.found[e.bins[age]]++
				}
			}
		}
		if empties && i&(i-1) == 0 {
			p.empty[position(i)] = emptying.Empty()
		}
	}
	if f, is := made.(*forever); is && f.err != nil {
		return nil, f.err
	}
	return p, nil
}

// ageBins has the bin of every age up to n.
func ageBins(n int) []uint8 {
	list := make([]uint8, n+1)
	for age := 1; age <= n; age++ {
		list[age] = uint8(ageBin(age))
	}
	return list
}

// beyondChance is the share of the elements of an age that are found for being
// remembered; NaN where none was asked for.
func (p *pass) beyondChance(bin int) float64 {
	chance := p.half.fprNew()
	return (share(p.found[bin], p.asked[bin]) - chance) / (1 - chance)
}

// remembered is that share summed over ages, from one to another.
func (p *pass) remembered(from, to float64) (sum float64) {
	for bin, asked := range p.asked {
		if low, high := max(from, edge(bin)), min(to, edge(bin+1)); low < high && asked > 0 {
			sum += (high - low) * p.beyondChance(bin)
		}
	}
	return sum
}

// halfLife is the age from which on less than half of the elements are remembered; NaN
// where it is beyond all ages.
func (p *pass) halfLife() float64 {
	const enough = 30 // elements of a bin
	last, at := 1.0, 1.0
	for bin, asked := range p.asked {
		if asked < enough {
			continue
		}
		now, middle := p.beyondChance(bin), math.Sqrt(edge(bin)*edge(bin+1))
		if now < 0.5 {
			return at * math.Pow(middle/at, (last-0.5)/(last-now))
		}
		last, at = now, middle
	}
	return math.NaN()
}

// timedElements are those of one repetition of a section.
const timedElements = 1 << 14

// timed puts the next elements through, those of the stream gone through again.
func (p *pass) timed() error {
	words := p.stream.words
	yes, all := 0, words.Len()
	from := p.cursor
	for range p.timedElements() {
		if p.made.Seen(words.At(p.cursor)) {
			yes++
		}
		if p.cursor++; p.cursor == all {
			p.cursor = 0
		}
	}
	duplicates := int(p.due[p.cursor] - p.due[from])
	if p.cursor <= from {
		duplicates += int(p.due[all])
	}
	if k := p.kind; k.wrong(1, p.window, false) && yes < duplicates || k.name == exactName && yes != duplicates {
		return fmt.Errorf("%d elements called seen of %d duplicates", yes, duplicates)
	}
	return nil
}

func (p *pass) timedElements() int { return min(timedElements, p.stream.words.Len()) }

// comeAgain counts what the timed elements are compared with.
func (p *pass) comeAgain() {
	p.due = make([]int32, 1, len(p.stream.again)+1)
	for _, age := range p.stream.again {
		n := p.due[len(p.due)-1]
		if duplicate(int(age), p.window) {
			n++
		}
		p.due = append(p.due, n)
	}
}
