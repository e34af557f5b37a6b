package command

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// What 'build' writes of random keys, 'query' reads: it admits every key, with --invert denies
// exactly the others, and prints the words as they were, in their order. An exact structure has
// no false positives.
func TestKeySets(t *testing.T) { keySets(t, tier.Of(1, 10)) }

// TestManyKeySets asks more than 2,000 sets.
func TestManyKeySets(t *testing.T) {
	tier.Long(t)
	keySets(t, 40)
}

func keySets(t *testing.T, sets int) {
	t.Helper()
	racetest.OneGoroutine(t) // of each set
	for _, s := range all.Structures() {
		if s.Open == nil || s.Faults&filter.LosesKeys != 0 {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			random := rand.New(rand.NewPCG(uint64(len(s.Name)), uint64(sets)))
			for set := range sets {
				keySet(t, dir, s, random, set%2 == 0)
			}
		})
	}
}

// keySet is one set of keys in a folder, whose words hold any byte but the zero that ends them, or are lines.
func keySet(t *testing.T, dir string, s filter.Structure, random *rand.Rand, null bool) {
	t.Helper()
	word := func() string {
		b := make([]byte, []int{1, 2, 3, 8, 13, 40, 300}[random.IntN(7)])
		for i := range b {
			if b[i] = 1 + byte(random.IntN(255)); !null {
				b[i] = " -.'\"\\0123456789abcdefghijklmnopqrstuvwxyzABC"[random.IntN(45)]
			}
		}
		return string(b)
	}
	n := []int{1, 2, 3, 10, 50, 200, 1000}[random.IntN(7)]
	is := map[string]bool{}
	var keys, asked []string
	for len(asked) < 2*n {
		w := word()
		if _, known := is[w]; known {
			continue
		}
		if is[w] = len(keys) < n; is[w] {
			keys = append(keys, w)
		}
		asked = append(asked, w)
	}
	random.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
	end, args := "\n", []string{}
	if null {
		end, args = "\x00", []string{"-0"}
	}
	file := func(name string) string { return filepath.Join(dir, name) }
	for name, words := range map[string][]string{"keys": keys, "asked": asked} {
		if err := os.WriteFile(file(name), []byte(strings.Join(words, end)+end), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := append([]string{"build", "--keys=" + file("keys"), "--filter=" + s.Name, "--out=" + file("f"), "--seed=" + strconv.Itoa(random.IntN(100)),
		"--eps=" + []string{"0.1%", "1%", "20%"}[random.IntN(3)]}, args...)
	if s.Closed {
		build = append(build, "--universe="+file("asked"))
	}
	hyphbench(t.Context(), t, program(), exitOK, build...)
	query := func(more ...string) []string {
		out, _ := hyphbench(t.Context(), t, program(), exitOK, append(append([]string{"query", file("f"), file("asked")}, args...), more...)...)
		words := strings.SplitAfter(out, end)
		return words[:len(words)-1]
	}
	admitted, denied := query(), query("--invert")
	for _, w := range asked {
		switch line := w + end; {
		case len(admitted) > 0 && admitted[0] == line && (is[w] || !s.Exact && !s.Closed):
			admitted = admitted[1:]
		case len(denied) > 0 && denied[0] == line && !is[w]:
			denied = denied[1:]
		default:
			t.Fatalf("%q: %q, a key: %v, is admitted or denied as it must not be, or not in its place", build, w, is[w])
		}
	}
	if more := slices.Concat(admitted, denied); len(more) > 0 {
		t.Fatalf("%q: nobody asked for %q", build, more)
	}
}
