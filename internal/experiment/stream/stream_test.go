package stream

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
)

// prepared is the experiment with the given flags.
func prepared(t *testing.T, flags ...string) *bench {
	t.Helper()
	return experimenttest.Prepared[*bench](t, New(), flags...)
}

func TestDefaults(t *testing.T) {
	b := prepared(t)
	if len(b.x.kinds.kinds) != 9 || len(b.x.windows.Values) != 3 || len(b.x.eps.Values) != 5 || len(b.x.rooms.Values) != 4 || len(b.sets) != 9 || b.middle != axis.Per/100 {
		t.Errorf("%+v", b.x)
	}
	if x := prepared(t, "--quick", "--window=50", "--streams=uniform").x; x.length.String() != quickLength || x.reps.String() != quickReps || x.windows.String() != "50" {
		t.Errorf("quick: %+v", x)
	}
	if b := prepared(t, "--eps=2%,5%,20%", "--streams=uniform"); b.middle != axis.Per/20 {
		t.Errorf("the middle ε is %v", b.middle)
	}
	for _, bad := range [][]string{
		{"--window=1"}, {"--room=2,4"}, {"--text=some.txt", "--streams=uniform"}, {"--streams=text", "--window=1e6"}, {"--filter=stabel"},
		{"--filter="}, {"--streams=txet"}, {"--universe=7"}, {"--length=100"}, {"--reps=1"}, {"--text=no such file"}, {"--eps=0"}, {"--window=0"},
	} {
		if _, err := experimenttest.Prepare(t, New(), bad...); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
	_, err := experimenttest.Prepare(t, New(), "--filter=stabel")
	if err == nil || !strings.Contains(err.Error(), "did you mean stable?") {
		t.Errorf("%v", err)
	}
	if b := prepared(t, "--window=1e3,1e6", "--filter=stable"); len(b.notes) != 1 || len(b.sets) != 5 {
		t.Errorf("%v, %v", b.notes, b.sets)
	}
}

// Memory is varied by ε everywhere and by room at the middle ε of the uniform stream,
// as far as a stream is long enough.
func TestVisits(t *testing.T) {
	b := prepared(t, "--window=100,1e3", "--length=65536", "--eps=1%,10%")
	places := map[string]int{}
	for _, s := range b.sets {
		for _, v := range b.visits(s) {
			places[v.kind.name]++
			if v.room > 1 && (v.stream != streamUniform || v.eps != b.middle || v.window*v.room > 4096) {
				t.Errorf("%+v", v)
			}
		}
	}
	// Six sets, two rates, and three larger rooms of the smaller window and two of the larger.
	want := map[string]int{"exact": 6, "bloom": 6, "buffer": 17, "double": 12, "aging": 12, "sliding": 12, "stable": 17, "decaying": 17, "generalised": 17}
	for name, n := range want {
		if places[name] != n {
			t.Errorf("%s has %d places, want %d", name, places[name], n)
		}
	}
}

// The ages of a stream are what a plain search finds, also when it is gone through
// again.
func TestAges(t *testing.T) {
	b := prepared(t, "--length=4096", "--window=50")
	for _, e := range []*elements{drawn(700, 60, false, 3), drawn(700, 60, true, 3), b.text.stream(900, 4)} {
		words := append(e.words.All(), e.words.All()...)
		for i, word := range words {
			age := never
			for j := i - 1; j >= 0 && age == never; j-- {
				if words[j] == word {
					age = i - j
				}
			}
			got := 0
			if n := e.words.Len(); i < n {
				got = int(e.age[i])
			} else {
				got = int(e.again[i-n])
			}
			if got != age {
				t.Fatalf("element %d came %d elements ago, not %d", i, age, got)
			}
		}
	}
	strangers, zipf := 0, map[string]int{}
	e := drawn(40_000, 500, true, 9)
	for word := range e.words.Each() {
		zipf[word]++
	}
	var counts []int
	for _, n := range zipf {
		if counts = append(counts, n); n == 1 {
			strangers++
		}
	}
	slices.Sort(counts)
	slices.Reverse(counts)
	if want := 40_000 / strangersEvery; strangers < want-300 || strangers > want+300 {
		t.Errorf("%d strangers, want about %d", strangers, want)
	}
	if ratio := float64(counts[0]) / float64(counts[9]); ratio < 8 || ratio > 12.5 {
		t.Errorf("the first is %.1f times as frequent as the tenth, want 10 times", ratio)
	}
}

// The exact window and the buffer do what plain models of them do.
func TestOwn(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, w := range []int{1, 2, 7, 40} {
		e, n := newExact(w), 4
		b := newBuffer(w*32, filter.Config{Epsilon: 0.25}) // of m/64 codes
		n = len(b.next) - 1
		var stream, used []string
		for range 3000 {
			key := strconv.Itoa(random.IntN(3 * w))
			if got, want := e.Seen(key), slices.Contains(stream[max(0, len(stream)-w):], key); got != want {
				t.Fatalf("w = %d: the exact window says %v", w, got)
			}
			stream = append(stream, key)
			i := slices.Index(used, key)
			if got := b.Seen(key); got != (i >= 0) {
				t.Fatalf("%d codes: the buffer says %v", n, got)
			}
			if i >= 0 {
				used = slices.Delete(used, i, i+1)
			}
			if used = append(used, key); len(used) > n {
				used = used[1:]
			}
		}
		if b.Bits() != uint64(64*n) || len(e.last) > w || e.Bits() < uint64(8*16*w) {
			t.Errorf("%d and %d bits, %d elements of %d", b.Bits(), e.Bits(), len(e.last), w)
		}
	}
}

// What is counted depends on the round alone: not on the order of the steps, nor on
// whether something was timed between them.
func TestRounds(t *testing.T) {
	racetest.OneGoroutine(t)
	flags := []string{"--filter=exact,bloom,aging,sliding,stable,generalised", "--window=100", "--length=4096", "--eps=1%,10%", "--room=1,2", "--seed=5"}
	counted, different := experimenttest.Repeats(t, func() experiment.Bench { return prepared(t, flags...) }, experimenttest.Timed(metric.Query))
	if counted < 200 || different < counted/3 {
		t.Errorf("%d counted steps, of which %d differ between rounds", counted, different)
	}
}

// liar changes an answer now and then, from some call on.
type liar struct {
	remembers
	calls, every, from int
}

func (l *liar) Seen(key string) bool {
	seen := l.remembers.Seen(key)
	l.calls++
	return seen != (l.calls > l.from && l.calls%l.every == 0)
}

// What must not forget, or must not err, gets no number when it does; what may do so
// gets one.
func TestGate(t *testing.T) {
	for name, gated := range map[string]bool{exactName: true, bufferName: true, bloomName: true, double: true, aging: true, sliding: true, stable: false, decaying: false, generalised: false} {
		for _, timed := range []bool{false, true} {
			b := prepared(t, "--window=200", "--length=16384", "--filter="+name, "--streams=uniform", "--universe=8")
			k := b.x.kinds.kinds[0]
			build := k.build
			k.build = func(w, room int, cfg filter.Config) (remembers, error) {
				r, err := build(w, room, cfg)
				l := &liar{remembers: r, every: 7}
				if timed { // as many lies as may be: a count notices no single one
					l.every, l.from = 2, 16384
				}
				return l, err
			}
			v := visit{b.sets[0], k, 1, b.middle}
			err := b.pass(v, 1)
			if err == nil && timed {
				b.prepareTimed()
				for range 4 {
					if err == nil {
						err = b.timed()
					}
				}
			}
			// More is called seen by lies than was: only the exact window notices that in a count.
			if want := gated && !timed || timed && name == exactName; (err != nil) != want {
				t.Errorf("%s, timed %v: %v", name, timed, err)
			}
		}
	}
	b := prepared(t, "--window=200", "--length=16384", "--filter=sliding", "--streams=uniform", "--universe=8")
	if err := b.pass(visit{b.sets[0], b.x.kinds.kinds[0], 1, b.middle}, 1); err != nil {
		t.Fatal(err)
	}
	b.prepareTimed()
	b.current.made = &mute{b.current.made}
	if err := b.timed(); err == nil {
		t.Error("a window that forgets all is timed")
	}
}

// mute calls nothing seen.
type mute struct{ remembers }

func (m *mute) Seen(string) bool { return false }

// Timed elements go on with the stream: an exact window agrees with the truth over
// several laps, of a text whose length is no multiple of a section too.
func TestTimedLaps(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, stream := range streamNames() {
		b := prepared(t, "--window=300", "--length=32768", "--filter=exact", "--streams="+stream)
		if stream == streamText {
			b.text.numbers = b.text.numbers[:20_001]
		}
		if err := b.pass(visit{b.sets[0], b.x.kinds.kinds[0], 0, 0}, 1); err != nil {
			t.Fatal(err)
		}
		b.prepareTimed()
		for range 7 {
			if err := b.timed(); err != nil {
				t.Errorf("%s: %v", stream, err)
			}
		}
	}
}

// Both rates of the structures are what their theory says, within the noise of a pass.
func TestTheory(t *testing.T) {
	racetest.OneGoroutine(t)
	b := prepared(t, "--window=400", "--length=131072", "--streams=uniform", "--eps=10%", "--universe=64")
	for _, name := range []string{stable, decaying, generalised, double} {
		k, _ := kindNamed(name)
		if err := b.pass(visit{b.sets[0], k, 1, b.middle}, 1); err != nil {
			t.Fatal(err)
		}
		p, w := &b.current, b.current.made.(filter.Window)
		positive, _ := w.Theory(1)
		near := func(what string, got, want float64, n int) {
			if room := 4*math.Sqrt(want*(1-want)/float64(n)) + 0.06*want; math.Abs(got-want) > room {
				t.Errorf("%s: %s %.4f, by theory %.4f ± %.4f", name, what, got, want, room)
			}
		}
		near("new and called seen", p.half.fprNew(), positive, p.half.strangers)
		near("of the window and called new", p.half.fnr(), missedByTheory(w, p.w), p.half.duplicates) // 0 of double
	}
}

// Prediction covers all steps.
func TestPredict(t *testing.T) {
	b := prepared(t, "--filter=exact,stable", "--window=100,200", "--length=4096", "--eps=1%", "--room=1", "--reps=3")
	took, err := b.Predict(t.Context())
	if err != nil || took <= 0 {
		t.Errorf("%v, %v", took, err)
	}
	meta := runfolder.Meta{}
	b.Describe(&meta)
	if len(meta.Filters) != 6 || len(meta.Inputs) != 1 {
		t.Errorf("%v, %v", meta.Filters, meta.Inputs)
	}
}
