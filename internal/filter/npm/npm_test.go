package npm

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

func buildNamed(tb testing.TB, name string, keys []string, epsilon float64) filter.Filter {
	tb.Helper()
	s := map[string]filter.Structure{"npm-bloom": Bloom(), "npm-cuckoo": Cuckoo()}[name]
	f, err := s.Build(wordlist.Of(keys...), filter.Config{Epsilon: epsilon})
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// inputs are hyphenex's keys and the words that are none, of the thesis's list
// where it is found.
func inputs(tb testing.TB) (keys, words []string, thesis bool) {
	tb.Helper()
	list := filtertest.Keys(tb)
	negatives, thesis := filtertest.Negatives(tb, list)
	return list.All(), negatives.All(), thesis
}

func countPositives(f filter.Filter, words []string) (n int) {
	for _, w := range words {
		if f.Contains(w) {
			n++
		}
	}
	return n
}

// TestNpmThesisData holds the errors that the library itself makes with the
// thesis's keys and words.
func TestNpmThesisData(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	keys, words, thesis := inputs(t)
	if !thesis {
		t.Skip("needs the thesis's word list")
	}
	for _, c := range []struct {
		name           string
		percent        int
		params         []filter.Param
		positive, lost int
	}{
		{"npm-bloom", 1, []filter.Param{{Name: "m", Value: 16803}, {Name: "k", Value: 7}}, 4596, 0},
		{"npm-bloom", 5, []filter.Param{{Name: "m", Value: 10931}, {Name: "k", Value: 5}}, 24390, 0},
		{"npm-bloom", 10, []filter.Param{{Name: "m", Value: 8402}, {Name: "k", Value: 4}}, 50920, 0},
		{"npm-bloom", 20, []filter.Param{{Name: "m", Value: 5873}, {Name: "k", Value: 3}}, 101478, 0},
		{"npm-cuckoo", 1, []filter.Param{{Name: "buckets", Value: 459}, {Name: "b", Value: 4}, {Name: "digits", Value: 2}}, 13549, 537},
		{"npm-cuckoo", 3, []filter.Param{{Name: "buckets", Value: 459}, {Name: "b", Value: 4}, {Name: "digits", Value: 2}}, 13549, 537},
		{"npm-cuckoo", 4, []filter.Param{{Name: "buckets", Value: 459}, {Name: "b", Value: 4}, {Name: "digits", Value: 1}}, 179436, 372},
		{"npm-cuckoo", 20, []filter.Param{{Name: "buckets", Value: 459}, {Name: "b", Value: 4}, {Name: "digits", Value: 1}}, 179436, 372},
	} {
		f := buildNamed(t, c.name, keys, float64(c.percent)/100)
		if diff := cmp.Diff(c.params, f.Params()); diff != "" {
			t.Errorf("%s at %d %%: parameters\n%s", c.name, c.percent, diff)
		}
		positive, lost := countPositives(f, words), len(keys)-countPositives(f, keys)
		if positive != c.positive || lost != c.lost {
			t.Errorf("%s at %d %%: %d false positives and %d lost keys, want %d and %d",
				c.name, c.percent, positive, lost, c.positive, c.lost)
		}
	}
}

// TestNpmOracle compares answers with the library's own. The first set is the
// thesis's, with every eighth of its words: Node takes 4 µs a word and filter, and
// the errors among all of them are counted in TestNpmThesisData. The others have
// keys outside ASCII, too many equal keys for their buckets, and one key.
func TestNpmOracle(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	oracle := filepath.Join("..", "..", "..", "tools", "npm-oracle")
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs Node: ", err)
	}
	if _, err := os.Stat(filepath.Join(oracle, "node_modules", "bloom-filters")); err != nil {
		t.Skip("needs the library: npm install --prefix tools/npm-oracle")
	}
	type filterAt struct {
		kind    string
		epsilon float64
	}
	thesisKeys, thesisWords, _ := inputs(t)
	many := randomWords(20_000, 2)
	for _, set := range []struct {
		name        string
		keys, words func() []string
		filters     []filterAt
	}{
		{"thesis",
			func() []string { return thesisKeys },
			func() []string { return slices.Concat(thesisKeys, everyEighth(thesisWords)) },
			[]filterAt{{"bloom", 0.01}, {"bloom", 0.2}, {"cuckoo", 0.03}, {"cuckoo", 0.04}}},
		{"random",
			func() []string { return many[:5000] }, func() []string { return many },
			[]filterAt{{"bloom", 0.5}, {"bloom", 1e-6}, {"cuckoo", 0.5}, {"cuckoo", 1e-3}, {"cuckoo", 1e-4}, {"cuckoo", 1e-7}}},
		{"crowded",
			func() []string { return slices.Concat(many[:20], slices.Repeat([]string{"again"}, 30), many[20:60]) },
			func() []string { return append(many[:2000:2000], "again") },
			[]filterAt{{"bloom", 0.01}, {"cuckoo", 0.01}, {"cuckoo", 0.1}}},
		{"one",
			func() []string { return many[:1] }, func() []string { return many[:2000] },
			[]filterAt{{"bloom", 0.01}, {"bloom", 0.99}, {"cuckoo", 0.01}, {"cuckoo", 0.99}}},
	} {
		t.Run(set.name, func(t *testing.T) {
			keys, words := set.keys(), set.words()
			dir := t.TempDir()
			args := []string{filepath.Join(oracle, "oracle.js"), writeLines(t, dir, "keys", keys), writeLines(t, dir, "words", words)}
			for _, f := range set.filters {
				args = append(args, f.kind, strconv.FormatFloat(f.epsilon, 'g', -1, 64))
			}
			out, err := exec.Command(node, args...).Output()
			if err != nil {
				t.Fatalf("node: %v", err)
			}
			lines := json.NewDecoder(strings.NewReader(string(out)))
			for _, c := range set.filters {
				var want struct {
					Params  []float64
					Answers string
				}
				if err := lines.Decode(&want); err != nil {
					t.Fatal(err)
				}
				if len(want.Answers) != len(words) {
					t.Fatalf("%d answers for %d words", len(want.Answers), len(words))
				}
				f := buildNamed(t, "npm-"+c.kind, keys, c.epsilon)
				var params []float64
				for _, p := range f.Params() {
					params = append(params, p.Value)
				}
				if diff := cmp.Diff(want.Params, params); diff != "" {
					t.Errorf("%v: parameters\n%s", c, diff)
				}
				different := 0
				for i, w := range words {
					if f.Contains(w) != (want.Answers[i] == '1') {
						if different++; different == 1 {
							t.Errorf("%v: %q is answered %t", c, w, f.Contains(w))
						}
					}
				}
				t.Logf("%v: %d of %d answers differ", c, different, len(words))
			}
		})
	}
}

