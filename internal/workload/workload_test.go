package workload

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

func load(t *testing.T, args ...string) (*Workload, error) {
	t.Helper()
	f := Flags{}
	if err := f.N.Set("100,1753"); err != nil {
		t.Fatal(err)
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.Add(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	return f.Load()
}

func mustLoad(t *testing.T, args ...string) *Workload {
	t.Helper()
	w, err := load(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// apart fails where a negative is a key, or a word is there twice.
func apart(t *testing.T, keys, negatives *wordlist.List) {
	t.Helper()
	seen := map[string]string{}
	for kind, list := range map[string]*wordlist.List{"key": keys, "negative": negatives} {
		for word := range list.Each() {
			if was := seen[word]; was != "" {
				t.Fatalf("%q is a %s and a %s", word, was, kind)
			}
			seen[word] = kind
		}
	}
}

// Generated keys and negatives are distinct, depend on the seed, and are as many
// as asked for; 1,753 are the thesis's.
func TestGenerated(t *testing.T) {
	w := mustLoad(t)
	if !slices.Equal(w.Sizes(), []int{100, 1753}) {
		t.Errorf("sizes %v", w.Sizes())
	}
	keys, negatives := w.Keys(100, 7), w.Negatives(100, 7, 5000)
	if keys.Len() != 100 || negatives.Len() != 5000 {
		t.Errorf("%d keys, %d negatives", keys.Len(), negatives.Len())
	}
	apart(t, keys, negatives)
	if keys.At(0) == w.Keys(100, 8).At(0) || keys.At(99) != w.Keys(100, 7).At(99) {
		t.Error("the keys do not depend on the seed alone")
	}
	keys, negatives = w.Keys(1753, 7), w.Negatives(1753, 7, 0)
	if keys.Len() != 1753 || !slices.Contains(keys.All(), "academy") || negatives.Len() < 50_000 {
		t.Errorf("%d keys and %d negatives in place of the thesis's", keys.Len(), negatives.Len())
	}
	apart(t, keys, negatives)
	if few := w.Negatives(1753, 7, 10); few.Len() != 10 {
		t.Errorf("%d negatives, want 10", few.Len())
	}
	var m runfolder.Meta
	w.Describe(&m)
	if len(m.Inputs) < 3 {
		t.Errorf("inputs %v", m.Inputs)
	}
}

// The user's own keys count once, and queries that are keys are no negatives.
func TestOwn(t *testing.T) {
	keys := write(t, "keys.txt", "b\na\r\n\nb\nc\n")
	w := mustLoad(t, "--keys="+keys, "--queries="+write(t, "queries.txt", "x\na\ny\nx\n"))
	if got := strings.Join(w.Keys(w.Sizes()[0], 1).All(), " "); got != "b a c" || w.Sizes()[0] != 3 {
		t.Errorf("keys %q of %v", got, w.Sizes())
	}
	if got := strings.Join(w.Negatives(3, 1, 0).All(), " "); got != "x y" {
		t.Errorf("negatives %q", got)
	}
	var m runfolder.Meta
	w.Describe(&m)
	if len(m.Inputs) != 2 || m.Inputs[0].Name != "keys.txt" || m.Inputs[0].Count != 4 || !strings.Contains(strings.Join(m.Notes, " "), "1 of the 4 keys in keys.txt") {
		t.Errorf("%+v", m)
	}
	if text, err := w.Text(""); text != nil || err != nil {
		t.Errorf("another's text of %d words is asked of the user's keys, %v", text.Words.Len(), err)
	}
	if text, err := w.Text(keys); err != nil || text.Words.Len() == 0 {
		t.Errorf("the user's text: %v", err)
	}
	generated := mustLoad(t, "--keys="+keys)
	apart(t, generated.Keys(3, 1), generated.Negatives(3, 1, 1000))
	null := mustLoad(t, "-0", "--keys="+write(t, "keys", "a\nb\x00c\x00"))
	if got := null.Keys(2, 1).All(); !slices.Equal(got, []string{"a\nb", "c"}) {
		t.Errorf("%q", got)
	}
}

// Queries that are keys are counted as often as they are asked, and keys once.
func TestShareOfKeys(t *testing.T) {
	for queries, want := range map[string]string{"a a x b z w q": "0.429", "a": "1", "x y": "0", "b b b b b b b x": "0.875"} {
		f := Flags{keys: write(t, "keys", "a\nb\nb\n"), queries: write(t, "queries", strings.ReplaceAll(queries, " ", "\n")+"\n")}
		if got, err := f.ShareOfKeys(); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", queries, got, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	keys := write(t, "keys.txt", "a\nb\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--queries=q.txt"}, "--queries=q.txt: want the keys too"},
		{[]string{"--n=0"}, "want 1 or more"},
		{[]string{"--n=10,1e15"}, "want 250,000,000 keys or fewer"},
		{[]string{"--keys=nowhere.txt"}, "--keys: open nowhere.txt"},
		{[]string{"--keys=" + write(t, "bad.txt", "a\n\xff\n")}, "bad.txt:2: "},
		{[]string{"--keys=" + write(t, "empty.txt", "\n")}, "no words"},
		{[]string{"--keys=" + keys, "--queries=" + write(t, "queries.txt", "b\na\n")}, "every query is a key"},
	} {
		if _, err := load(t, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.args, err, c.want)
		}
	}
}

// Queries are keys and negatives in the shares asked for, and the same for a seed.
func TestMixed(t *testing.T) {
	const queries = 2000
	keys, negatives := wordlist.Of("a", "b", "c"), wordlist.Of("x", "y")
	for _, hits := range []float64{0, 0.25, 1} {
		list, members := Mixed(keys, negatives, hits, queries, 7)
		are, seen := 0, map[string]bool{}
		for word := range list.Each() {
			seen[word] = true
			if slices.Contains(keys.All(), word) {
				are++
			}
		}
		if list.Len() != queries || are != members || math.Abs(float64(members)-hits*queries) > 100 { // five standard errors
			t.Errorf("hits = %v: %d queries, %d members, %d said", hits, list.Len(), are, members)
		}
		if hits == 0.25 && len(seen) != 5 {
			t.Errorf("only %v are asked", seen)
		}
		again, _ := Mixed(keys, negatives, hits, queries, 7)
		other, _ := Mixed(keys, negatives, hits, queries, 8)
		if again.Text() != list.Text() || other.Text() == list.Text() {
			t.Errorf("hits = %v: the seed does not decide the queries", hits)
		}
	}
}

// Keys of a file and numbers of generated ones exclude each other on a command line.
func TestTypedKeys(t *testing.T) {
	for args, refused := range map[string]bool{"": false, "--n=10": false, "--keys=x": false, "--n=10 --keys=x": true} {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		new(Flags).Add(fs)
		if err := fs.Parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		if err := CheckTyped(fs); (err != nil) != refused {
			t.Errorf("%q: %v", args, err)
		}
	}
	if err := CheckTyped(pflag.NewFlagSet("", pflag.ContinueOnError)); err != nil {
		t.Errorf("without such flags: %v", err)
	}
}
