package screening

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// Rank is the highest rank of a row.
const Rank axis.CountAxis = "rank"

// byRanks is the method with rows of several ranks, whose documents are passages of a text.
const byRanks = "ranked"

const (
	mostRank = 8
	asked    = 2  // words of a search
	rowPart  = 10 // a word sets at most one in so many bits of a row of a rank above 0 by itself
)

// library is a text as passages, each a document with its distinct words.
type library struct {
	docs   [][]string
	lists  map[string][]uint32 // the documents of a word, ascending
	words  []string            // all, ascending
	filled map[string][]int    // bits of a row that a word sets, by rank
}

func newLibrary(text *corpus.Passages, highest int) *library {
	l := &library{lists: map[string][]uint32{}, filled: map[string][]int{}}
	for _, passage := range text.Words {
		if passage.Len() == 0 { // behind the last line's end
			continue
		}
		i, words := len(l.docs), []string(nil)
		for word := range passage.Each() {
			if list := l.lists[word]; len(list) == 0 || list[len(list)-1] != uint32(i) {
				words, l.lists[word] = append(words, word), append(list, uint32(i))
			}
		}
		l.docs = append(l.docs, words)
	}
	l.words = slices.Sorted(maps.Keys(l.lists))
	for word, list := range l.lists {
		for r := range highest + 1 {
			set := map[uint32]bool{}
			for _, doc := range list {
				set[doc/64>>r*64+doc%64] = true
			}
			l.filled[word] = append(l.filled[word], len(set))
		}
	}
	return l
}

// width is the length of a row in words of 64 bits.
func (l *library) width(r int) int { return (len(l.docs) + 64<<r - 1) / (64 << r) }

// askable are the documents with words enough for a search.
func (l *library) askable() [][]string {
	return slices.DeleteFunc(slices.Clone(l.docs), func(words []string) bool { return len(words) < asked })
}

// wordSearch asks for the documents with some words.
type wordSearch struct {
	words   []string
	answers []uint32
}

// searches draws pairs of words: those of one document, and every second time of two, whose
// words are mostly together nowhere.
func (l *library) searches(random *rand.Rand, n int) []wordSearch {
	from := l.askable()
	list := make([]wordSearch, n)
	for i := range list {
		a, b := from[random.IntN(len(from))], from[random.IntN(len(from))]
		if i%2 == 0 {
			b = a
		}
		at := random.IntN(len(a))
		other := slices.DeleteFunc(slices.Clone(b), func(word string) bool { return word == a[at] })
		s := &list[i]
		s.words = []string{a[at], other[random.IntN(len(other))]}
		for _, doc := range l.lists[s.words[0]] {
			if _, has := slices.BinarySearch(l.lists[s.words[1]], doc); has {
				s.answers = append(s.answers, doc)
			}
		}
	}
	return list
}

// ranked are bit-sliced signatures with rows of several ranks: a row of rank r has one bit for
// 2^r documents, those at the same place in 2^r words of a row of rank 0 (Goodwin et al. 2017).
// Half of a word's rows, rounded up, have rank 0. The others have the highest rank, up to the
// limit, at which the word alone sets at most a tenth of the bits. Rows of each rank are as many
// as make the share of bits that are set, hash collisions aside, the same at all ranks.
type ranked struct {
	*library
	scheme                // bits per document, and rows of a word
	rows   [][][]uint64   // by rank
	ranks  map[string]int // of the other rows of a word
}

func newRanked(l *library, limit int, s scheme) *ranked {
	x := &ranked{library: l, scheme: s, rows: make([][][]uint64, limit+1), ranks: map[string]int{}}
	set := make([]float64, limit+1) // bits of all rows of a rank
	for _, word := range l.words {
		r := limit
		for ; r > 0 && l.filled[word][r]*rowPart > 64*x.width(r); r-- {
		}
		x.ranks[word] = r
		long := (s.hashes + 1) / 2
		set[0] += float64(long * l.filled[word][0])
		set[r] += float64((s.hashes - long) * l.filled[word][r])
	}
	all := 0.0
	for _, v := range set {
		all += v
	}
	for r := range x.rows {
		n := int(math.Round(float64(s.bits*x.width(0)) * set[r] / all / float64(x.width(r))))
		x.rows[r] = make([][]uint64, max(1, n))
		for i := range x.rows[r] {
			x.rows[r][i] = make([]uint64, x.width(r))
		}
	}
	for _, word := range l.words {
		for r, rows := range x.of(word) {
			for _, row := range rows {
				for _, doc := range l.lists[word] {
					row[doc/64>>r] |= 1 << (doc % 64)
				}
			}
		}
	}
	return x
}

// of are the distinct rows of some words, by rank.
func (x *ranked) of(words ...string) [][][]uint64 {
	hash, at := filter.NewHasher(filter.Config{Seed: x.seed}), make([][]int, len(x.rows))
	for _, word := range words {
		h := hash.Sum64(word)
		for i := range x.hashes {
			r := x.ranks[word]
			if i < (x.hashes+1)/2 {
				r = 0
			}
			row, _ := bits.Mul64(h, uint64(len(x.rows[r])))
			at[r] = append(at[r], int(row))
			h *= filter.ProbeStep
		}
	}
	rows := make([][][]uint64, len(x.rows))
	for r, list := range at {
		slices.Sort(list)
		for _, i := range slices.Compact(list) {
			rows[r] = append(rows[r], x.rows[r][i])
		}
	}
	return rows
}

