package growth

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{
		Turned: map[string]string{"TestClaims": "G1 G8 G10"},
		New:    New,
		Small:  []string{"--quick", "--n=400", "--filter=cuckoo,quotient,map", "--inserted=100,110,800", "--eps=1%", "--reps=2", "--seed=5"},
		Bad:    [][]string{{"--n=100", "--inserted=0,100"}, {"--n=100", "--filter=xor,fuse"}},
		Varies: experimenttest.Timed(Insert, PauseMost, PauseLongest),
		Ops:    experimenttest.Each(map[runfolder.Metric]int{Insert: 1, PauseMost: 1, PauseLongest: 1})}) // golden rows have the keys that came
}

// What cannot insert is left out, and the run says so.
func TestLeftOut(t *testing.T) {
	m := experimenttest.Meta(t, New(), "--n=100", "--filter=bloom,xor")
	if len(m.Filters) != 1 || len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "xor") {
		t.Errorf("%v, %q", m.Filters, m.Notes)
	}
}

// A step of many keys takes as long as one of fewer, times how many more there are; one
// that asks negatives goes by these.
func TestLike(t *testing.T) {
	experimenttest.Likes(t, experimenttest.Trials(t, New(), "--n=1000,1e6", "--eps=0.1%,1%", "--filter=map,bloom"), []experimenttest.Alike{
		{BitsPerKey, "100,1000,0.001", "100,1000,0.001", 1},
		{BitsPerKey, "100,1000000,0.001", "100,1000,0.01", 1.1 * 1000},
		{Insert, "800,1000000,", "800,1000,", 1.1 * 1000},
		{Rate, "800,1000000,0.01", "800,1000,0.01", 1.5},
	})
}

// narrow takes a number of keys, and denies one of them.
type narrow struct {
	filter.Inserter
	room, tried int
	denied      string
}

func (n *narrow) Insert(key string) error {
	n.tried++
	if n.room == 0 {
		return filter.ErrFull
	}
	n.room--
	return n.Inserter.Insert(key)
}

func (n *narrow) Contains(key string) bool { return key != n.denied && n.Inserter.Contains(key) }

// A structure that refuses is tried for a while; what it refused is counted, and is no
// false negative; what it took and denies ends the run.
func TestRefusals(t *testing.T) {
	s := experimenttest.Must(all.ByName(bloom))(t)
	keys := numbered(1000)
	g := &growth{of: history{Structure: s, rate: onePercent}, cfg: filter.Config{Epsilon: 0.01}, told: 125, keys: keys}
	experimenttest.OK(t, g.play(0))
	f := &narrow{Inserter: g.grower.filter, room: 300}
	g.grower.filter = f
	if err := g.play(g.came(800)); err != nil || len(g.grower.refused) != 700 || g.grower.in != 300 || f.tried != 300+refusedMost {
		t.Errorf("%d refused and %d in after %d were tried, %v", len(g.grower.refused), g.grower.in, f.tried, err)
	}
	if lost, err := g.denied(); err != nil || lost != 0 {
		t.Errorf("%v, %v: what was refused is no false negative", lost, err)
	}
	f.denied = keys.At(7)
	if _, err := g.denied(); err == nil {
		t.Error("a denied key does not end the run")
	}
	g.of.Faults |= filter.LosesKeys
	if lost, err := g.denied(); err != nil || lost != 1 {
		t.Errorf("%v, %v", lost, err)
	}
}

// numbered are so many keys.
func numbered(n int) *wordlist.List {
	return wordlist.Generate(n, func(b []byte, i int) []byte { return append(b, byte(i), byte(i>>8), 'x') })
}

// broken fails in another way than by being full.
type broken struct{ filter.Inserter }

func (broken) Insert(string) error { return errors.New("broken") }

// TestGrower: structures that can be enlarged are, and take all keys.
func TestGrower(t *testing.T) {
	keys := numbered(4000)
	for name, resizes := range map[string]bool{"quotient": true, "dleft": true, remadeName: true, "infini": false, "scalable": false} {
		s := remade()
		if name != remadeName {
			s = experimenttest.Must(all.ByName(name))(t)
		}
		g := experimenttest.Must(newGrower(s, 500, filter.Config{Epsilon: 0.01, Seed: 3}))(t)
		times, err := g.pauses(keys, keys.Len())
		if err != nil || g.in != keys.Len() || len(g.refused) > 0 || (g.resized > 0) != resizes {
			t.Errorf("%s: %d keys in, %d refused, enlarged %d times, %v", name, g.in, len(g.refused), g.resized, err)
		}
		if len(times) != keys.Len() || slices.Max(times) == 0 {
			t.Errorf("%s: %d times, at most %d ns", name, len(times), slices.Max(times))
		}
		for key := range keys.Each() {
			if !g.filter.Contains(key) {
				t.Fatalf("%s denies %q", name, key)
			}
		}
		g.filter = broken{g.filter}
		if err := g.insert("y", 0); err == nil {
			t.Errorf("%s: an error is lost", name)
		}
	}
}

// Pauses are those of the keys that came so far, in the order of their coming.
func TestPauses(t *testing.T) {
	g := &growth{at: 3, times: []uint32{5, 9, 7, 1000, 1}}
	for share, want := range map[float64]float64{1: 9, 2.0 / 3: 7, 0.34: 7, 1.0 / 3: 5, 0: 5} {
		if got := experimenttest.Must(g.pause(share, 5))(t); got != want {
			t.Errorf("%v of the insertions take %v ns at most, want %v", share, got, want)
		}
	}
	if !slices.Equal(g.times, []uint32{5, 9, 7, 1000, 1}) {
		t.Errorf("times are in another order: %v", g.times)
	}
}

