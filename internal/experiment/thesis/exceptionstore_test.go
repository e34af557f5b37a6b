package thesis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/machine"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
)

// faulty is a store in memory with faults.
type faulty struct {
	store.Store
	lives    int    // look-ups until it dies
	over     int64  // accesses that it invents
	value    string // in place of every value
	asked    int
	accesses int64
}

var errDied = errors.New("the server is gone")

func (f *faulty) Get(dst []byte, key string) ([]byte, bool, error) {
	if f.asked++; f.asked > f.lives {
		return dst, false, errDied
	}
	value, ok, err := f.Store.Get(dst, key)
	if ok && f.value != "" {
		value = append(value[:len(dst)], f.value...)
	}
	return value, ok, err
}

func (f *faulty) Accesses() (int64, error) {
	if f.asked > f.lives {
		return 0, errDied
	}
	f.accesses += f.over
	n, err := f.Store.Accesses()
	return n + f.accesses, err
}

const immortal = 1 << 40

// kindOf is a kind whose stores are those faulty ones; last is the one opened last.
func kindOf(k store.Kind, with faulty) (kind store.Kind, last **faulty) {
	last = new(*faulty)
	k.Open = func(ctx context.Context, e store.Entries, cfg store.Config) (store.Store, error) {
		inside, err := store.Map().Open(ctx, e, cfg)
		if err != nil {
			return nil, err
		}
		f := with
		f.Store = inside
		*last = &f
		return &f, nil
	}
	return k, last
}

// preparedWith is prepared with stores to choose from.
func preparedWith(t *testing.T, kinds []store.Kind, flags ...string) (*bench, error) {
	t.Helper()
	e := New(kinds...)
	b, err := experimenttest.Prepare(t, e, flags...)
	if err != nil {
		return nil, err
	}
	return b.(*bench), nil
}

// withStore is a bench over a few words, one of them an exception of 70 letters with
// breaks beyond the 64th, and enough others for false positives.
func withStore(t *testing.T, kind store.Kind, flags ...string) *bench {
	t.Helper()
	pairs := 23
	if slices.Contains(flags, "--word-rule=tex") { // which takes 63 letters of a word
		pairs = 3
	}
	long := strings.Repeat("ab", 10) + "-" + strings.Repeat("cd", pairs) + "-" + strings.Repeat("ef", 2)
	words := append([]string{strings.ReplaceAll(long, "-", "")}, "academy", "Academy", "areas", "nothing", "analysis")
	for i := range 500 {
		words = append(words, fmt.Sprint("nokey", i))
	}
	exceptions := experimenttest.File(t, []string{`\hyphenation{acad-e-my areas anal-y-sis ` + long + "}"})
	own := []string{"--words=" + experimenttest.File(t, words), "--exceptions=" + exceptions, "--filter=bloom", "--eps=0.2", "--reps=2"}
	if kind.Name == "" {
		return prepared(t, append(own, flags...)...)
	}
	name := kind.Name
	if kind.Medium == store.Simulated {
		name += ":1us"
	} else if kind.Place == store.Folder {
		name += ":" + t.TempDir()
	}
	return experimenttest.Must(preparedWith(t, []store.Kind{kind}, append(append(own, "--store="+name), flags...)...))(t)
}

