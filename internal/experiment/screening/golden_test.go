package screening

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Every counted value of a small run is what a slow search finds: n-grams are strings, signatures
// are sets of numbers, and every document is compared with every query.
func TestGoldenRows(t *testing.T) {
	g := &golden{t: t, text: syllables(700), done: map[runfolder.Cell]map[runfolder.Metric]float64{}}
	lines := verses(700)
	passages := "--text=" + experimenttest.File(t, lines)
	b, x := prepared(t, "--words="+experimenttest.File(t, g.text), "--documents=300", "--bits=16,64,70", "--hashes=1,2,3", "--length=3,5,6", "--searches=15", "--pairs=200", "--seed=4", passages)
	ranksBench, ranks := prepared(t, "--words="+experimenttest.File(t, g.text), "--documents=300", passages,
		"--text-bits=40", "--hashes=1,3", "--rank=0,1,3", "--searches=20", "--seed=4")
	g.r, g.searches = newRound(x.docs, 200, experiment.RoundSeed(4, 1)), 15
	g.choose(300)
	timed := []runfolder.Metric{metric.Query, metric.Build}
	own := func(c runfolder.Cell) bool { return slices.Contains(timed, c.Metric) || c.Filter == byRanks }
	experimenttest.Golden(t, New(), timed, 76+16, experimenttest.Worked{Bench: experimenttest.Omit(b, own), Of: g.value},
		ranksWorked(ranksBench, ranks, lines, experiment.RoundSeed(4, 1)))
	for _, c := range []struct {
		name   string
		metric runfolder.Metric
		at     runfolder.Point
	}{
		{postings, FalseCandidates, runfolder.At("", "", "6", "")}, {bySlices, FalseCandidates, runfolder.At("16", "", "", "")}, {environment, Lost, runfolder.At("", "", "3", "")},
	} {
		if v := g.done[runfolder.Cell{Filter: c.name, Point: c.at}][c.metric]; v == 0 || v == 1 {
			t.Errorf("%s: %s is %v, which says little", c.name, c.metric, v)
		}
	}
}

// syllables are words of few syllables, in lower case and in upper, so that parts of them are in
// many and n-grams stand in several orders.
func syllables(words int) (list []string) {
	parts := []string{"ba", "na", "nab", "an", "lo", "ON", "é", "mi", "a"}
	for i := range uint64(words) {
		word := ""
		for j := range 1 + filter.Mix(i)%6 {
			word += parts[filter.Mix(6*i+j)%uint64(len(parts))]
		}
		list = append(list, word)
	}
	return list
}

// golden is what is known of a bench: the words of its list, and the documents that they make.
type golden struct {
	t        *testing.T
	r        *round
	searches int // of a length
	text     []string
	docs     []string
	done     map[runfolder.Cell]map[runfolder.Metric]float64 // by cells without a metric
}

// choose takes the documents, evenly from all different words.
func (g *golden) choose(most int) {
	known := map[string]bool{}
	var all []string
	for _, word := range g.text {
		if word = strings.ToLower(word); !known[word] {
			all = append(all, word)
		}
		known[word] = true
	}
	slices.Sort(all)
	for i := range most {
		g.docs = append(g.docs, all[int(math.Floor(float64(i)*float64(len(all))/float64(most)))])
	}
}

// value is that of a cell; all metrics of a method are worked out at once.
func (g *golden) value(c runfolder.Cell) (want experimenttest.Span, known bool) {
	at := [3]int{64, 2, 5} // where an axis stands that is not varied
	for i := range at {
		if text := c.Point.Value(i); text != "" {
			at[i], _ = strconv.Atoi(text)
		}
	}
	cell := runfolder.Cell{Filter: c.Filter, Point: c.Point}
	if g.done[cell] == nil {
		g.done[cell] = g.values(c.Filter, at[2], &signer{at[0], at[1], experiment.RoundSeed(4, 1)})
	}
	v, known := g.done[cell][c.Metric]
	return experimenttest.Exactly(v), known
}

func (g *golden) values(name string, length int, s *signer) map[runfolder.Metric]float64 {
	switch name {
	case uncorrected, corrected:
		return g.similarity(name == corrected, s)
	case environment:
		return map[runfolder.Metric]float64{Lost: g.lost(length)}
	case scanning:
		return map[runfolder.Metric]float64{BitsPerDocument: 0}
	case suffixes: // a number of 32 bits for each byte and the end of each line
		return map[runfolder.Metric]float64{BitsPerDocument: 32 * float64(len(strings.Join(g.docs, "\n"))+1) / float64(len(g.docs))}
	case byRows:
		return map[runfolder.Metric]float64{BitsPerDocument: float64(s.bits)}
	case postings:
		may := func(doc, text string) bool { return contains(grams3(doc), grams3(text)) }
		values := g.search(length, may)
		values[BitsPerDocument] = g.postingBits() / float64(len(g.docs))
		return values
	}
	signatures := map[string]map[string]bool{}
	for _, doc := range g.docs {
		signatures[doc] = s.sign(doc)
	}
	values := g.search(length, func(doc, text string) bool { return contains(signatures[doc], s.sign(text)) })
	values[BitsPerDocument] = float64(s.bits)
	values[metric.FPRTheory] = g.theory(length, s)
	return values
}