// candidates are the documents with a 1 in all rows of the words, ascending; read is how many
// words of rows are read for them: short rows first, and of longer ones what these leave.
func (x *ranked) candidates(words []string) (list []uint32, read int) {
	rows := x.of(words...)
	var search func(r, at int, left uint64)
	search = func(r, at int, left uint64) {
		for _, row := range rows[r] {
			read++
			if left &= row[at]; left == 0 {
				return
			}
		}
		if r > 0 { // a word of a rank above 0 stands for two of the rank below
			for next := 2 * at; next < min(2*at+2, x.width(r-1)); next++ {
				search(r-1, next, left)
			}
			return
		}
		for ; left != 0; left &= left - 1 {
			list = append(list, uint32(64*at+bits.TrailingZeros64(left)))
		}
	}
	top := len(rows) - 1
	for at := range x.width(top) {
		search(top, at, math.MaxUint64)
	}
	return list, read
}

// size is that of all rows, in bits.
func (x *ranked) size() (sum int) {
	for r, rows := range x.rows {
		sum += 64 * x.width(r) * len(rows)
	}
	return sum
}

// rankTrials have every number of rows of a word at rank 0, and at other ranks where a word has
// more rows than one.
func (x *collection) rankTrials(r *trial.Run) (list []trial.Trial) {
	for _, hashes := range r.Counts(Hashes) {
		for _, rank := range r.Counts(Rank) {
			if hashes > 1 || rank == 0 {
				list = append(list, trial.Trial{Method: byRanks, At: []axis.Place{Hashes.At(hashes), Rank.At(rank)},
					Reports: []runfolder.Metric{WordsRead, Candidates, FalseCandidates, BitsPerDocument},
					Do:      func(t *trial.T) error { return x.searchRanked(t, rank, hashes) }})
			}
		}
	}
	return list
}

// searchRanked carries all searches out.
func (x *collection) searchRanked(t *trial.T, rank, hashes int) error {
	w := newRanked(x.passages, rank, scheme{x.textBits.Value, hashes, t.Seed()})
	searches := w.searches(rand.New(rand.NewPCG(t.Seed(), 'w')), x.searches.Value)
	sum, read, err := w.checked(searches)
	n := float64(len(searches))
	t.Report(WordsRead, float64(read)/n)
	t.Report(Candidates, float64(sum.candidates)/n)
	t.Report(FalseCandidates, float64(sum.candidates-sum.answers)/n)
	t.Report(BitsPerDocument, float64(w.size())/float64(len(w.docs)))
	return err
}

// checked compares every answer with the truth.
func (x *ranked) checked(searches []wordSearch) (sum found, read int, err error) {
	for _, s := range searches {
		list, words := x.candidates(s.words)
		for _, doc := range s.answers {
			if _, found := slices.BinarySearch(list, doc); !found {
				return sum, read, fmt.Errorf("%s: passage %d, which has %q, is missing among the %d candidates", byRanks, doc, s.words, len(list))
			}
		}
		read, sum.candidates, sum.answers = read+words, sum.candidates+len(list), sum.answers+len(s.answers)
	}
	return sum, read, nil
}

// fewerReads is the test of SC7: beside each number of rows of a word at rank 0, up to half of the
// most, since only half of a rival's rows are at rank 0 too, it looks for the fewest reads of higher
// ranks that leave no more false candidates in the mean. Of the two it compares the words read, which
// have an interval over the rounds.
func fewerReads(d *claim.Data) claim.Outcome {
	var p claim.Pairs
	ranked := func(higher bool) []claim.Cell {
		return d.CellsIn(WordsRead, func(c claim.Cell) bool { return c.Int(Rank) > 0 == higher }, byRanks)
	}
	zero, higher := ranked(false), ranked(true)
	for _, c := range zero {
		if len(higher) == 0 || 2*c.Int(Hashes) > zero[len(zero)-1].Int(Hashes) {
			break
		}
		over := func(x claim.Cell) float64 {
			return max(0, x.Of(FalseCandidates).Mean()-c.Of(FalseCandidates).Mean())
		}
		best := slices.MinFunc(higher, func(a, b claim.Cell) int {
			return cmp.Or(cmp.Compare(over(a), over(b)), cmp.Compare(a.Mean(), b.Mean()))
		})
		if more := over(best); more > 0 {
			return claim.Counted(false, "counted", "false candidates more than at rank 0, at least", "", more, "at "+c.Place())
		}
		p.Add(best, c)
	}
	if len(p.A) == 0 {
		return claim.Untested("the run does not hold rows of higher rank, and as many rows of rank 0 as twice the fewest, two repetitions each")
	}
	return p.Everywhere(d, claim.Below(0), "ratio", "words read, higher rank / rank 0")
}
