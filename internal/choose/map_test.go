package choose

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/tier"
)

// Map and answer agree at 95 of 100 places of the maps, wherever in its cell a place is; elsewhere the map
// says that it is close.
func TestMapAgreesWithAnswers(t *testing.T) {
	tier.Check(t) // takes half a minute
	places, memories := 60, []float64{0, 10, 16}
	if tier.Night() {
		places, memories = 200, []float64{0, 8, 10, 12, 16}
	}
	record, err := OwnRecord()
	if err != nil {
		t.Fatal(err)
	}
	agree, tried := 0, 0
	for _, perKey := range memories {
		q := Question{Rates: DefaultRates()}
		m, err := record.Map(q, considered(t), perKey)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, uint64(perKey)))
		named := map[string]bool{}
		for range places {
			x, y := random.Float64(), random.Float64()
			q.N = int(fewestKeys * math.Pow(mostKeys/fewestKeys, x))
			q.Miss = shortestMiss * math.Pow(longestMiss/shortestMiss, y)
			q.Hit, q.Memory = q.Miss, uint64(perKey*float64(q.N))
			candidates, out, err := q.Candidates(considered(t), nil)
			if err != nil {
				t.Fatal(err)
			}
			offers, _ := record.Offers(candidates, q.N)
			a, err := NewAnswer(q, offers, out, nil, "")
			if err != nil {
				t.Fatal(err)
			}
			row, column := int(y*mapCells), int(x*mapCells)
			named[a.Recommended] = true
			switch {
			case m.Best[row][column] == a.Recommended:
				agree++
			case !a.close(m.Best[row][column]):
				t.Errorf("%v bits per key, %d keys, a miss of %.3g ns: %s, and %s on the map, of which the answer does not say that it is close", perKey, q.N, q.Miss, a.Recommended, m.Best[row][column])
			case !m.Close[row][column]:
				t.Errorf("%v bits per key, %d keys, a miss of %.3g ns: %s, and %s on the map, which is not pale there", perKey, q.N, q.Miss, a.Recommended, m.Best[row][column])
			}
		}
		tried += places
		t.Logf("%v bits per key: %d of %d places agree so far, with %v", perKey, agree, tried, named)
		if len(named) < 2 {
			t.Errorf("%v bits per key: the only answer is %v", perKey, named)
		}
		for _, l := range bilingual.Langs() {
			if _, err := m.Drawing(record, perKey, l).Encode(figure.SVG, figure.Label{ID: "map"}); err != nil {
				t.Error(err)
			}
		}
	}
	if agree < tried*95/100 {
		t.Errorf("%d of %d places agree", agree, tried)
	}
}

// The offers that the map leaves out are first of nothing, as good or not.
func TestUnbeaten(t *testing.T) {
	racetest.OneGoroutine(t)
	record, err := OwnRecord()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	named := map[string]bool{}
	for range 300 {
		n := int(fewestKeys * math.Pow(mostKeys/fewestKeys, random.Float64()))
		q := Question{N: n, Rates: DefaultRates(), Quicker: random.IntN(3) == 0, Smaller: random.IntN(3) == 0, Final: random.IntN(6) == 0}
		if random.IntN(2) == 0 {
			q.Queries = math.Pow(10, 8*random.Float64())
		}
		candidates, _, err := q.Candidates(considered(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		offers, _ := record.Offers(candidates, n)
		some := unbeaten(q, offers)
		if len(some) == 0 || 2*len(some) > len(offers) {
			t.Fatalf("%+v: %d of %d offers are left", q, len(some), len(offers))
		}
		if random.IntN(2) == 0 {
			q.Memory = uint64(10 * n)
		}
		for range 10 {
			q.Miss = shortestMiss * math.Pow(longestMiss/shortestMiss, random.Float64())
			q.Hit = q.Miss
			all, _ := foremost(q, q, offers)
			first, _ := foremost(q, q, some)
			if first.Name != all.Name || first.Asked != all.Asked {
				t.Errorf("%+v: of some %s at %s is first, of all %s at %s", q, first.Name, first.Asked, all.Name, all.Asked)
			}
			named[all.Name] = true
		}
	}
	if len(named) < 5 {
		t.Errorf("only %v are first", named)
	}
}

// close reports whether the answer says of a structure, or of none, that it is as good or nearly
// so, or comes next.
func (a *Answer) close(name string) bool {
	for _, r := range a.Ranked {
		if r.Name == name {
			return r.Equal || r.Near || strings.Contains(strings.Join(slices.Concat(a.Why, a.Details), " "), r.said())
		}
	}
	return false
}

// A filter of 10 ns that lets a hundredth pass pays from a miss of 11 / 0.989 = 11.1 ns on, whatever the
// keys; close to it is the one row of places within a sixth. Where it has no room nothing fits.
func TestMapOfOneFilter(t *testing.T) {
	s, err := all.ByName("bloom")
	if err != nil {
		t.Fatal(err)
	}
	row := func(n int) Recorded {
		return Recorded{N: n, Offer: Offer{Name: "bloom", Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Bits: 10, Yes: 10, No: 10, Build: 20}}
	}
	record := &Record{Rows: []Recorded{row(100), row(100_000_000)}}
	q := Question{Rates: []axis.Rate{onePercent}}
	m, err := record.Map(q, []filter.Structure{s}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for y := range mapCells {
		want := None
		if math.Pow(10, 7*(float64(y)+0.5)/64) > 11/0.989 {
			want = "bloom"
		}
		for x := range mapCells {
			if m.Best[y][x] != want || m.Close[y][x] != (y == 9) {
				t.Fatalf("row %d, column %d: %s, close: %v, want %s", y, x, m.Best[y][x], m.Close[y][x], want)
			}
		}
	}
	if m, err = record.Map(q, []filter.Structure{s}, 5); err != nil || m.Best[0][0] != Nothing || m.Best[63][63] != Nothing {
		t.Errorf("%v, %v", m.Best, err)
	}
	for perKey, words := range map[float64]string{0: "Memory without a limit.", 5: "At most 5 bits per key."} {
		svg, _, err := m.Drawing(record, perKey, bilingual.English).Picture(figure.Label{})
		if err != nil {
			t.Fatal(err)
		}
		if text := string(svg); !strings.Contains(text, words) || !strings.Contains(text, "nothing fits") || strings.Contains(text, ">bloom<") {
			t.Errorf("the map says nothing of %q, or not what its colours are", words)
		}
	}
}