// search asks every document for every query. may says whether one is a candidate.
func (g *golden) search(length int, may func(doc, text string) bool) map[runfolder.Metric]float64 {
	searches := g.r.searchesOf(length, g.searches)
	candidates, wrong, without := 0.0, 0.0, 0.0
	for _, s := range searches {
		for _, doc := range g.docs {
			answer := strings.Contains(doc, s.text)
			if !answer {
				without++
			}
			if may(doc, s.text) {
				candidates++
				if !answer {
					wrong++
				}
			}
		}
	}
	n := float64(len(searches))
	return map[runfolder.Metric]float64{Candidates: candidates / n, FalseCandidates: wrong / n, Rate: wrong / without}
}

// grams3 are the different n-grams of a text.
func grams3(text string) map[string]bool {
	all := map[string]bool{}
	for i := 3; i <= len(text); i++ {
		all[text[i-3:i]] = true
	}
	return all
}

func contains(all, some map[string]bool) bool {
	for x := range some {
		if !all[x] {
			return false
		}
	}
	return true
}

// common is how many are in both.
func common(a, b map[string]bool) (n float64) {
	for x := range a {
		if b[x] {
			n++
		}
	}
	return n
}

// signer makes signatures: the numbers of their bits.
type signer struct {
	bits, hashes int
	seed         uint64
}

func (s *signer) sign(text string) map[string]bool {
	all := map[string]bool{}
	for gram := range grams3(text) {
		number := uint64(gram[0])*65536 + uint64(gram[1])*256 + uint64(gram[2])
		for _, probe := range filter.Probes(nil, filter.Mix(s.seed+number), s.hashes) {
			bit, _ := bits.Mul64(probe, uint64(s.bits))
			all[strconv.FormatUint(bit, 10)] = true
		}
	}
	return all
}

// postingBits are those of the lists of documents as the library has them.
func (g *golden) postingBits() (sum float64) {
	lists := map[string][]uint32{}
	for i, doc := range g.docs {
		for gram := range grams3(doc) {
			lists[gram] = append(lists[gram], uint32(i))
		}
	}
	for _, list := range lists {
		of := roaring.BitmapOf(list...)
		of.RunOptimize()
		sum += 8 * float64(of.GetSizeInBytes())
	}
	return sum
}

// theory is the mean over queries and documents of the chance that as many random bits as the
// n-grams of a document set hit all of those of the query: over the numbers of those missed.
func (g *golden) theory(length int, s *signer) (mean float64) {
	searches := g.r.searchesOf(length, g.searches)
	for _, search := range searches {
		wanted := len(s.sign(search.text))
		for _, doc := range g.docs {
			throws, choose := float64(s.hashes*len(grams3(doc))), 1.0
			for missed := 0; missed <= wanted; missed++ {
				mean += choose * math.Pow(1-float64(missed)/float64(s.bits), throws)
				choose *= -float64(wanted-missed) / float64(missed+1)
			}
		}
	}
	return mean / float64(len(searches)*len(g.docs))
}

// similarity is how far estimates are off.
func (g *golden) similarity(corrected bool, s *signer) map[runfolder.Metric]float64 {
	off, bias := 0.0, 0.0
	for _, p := range g.r.pairs {
		true1, true2 := grams3(p.a), grams3(p.b)
		both := common(true1, true2)
		similarity := both / (float64(len(true1)+len(true2)) - both)
		a, b := s.sign(p.a), s.sign(p.b)
		inA, inB, inBoth := float64(len(a)), float64(len(b)), common(a, b)
		estimate := inBoth / (inA + inB - inBoth)
		if corrected {
			items := func(x float64) float64 {
				size := float64(s.bits)
				return math.Log(1-math.Min(x, size-0.5)/size) * -size / float64(s.hashes)
			}
			either := items(inA + inB - inBoth)
			estimate = math.Max(0, math.Min(1, (items(inA)+items(inB)-either)/either))
		}
		off += math.Abs(estimate - similarity)
		bias += estimate - similarity
	}
	n := float64(len(g.r.pairs))
	return map[runfolder.Metric]float64{SimilarityError: off / n, SimilarityBias: bias / n}
}

// lost is the share of answers that lack an n-gram of the query with the bytes beside it.
func (g *golden) lost(length int) float64 {
	around := func(text string) map[string]bool {
		all := map[string]bool{}
		text = "\x00" + text + "\x00"
		for i := 5; i <= len(text); i++ {
			all[text[i-5:i]] = true
		}
		return all
	}
	missed, answers := 0.0, 0.0
	for _, s := range g.r.searchesOf(length, g.searches) {
		for _, doc := range g.docs {
			if strings.Contains(doc, s.text) {
				answers++
				if !contains(around(doc), around(s.text)) {
					missed++
				}
			}
		}
	}
	return missed / answers
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
