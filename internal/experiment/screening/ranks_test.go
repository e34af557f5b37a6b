package screening

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// verses are lines of words: one is in nearly all, some are in few, two stand in one line twice.
func verses(n int) (list []string) {
	for i := range uint64(n) {
		words := []string{"and", "and"}
		if i%11 == 0 {
			words = words[:0]
		}
		for j := range 1 + filter.Mix(i)%6 {
			x := filter.Mix(8*i + j + 1)
			words = append(words, strings.Repeat(string(rune('a'+x%17)), 1+int(x>>32)%9))
		}
		list = append(list, strings.Join(words, " "))
	}
	return list
}

// slow has rows as sets of the documents whose bits they hold, and finds all by strings.
type slow struct {
	docs []map[string]bool
	rank int
	scheme
	has map[[2]int]map[int]bool // the places that are set, by rank and row
	of  map[string][][2]int
	n   []int // rows of each rank
}

func bitOf(doc, r int) int { return doc/(64<<r)*64 + doc%64 }

func newSlow(lines []string, rank int, s scheme) *slow {
	x := &slow{rank: rank, scheme: s, has: map[[2]int]map[int]bool{}, of: map[string][][2]int{}}
	all := map[string]bool{}
	for _, line := range lines {
		doc := map[string]bool{}
		for _, word := range strings.Fields(line) {
			doc[word], all[word] = true, true
		}
		x.docs = append(x.docs, doc)
	}
	places := func(word string, r int) map[int]bool {
		set := map[int]bool{}
		for i, doc := range x.docs {
			if doc[word] {
				set[bitOf(i, r)] = true
			}
		}
		return set
	}
	ranks, bitsOf, sum := map[string]int{}, make([]float64, rank+1), 0.0
	for word := range all {
		for r := range rank + 1 {
			if r == 0 || len(places(word, r))*10 <= 64*x.width(r) {
				ranks[word] = r
			}
		}
		for i := range s.hashes {
			r := ranks[word]
			if i <= (s.hashes-1)/2 {
				r = 0
			}
			bitsOf[r] += float64(len(places(word, r)))
			sum += float64(len(places(word, r)))
		}
	}
	for r := range rank + 1 {
		x.n = append(x.n, int(max(1, math.Floor(0.5+float64(s.bits*x.width(0))*bitsOf[r]/sum/float64(x.width(r))))))
	}
	hash := filter.NewHasher(filter.Config{Seed: s.seed})
	for word := range all {
		for i, probe := range filter.Probes(nil, hash.Sum64(word), s.hashes) {
			r := ranks[word]
			if i <= (s.hashes-1)/2 {
				r = 0
			}
			row := [2]int{r, int(float64(probe) / 0x1p64 * float64(x.n[r]))}
			x.of[word] = append(x.of[word], row)
			if x.has[row] == nil {
				x.has[row] = map[int]bool{}
			}
			for at := range places(word, r) {
				x.has[row][at] = true
			}
		}
	}
	return x
}

func (x *slow) width(r int) int { return int(math.Ceil(float64(len(x.docs)) / float64(int(64)<<r))) }

// search counts: a document is a candidate if all rows of the words have its place. A word of a row
// is read if a place under it is left by all rows of higher rank, and by those before of its own.
func (x *slow) search(words []string) (candidates, read int) {
	var rows [][2]int
	for _, word := range words {
		rows = append(rows, x.of[word]...)
	}
	slices.SortFunc(rows, func(a, b [2]int) int {
		if a[0] != b[0] {
			return b[0] - a[0]
		}
		return a[1] - b[1]
	})
	rows = slices.Compact(rows)
	// All documents that the text could have, those that fill up the last words too.
	left := map[int]bool{}
	for doc := range 64 * x.width(0) {
		left[doc] = true
	}
	for _, row := range rows {
		asked := map[int]bool{} // words of this row with something left
		for doc := range left {
			asked[doc/(64<<row[0])] = true
		}
		read += len(asked)
		for doc := range left {
			if !x.has[row][bitOf(doc, row[0])] {
				delete(left, doc)
			}
		}
	}
	return len(left), read
}

// ranksWorked are the values of a run, those of sets of places, document by document.
func ranksWorked(b experiment.Bench, x *collection, lines []string, seed uint64) experimenttest.Worked {
	n := x.searches.Value
	searches := x.passages.searches(rand.New(rand.NewPCG(seed, 'w')), n)
	of := experimenttest.Omit(b, func(c runfolder.Cell) bool { return c.Filter != byRanks })
	return experimenttest.Worked{Bench: of, Of: func(c runfolder.Cell) (experimenttest.Span, bool) {
		rank, _ := strconv.Atoi(c.Point.Value(3))
		hashes, _ := strconv.Atoi(c.Point.Value(1))
		s := newSlow(lines, rank, scheme{x.textBits.Value, hashes, seed})
		size, candidates, read, answers := 0, 0, 0, 0
		for r, rows := range s.n {
			size += 64 * rows * s.width(r)
		}
		for _, search := range searches {
			found, words := s.search(search.words)
			candidates, read = candidates+found, read+words
			for _, doc := range s.docs {
				if doc[search.words[0]] && doc[search.words[1]] {
					answers++
				}
			}
		}
		return experimenttest.Exactly(map[runfolder.Metric]float64{WordsRead: float64(read) / float64(n), Candidates: float64(candidates) / float64(n),
			FalseCandidates: float64(candidates-answers) / float64(n), BitsPerDocument: float64(size) / float64(len(lines))}[c.Metric]), true
	}}
}

// A document that a row has lost ends the run.
func TestLostPassage(t *testing.T) {
	_, x := prepared(t, "--quick", "--words=../../../data/hyphenex.tex", "--documents=100", "--text="+experimenttest.File(t, verses(300)))
	for r := range 3 {
		w := newRanked(x.passages, 2, scheme{64, 3, 1})
		searches := w.searches(rand.New(rand.NewPCG(1, 1)), 50)
		if _, _, err := w.checked(searches); err != nil {
			t.Fatal(err)
		}
		for _, row := range w.rows[r] {
			clear(row)
		}
		if _, _, err := w.checked(searches); err == nil || !strings.Contains(err.Error(), "missing") {
			t.Errorf("rows of rank %d without a bit: %v", r, err)
		}
	}
}