// Behind every store that is in this process, by either rule, a pass gives what it
// gives with the table in memory, and the store counts just what the filter admits.
func TestStoresHyphenateAlike(t *testing.T) {
	for _, rule := range []string{ruleHypher, ruleTeX} {
		want := withStore(t, store.Kind{}, "--word-rule="+rule).expect.record()
		for _, kind := range store.Kinds() {
			if err := kind.Available(); kind.Medium == store.Network || err != nil {
				continue
			}
			t.Run(rule+" "+kind.Name, func(t *testing.T) {
				b := withStore(t, kind, "--word-rule="+rule)
				for what, n := range b.expect.record() {
					if want[what] != n {
						t.Errorf("%s: %d are expected, %d with the table", what, n, want[what])
					}
				}
				if want["exceptions"] < 5 {
					t.Fatalf("%d exceptions in the list: want the long one too", want["exceptions"])
				}
				fp := measure(t, b, stepOf(metric.FalsePositives, bloom, "0.2", 1)).Value
				for filter, epsilon := range map[string]string{bloom: "0.2", NoFilter: ""} {
					m := measure(t, b, stepOf(Hyphenate, filter, epsilon, 1))
					got := measure(t, b, stepOf(Accesses, filter, epsilon, 1))
					if len(m.Extra) != len(measuring.StoreColumns()) || len(got.Extra) != len(m.Extra) || m.Extra[4] != strconv.Itoa(int(got.Value)) {
						t.Errorf("%s: columns %v and %v", filter, m.Extra, got.Extra)
					}
					admitted := fp + float64(want["exceptions"])
					if filter == NoFilter {
						admitted = float64(want["words"])
					}
					if rule == ruleHypher && got.Value != admitted {
						t.Errorf("%s: the store counted %v look-ups, the filter admits %v", filter, got.Value, admitted)
					}
				}
				if m := measure(t, b, stepOf(metric.FalseNegatives, NoFilter, "", 1)); m.Value != 0 || len(m.Extra) != len(measuring.StoreColumns()) {
					t.Errorf("%+v", m)
				}
			})
		}
	}
}

// A store that dies fails the step, with its name, and is not asked again.
func TestStoreDies(t *testing.T) {
	for _, s := range []experiment.Step{stepOf(Hyphenate, NoFilter, "", 1), stepOf(metric.Query, NoFilter, "", 1), stepOf(metric.FalseNegatives, NoFilter, "", 1), stepOf(Accesses, NoFilter, "", 1)} {
		kind, last := kindOf(store.Map(), faulty{lives: 6}) // 4 of them to open it
		b := withStore(t, kind)
		_, err := b.Measure(t.Context(), s)
		if !errors.Is(err, errDied) || strings.Count(err.Error(), "store map: ") != 1 || strings.Count(err.Error(), errDied.Error()) != 1 {
			t.Errorf("%s: %v", name(s), err)
		}
		if (*last).asked != 7 {
			t.Errorf("%s: it was asked %d times, want no more after the first error", name(s), (*last).asked)
		}
	}
}

// A store that counts wrong, or gives other breaks, gets no number.
func TestStoreThatLies(t *testing.T) {
	kind, _ := kindOf(store.Map(), faulty{lives: immortal, over: 1})
	b := withStore(t, kind)
	if _, err := b.Measure(t.Context(), stepOf(Hyphenate, NoFilter, "", 1)); err == nil || !strings.Contains(err.Error(), "store map: it counted") {
		t.Errorf("a store that counts one too many: %v", err)
	}
	list := experimenttest.File(t, []string{"academy"})
	for value, want := range map[string]string{"9": "has the breaks [9]", "1 x": "want the breaks as they were written", "1 ": "as they were written", " 1": "as they were written", "12345678": "as they were written"} {
		kind, _ := kindOf(store.Map(), faulty{lives: immortal, value: value})
		if _, err := preparedWith(t, []store.Kind{kind}, "--words="+list, "--store=map"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a value of %q: %v", value, err)
		}
	}
}

// A kind that says that it is cold and reads no device is found out.
func TestColdStoreIsProved(t *testing.T) {
	if machine.DeviceBytes() == machine.Uncounted {
		t.Skip("the system does not count what is read from devices")
	}
	cold := store.Map()
	cold.Medium, cold.Cold = store.Disk, true
	b := withStore(t, cold)
	if _, err := b.Measure(t.Context(), stepOf(Hyphenate, NoFilter, "", 1)); err == nil || !strings.Contains(err.Error(), "they were not cold") {
		t.Errorf("%v", err)
	}
	var m runfolder.Meta
	b.Describe(&m)
	if m.Parameters[temperatureParameter] != "cold" || !m.Waits {
		t.Errorf("%v, waits %v", m.Parameters, m.Waits)
	}
}