// synthetic has the rows of a run whose rates are as the claims say, and of which
// cuckoo filters refuse keys at four times those told and more.
func synthetic(t *testing.T, flags ...string) *runfolder.Run {
	t.Helper()
	times := map[string]map[string]float64{ // the rate at the keys told; 1 where nothing stands
		bloom:    {"101": 1.07, "105": 1.4, "150": 5, "200": 14, "400": 40, "800": 90},
		counting: {"200": 14}, dleft: {"200": 2, "800": 8}, infini: {"200": 1.5, "400": 2, "800": 3},
	}
	return experimenttest.Planned(New(), experimenttest.Trials(t, New(), flags...), func(r *runfolder.Row) {
		look := r.Point.Value(0)
		switch r.Metric {
		case Rate:
			epsilon := experimenttest.Must(axis.ParseRate(r.Point.Value(2)))(t)
			// Hardly any noise: edges are tested and not power.
			r.Value = epsilon.Float() / 2 * max(1, times[r.Filter][look]) * (1 + 1e-5*math.Sin(float64(r.Seq)))
		case Refused:
			r.Value = 0
			if strings.HasPrefix(r.Filter, cuckoo) && (look == "400" || look == "800") {
				r.Value = 5
			}
		case Insert, PauseMost, PauseLongest:
			r.Unit = runfolder.Nanoseconds
			r.Value = map[bool]float64{true: 1, false: 1000}[r.Filter == scalable == (r.Metric != Insert)] * (1 + 1e-5*math.Sin(float64(r.Seq)))
		case BitsPerKey:
			r.Value = map[bool]float64{true: 20, false: 15}[r.Filter == scalable]
		}
	})
}

// Each claim is supported by rates made so, and contradicted by rows doctored against
// it: just inside of what it says, and just outside.
func TestClaims(t *testing.T) {
	of := synthetic(t, "--n=10000", "--filter=bloom,counting,dleft,scalable,infini,cuckoo,cuckoo-semisort,bloom-remade", "--reps=3")
	experimenttest.Draw(t, New(), of)
	experimenttest.Supported(t, New(), of, map[string]claim.Verdict{"G7": claim.ByConstruction})
	at := func(name, look string, m runfolder.Metric) experimenttest.Rows {
		return experimenttest.Of(name, m).At(0, look)
	}
	gone := experimenttest.Gone
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"G1", at(bloom, "101", Rate).Times(1.046 / 1.07), claim.Contradicted}, // as at ε = 1 %
		{"G1", at(bloom, "101", Rate).Times(1.06 / 1.07), claim.Supported},
		{"G1", at(bloom, "105", Rate).Times(1.46 / 1.4), claim.Contradicted},
		{"G1", at(bloom, "105", Rate).Times(1.44 / 1.4), claim.Supported},
		{"G1", at(bloom, "105", Rate).At(2, "0.01").Times(2), claim.Supported}, // which the claim leaves out
		{"G3", at(counting, "200", Rate).Times(3.9 / 14), claim.Contradicted},
		{"G3", at(counting, "200", Rate).Times(4.1 / 14), claim.Supported},
		{"G3", at(counting, "200", Rate).At(2, "0.001").Times(3.9 / 14), claim.Contradicted}, // at one ε of two
		{"G4", at(dleft, "200", Rate).At(2, "0.001").Times(4.1 / 2), claim.Contradicted},
		{"G4", at(dleft, "200", Rate).Times(3.9 / 2), claim.Supported},
		{"G4", at(dleft, "400", Refused).Plus(1), claim.Contradicted},
		{"G5", at(scalable, "400", Rate).Times(2.1), claim.Contradicted},
		{"G5", at(scalable, "400", Rate).Times(1.9), claim.Supported},
		{"G5", at(scalable, "200", Refused).Plus(1), claim.Contradicted},
		{"G6", at(infini, "400", Rate).Times(1.6), claim.Contradicted},
		{"G6", at(infini, "400", Rate).Times(1.4), claim.Supported},
		{"G6", at(infini, "800", Refused).Plus(1), claim.Contradicted},
		{"G8", at(remadeName, "200", Rate).Times(2.2), claim.Contradicted},
		{"G8", at(remadeName, "200", Rate).Times(2), claim.Supported},
		{"G8", experimenttest.InRound(2, at(remadeName, "400", Rate).Times(9)), claim.Inconclusive},
		{"G8", gone(remadeName), claim.NotTested},
		{"G9", at(scalable, "800", PauseLongest).Times(101), claim.Contradicted},
		{"G10", at(remadeName, "101", BitsPerKey).Times(1.4), claim.Contradicted},
		{"G10", gone(scalable), claim.NotTested},
		{"G11", at(remadeName, "800", Insert).Times(1001), claim.Contradicted},
		{"G7", at(cuckoo, "100", Refused).Plus(1), claim.Contradicted},
		{"G7", at(semisort, "800", Refused).Times(0), claim.Contradicted},
		{"G7", at(cuckoo, "200", Refused).Times(0), claim.ByConstruction}, // the claim says nothing of it
	})
}
