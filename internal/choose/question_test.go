package choose

import (
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
)

func considered(t *testing.T) (list []filter.Structure) {
	t.Helper()
	for _, name := range Considered() {
		s, err := all.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func TestCandidates(t *testing.T) {
	structures := considered(t)
	names := func(q Question) (in []string, out map[string]string) {
		t.Helper()
		q.N, q.Rates = 1000, []axis.Rate{onePercent, onePercent / 10}
		list, excluded, err := q.Candidates(structures, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			in = append(in, c.name())
		}
		out = map[string]string{}
		for _, e := range excluded {
			out[e.Name] = e.Reason
		}
		return in, out
	}
	for need, c := range map[Need]struct{ has, lacks string }{
		Delete: {"cuckoo, ε = 1 %", "bloom"}, Insert: {"bloom, ε = 1 %", "fuse"}, Growth: {"infini, ε = 1 %", "fuse"}, Serialise: {"fuse, ε = 0.1 %", ""},
		Concurrent: {"register, ε = 1 %", "fuse"}, Universe: {"clubcard, ε = 1 %", "bloom"}, Values: {"", "bloom"},
	} {
		in, out := names(Question{Needs: []Need{need}})
		if c.has != "" && !slices.Contains(in, c.has) && !slices.Contains(in, strings.TrimSuffix(c.has, ", ε = 1 %")) {
			t.Errorf("%s: %v, want %s among them", need, in, c.has)
		}
		if c.lacks != "" && out[c.lacks] == "" {
			t.Errorf("%s: %s is not left out", need, c.lacks)
		}
	}
	in, out := names(Question{Memory: 8000})
	if !slices.Contains(in, "ribbon, ε = 1 %") || slices.Contains(in, "ribbon, ε = 0.1 %") || !strings.Contains(out["cuckoo"], "takes 2.56 kB, more than the limit") {
		t.Errorf("within 8,000 bits: %v, left out %v", in, out)
	}
	bare := structures[slices.IndexFunc(structures, func(s filter.Structure) bool { return s.Name == "fuse" })]
	bare.Open = nil
	if _, out, err := (Question{N: 1000, Rates: DefaultRates(), Needs: []Need{Serialise}}).Candidates([]filter.Structure{bare}, nil); err != nil || len(out) != 1 || out[0].Reason != "has no file" {
		t.Errorf("a structure without files: %+v %v", out, err)
	}
	if in, out := names(Question{Memory: 100}); len(in) != 0 || len(out) != len(structures) {
		t.Errorf("within 100 bits: %v", in)
	}
}

func TestParseNeeds(t *testing.T) {
	if list, err := ParseNeeds("delete, growth"); err != nil || !slices.Equal(list, []Need{Delete, Growth}) {
		t.Errorf("%v %v", list, err)
	}
	if _, err := ParseNeeds("delete,speed"); err == nil || !strings.Contains(err.Error(), "concurrent") {
		t.Errorf("%v", err)
	}
}

// A record is read as it was written, and between its sizes along their logarithms.
func TestRecord(t *testing.T) {
	row := func(n int, no float64) Recorded {
		return Recorded{N: n, Offer: Offer{Name: "bloom", Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Bits: 9.6, Yes: 10, No: no, Build: 20}}
	}
	r, err := ReadRecord((&Record{Machine: "m, of two cores", Date: "d", Command: "c", Rows: []Recorded{row(1000, 10), row(100_000, 20), row(10_000, 12)}}).Text())
	if err != nil || r.Machine != "m, of two cores" || r.Date != "d" || r.Command != "c" || len(r.Rows) != 3 || r.Rows[0].Asked != onePercent || r.Rows[1].No != 20 {
		t.Fatalf("%+v %v", r, err)
	}
	s, err := all.ByName("bloom")
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]float64{10: 10, 1000: 10, 10_000: 12, 31_623: 16, 100_000: 20, 1_000_000: 28} {
		offers, out := r.Offers([]Candidate{{s, onePercent}, {s, onePercent / 10}}, n)
		if len(offers) != 1 || len(out) != 1 || offers[0].No < want-0.01 || offers[0].No > want+0.01 || offers[0].Bits != 9.6 || offers[0].Modelled != (n > 100_000) {
			t.Errorf("%d keys: %+v, want a query of %g ns", n, offers, want)
		}
	}
	for name, bad := range map[string]string{
		"too few fields": "1000,bloom,0.01\n", "no number": "1000,bloom,0.01,a,9,1,1,1\n", "no rate": "1000,bloom,2,0.01,9,1,1,1\n",
		"no n": "x,bloom,0.01,0.01,9,1,1,1\n", "out of range": "1000,bloom,0.01,0.01,9,0,1,1\n",
	} {
		if _, err := ReadRecord(bad); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