// What does not go together is refused with what is wanted.
func TestStoreFlags(t *testing.T) {
	list := experimenttest.File(t, []string{"academy"})
	for flags, want := range map[string]string{
		"--store=mop":                            "want map",
		"--store=map,direct":                     "2 stores",
		"--store=map:here":                       "map takes nothing behind a colon",
		"--store=redis-tcp:":                     "want redis-tcp:HOST:PORT or redis-tcp",
		"--store=map --design=thesis":            "want --design=interleaved",
		"--store=direct:" + list:                 "not a directory",
		"--store=delay":                          "delay:50us",
		"--store=map --filter=bloom --eps=1%,2%": "",
	} {
		_, err := preparedWith(t, store.Kinds(), append(strings.Fields(flags), "--words="+list)...)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", flags, err)
		}
	}
}

// The defaults of slow stores give way to what was given; those of others stay.
func TestSlowStoresHaveLess(t *testing.T) {
	device := store.Map()
	device.Name, device.Medium, device.Cold = "device", store.Disk, true
	tree := store.Map()
	tree.Name, tree.Medium = "tree", store.Disk
	far := store.Map()
	far.Name, far.Medium = "far", store.Network
	list := experimenttest.File(t, []string{"academy"})
	for flags, want := range map[string]string{
		"":                       "30 of 20",
		"--store=map":            "30 of 20",
		"--store=tree":           "30 of 20",
		"--store=device":         "3 of 4",
		"--store=far":            "3 of 4",
		"--store=delay:1us":      "30 of 20",
		"--store=delay:5us":      "3 of 4",
		"--store=far --reps=5":   "5 of 4",
		"--store=far --eps=0.02": "3 of 1",
	} {
		b := experimenttest.Must(preparedWith(t, []store.Kind{store.Map(), device, tree, far, store.Delay()}, append(strings.Fields(flags), "--words="+list)...))(t)
		if got := fmt.Sprintf("%d of %d", b.reps, len(b.epsilons)); got != want {
			t.Errorf("%q: repetitions %s rates, want %s", flags, got, want)
		}
		warmed := 0
		for _, s := range stepsOf(b, 0) {
			if s.Round < 1 && (visit{cell: s.Cell}).asksStore(s.Cell.Metric) {
				warmed++
			}
		}
		if b.slow != (warmed == 0) {
			t.Errorf("%q: %d passes with the store in the warm-up", flags, warmed)
		}
	}
}

// The steps with a store are those without one, but for what the store alone has no
// part in, and the accesses.
func TestStepsWithStore(t *testing.T) {
	counts := func(b *bench) map[runfolder.Metric]int {
		n := map[runfolder.Metric]int{}
		for _, s := range stepsOf(b, 0) {
			if s.Round == 1 {
				n[s.Cell.Metric]++
			}
		}
		return n
	}
	without, with := counts(withStore(t, store.Kind{})), counts(withStore(t, store.Map()))
	for _, m := range append(timed(), counted()...) {
		want := without[m]
		switch m {
		case Accesses:
			want = 2
		case metric.Build, metric.FalsePositives, metric.Bits, metric.ResidentBits:
			want--
		}
		if with[m] != want {
			t.Errorf("%s: %d steps, want %d", m, with[m], want)
		}
	}
}

