package thesis

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/wordlist"
)

// A pass word by word is held to each letter that it writes: of a list in which one word is
// hyphenated elsewhere, with as many points, the pass fails; by batches, which writes no words,
// it does not.
func TestPassWordsIsHeldToItsText(t *testing.T) {
	for pass, fails := range map[string]bool{passLiteral: true, passBatch: false} {
		b := listed(t, "--filter=bloom", "--eps=0.1", "--pass="+pass)
		step := stepOf(Hyphenate, "bloom", "0.1", 1)
		measure(t, b, step)
		if b.expect.texts != nil {
			other := slices.Collect(b.expect.texts.plain.Each())
			other[1000] = "nokey99\u00ad" + b.words.At(1000)[7:]
			b.expect.texts.plain = wordlist.Of(other...)
			clear(b.expect.texts.usual)
		}
		step.Round = 2
		_, err := b.Measure(t.Context(), step)
		if fails != (err != nil && strings.Contains(err.Error(), "wrong answers: the hyphenated words of part 1 of")) {
			t.Errorf("--pass=%s: %v", pass, err)
		}
	}
}

// A filter that denies keys must write their hyphenation by the patterns, and no other's.
func TestPassWordsWithoutDeniedKeys(t *testing.T) {
	b := listed(t, "--filter=npm-cuckoo", "--eps=0.01", "--pass=literal")
	for round := range 6 {
		measure(t, b, stepOf(Hyphenate, "npm-cuckoo", "0.01", round+1))
		if honoured := b.expect.honoured(b.current); len(honoured) != len(b.keys) {
			t.Fatalf("%d of %d keys", len(honoured), len(b.keys))
		}
	}
}

// Marks stand before the runes that are named, also behind other letters than ASCII.
func TestMarked(t *testing.T) {
	for _, c := range []struct {
		token  string
		breaks []int
		want   string
	}{
		{"academy", nil, "academy"}, {"academy", []int{1, 3, 5}, "a-ca-de-my"}, {"não", []int{2}, "nã-o"}, {"", nil, ""},
	} {
		if got := strings.ReplaceAll(marked(c.token, c.breaks), "\u00ad", "-"); got != c.want {
			t.Errorf("%q at %v: %q, want %q", c.token, c.breaks, got, c.want)
		}
	}
}

// TeX's words are parts of tokens, so that there is no pass word by word by its rule: it is
// refused where it is asked for, and by batches where it is not.
func TestPassOfTeX(t *testing.T) {
	if b := listed(t, "--word-rule=tex"); b.passes != passBatch {
		t.Errorf("the pass is %q", b.passes)
	}
	x := New()
	fs := pflag.NewFlagSet("run", pflag.ContinueOnError)
	x.Flags(fs)
	if err := fs.Parse([]string{"--word-rule=tex", "--pass=literal"}); err != nil {
		t.Fatal(err)
	}
	const want = "--pass=literal hyphenates whole tokens, as npm hypher does: want --word-rule=hypher, or --pass=batch"
	if _, err := x.Prepare(t.Context()); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