func everyEighth(words []string) []string {
	var some []string
	for i := 0; i < len(words); i += 8 {
		some = append(some, words[i])
	}
	return some
}

// TestNpmTheory takes many random sets of keys in the place of hash functions,
// of which these structures have one only. See Theory for what is left out.
func TestNpmTheory(t *testing.T) {
	racetest.OneGoroutine(t)
	const n, queries, tolerance = 1753, 4000, 0.02
	sets := tier.Of(25, 300)
	for _, c := range []struct {
		name    string
		epsilon float64
	}{{"npm-bloom", 0.01}, {"npm-bloom", 0.2}, {"npm-cuckoo", 0.01}, {"npm-cuckoo", 0.2}} {
		var sum, squares float64
		for set := range sets {
			words := randomWords(n+queries, uint64(set))
			f := buildNamed(t, c.name, words[:n], c.epsilon)
			d := float64(countPositives(f, words[n:]))/queries/f.Theory() - 1
			sum += d
			squares += d * d
		}
		mean := sum / float64(sets)
		se := math.Sqrt((squares/float64(sets) - mean*mean) / float64(sets-1))
		t.Logf("%s at %v: measured/theory − 1 = %.4f ± %.4f", c.name, c.epsilon, mean, se)
		if math.Abs(mean) > tolerance+3*se {
			t.Errorf("%s at %v: the rate misses the theory by %.2f %% with a standard error of %.2f %%", c.name, c.epsilon, 100*mean, 100*se)
		}
	}
}

func TestNpmWithoutKeys(t *testing.T) {
	if f := buildNamed(t, "npm-bloom", nil, 0.01); !f.Contains("word") || f.Theory() != 1 {
		t.Error("npm-bloom without keys has no test that a word could fail, but rejects one")
	}
	if f := buildNamed(t, "npm-cuckoo", nil, 0.01); f.Contains("word") || f.Theory() != 0 {
		t.Error("npm-cuckoo without keys has a word")
	}
}

func TestNpmAllocations(t *testing.T) {
	words := randomWords(2000, 1)
	for _, name := range []string{"npm-bloom", "npm-cuckoo"} {
		f := buildNamed(t, name, words[:1000], 0.01)
		if n := testing.AllocsPerRun(10, func() { countPositives(f, words) }); n > 0 {
			t.Errorf("%s: %v allocations for %d queries", name, n, len(words))
		}
	}
}

// randomWords are distinct, of letters of one to three bytes in UTF-8.
func randomWords(n int, seed uint64) []string {
	letters := []rune("abcdefghijklmnopqrstuvwxyzåé‧")
	r := rand.New(rand.NewPCG(seed, 0))
	words := make([]string, n)
	for i := range words {
		var b strings.Builder
		for range r.IntN(14) {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		fmt.Fprintf(&b, "%x", i)
		words[i] = b.String()
	}
	return words
}

func writeLines(t *testing.T, dir, name string, lines []string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