// --dry-run predicts a pass with a slow store without making one.
func TestPrediction(t *testing.T) {
	b := withStore(t, store.Delay(), "--store=delay:100us", "--reps=20")
	before := experimenttest.Must(b.outside.store.Accesses())(t)
	took := experimenttest.Must(b.Predict(t.Context()))(t)
	after := experimenttest.Must(b.outside.store.Accesses())(t)
	if n := after - before; n > predictedAccesses+2*4 { // and the keys, for fn
		t.Errorf("%d look-ups to predict: want no pass", n)
	}
	// 506 words twice in each round, and about 100 admitted ones.
	if least := 20 * 0.11; took.Seconds() < least {
		t.Errorf("%s for a run that waits for more than %v s", took, least)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Predict(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// stored is a run of this store.
func stored(run *runfolder.Run, name string, medium store.Medium, temperature string) *runfolder.Run {
	run.Meta.Parameters = map[string]string{storeParameter: name, mediumParameter: string(medium)}
	if temperature != "" {
		run.Meta.Parameters[temperatureParameter] = temperature
	}
	return run
}

// T35 is judged where the store may be slow, and its verdict, as those of the others
// against the store, says which store it is about.
func TestSavesAccesses(t *testing.T) {
	for _, c := range []struct {
		medium store.Medium
		share  float64 // of the time without a filter
		want   claim.Verdict
		says   string
	}{
		{store.Memory, 0.5, claim.NotTested, "in memory and answers in nanoseconds"},
		{store.Disk, 0.5, yes, "exceptions on disk (direct)"},
		{store.Disk, 1.5, no, "exceptions on disk (direct)"},
		{store.Network, 0.5, yes, "exceptions behind a network (direct)"},
		{store.Simulated, 0.5, yes, "exceptions in a simulated store (direct)"},
	} {
		run := stored(edgeRun(allTrue.put("", level(1000*c.share), Hyphenate)), "direct", c.medium, "")
		results := furtherResults(t, run)
		if r := results["T35"]; r.Verdict != c.want || !strings.Contains(r.Why, c.says) {
			t.Errorf("%s, %v: %s: %s", c.medium, c.share, r.Verdict, r.Why)
		}
		if r := results["T19"]; c.medium != store.Memory && !strings.Contains(r.Why, c.says) {
			t.Errorf("T19 does not name the store: %s", r.Why)
		}
	}
}

// The captions of the thesis's figures name the store, in both languages; those of a
// run without one are as they were, and so are the titles of its rows.
func TestRunsWithStoreAreCalledSo(t *testing.T) {
	with := &stored(&runfolder.Run{}, "direct", store.Disk, cold).Meta
	with.Filters = []string{bloom, cuckoo}
	without := &runfolder.Meta{Filters: with.Filters}
	texts := map[string]bilingual.Text{}
	for _, f := range figures(with) {
		texts[f.ID] = f.Title
	}
	for _, f := range figures(without) {
		with, ok := texts[f.ID]
		if !ok {
			t.Fatalf("no figure %s", f.ID)
		}
		if f.ID == "fpr" {
			continue
		}
		for lang, on := range map[bilingual.Lang]string{bilingual.English: ", exceptions on disk, cold (direct)", bilingual.Portuguese: ", exceções em disco, sem cache (direct)"} {
			if f.ID == "5-1" || f.ID == "5-3" { // "for one list of exceptions"
				on = strings.TrimPrefix(strings.TrimPrefix(on, ", exceptions"), ", exceções")
			}
			if got := with.In(lang); strings.Replace(got, on, "", 1) != f.Title.In(lang) || !strings.Contains(got, on) {
				t.Errorf("figure %s: %q", f.ID, got)
			}
		}
	}
	if n := len(figures(with)) - len(figures(without)); n != 1 {
		t.Errorf("%d figures more with a store", n)
	}
	title := func(m *runfolder.Meta) string {
		r := experiment.ReadingOf(New(), m)
		return r.Baselines[NoFilter] + ", " + r.Metrics[0].Title
	}
	if got, want := title(with), "no filter (direct alone), one initialisation: patterns and filter"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := title(without); !strings.Contains(got, "exact map alone") || !strings.Contains(got, "patterns, exceptions and filter") {
		t.Errorf("%q", got)
	}
}
