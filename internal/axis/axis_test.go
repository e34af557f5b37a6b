package axis

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParseCounts(t *testing.T) {
	for in, want := range map[string]string{
		"1753": "[1753]", "1e3,10,1e3": "[10 1000]", "1e3..1e6:x10": "[1000 10000 100000 1000000]",
		"1e3..1e5": "[1000 10000 100000]", "10..40:10": "[10 20 30 40]", "0": "[0]", "7..7": "[7]", "1_000": "[1000]",
		"1M": "[1000000]", "100k,0.5K": "[500 100000]", "1.5 M": "[1500000]", "2G": "[2000000000]", "1k..1M": "[1000 10000 100000 1000000]",
	} {
		if got, err := ParseCounts(in); err != nil || fmt.Sprint(got) != want {
			t.Errorf("ParseCounts(%q) = %v, %v, want %s", in, got, err, want)
		}
	}
	for in, want := range map[string]string{
		"": "whole number", "-1": "whole number", "x": "whole number", "1e99": "whole number", "NaN": "whole number",
		"k": "whole number", "1kk": "whole number", "1kM": "whole number", "1m": "whole number", "1.5": "whole number", "100.000": "without a point", "100,000": "write 100000, 100k or 100_000", "1e16M": "whole number",
		"9223372036854775807": "is out of range: want a whole number from 0 to 9,007,199,254,740,992", "1e999": "out of range", "-2": "out of range",
		"9..3": "descends", "1..9:x1": "factor", "0..9": "factor", "1..9:0": "step", "1..5:x3": "last point is 3", "1..20000:1": "points",
	} {
		if _, err := ParseCounts(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseCounts(%q): %v, want %q", in, err, want)
		}
	}
}

func TestParseShares(t *testing.T) {
	if got, err := ParseShares("100%,0,0.25"); err != nil || fmt.Sprint(got) != "[0 0.25 1]" {
		t.Errorf("%v, %v", got, err)
	}
	for _, twice := range [][2]string{{"0.07%", "0.0007"}, {"-0", "0"}, {"12.5%", "0.125"}, {"1e-2%", "0.0001"}} {
		if got, err := ParseShares(twice[0] + "," + twice[1]); err != nil || len(got) != 1 || ShareText(got[0]) != twice[1] {
			t.Errorf("%s and %s are %v, %v", twice[0], twice[1], got, err)
		}
	}
	for _, bad := range []string{"", "1.1", "-1", "101%", "x", "NaN"} {
		if _, err := ParseShares(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// Counts are ordered as numbers, names as words, and no value is first.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		want []string
	}{
		{Rates(nil), []string{"", "0.000000000001", "0.02", "0.1"}},
		{Counts("n", nil), []string{"", "9", "10", "1000"}},
		{Shares("hits", nil), []string{"", "0", "0.05", "0.5", "1"}},
		{Names("quantisation"), []string{"", "ceiling", "floor"}},
		{Names("quantisation", "floor", "round", "ceiling"), []string{"", "floor", "round", "ceiling"}},
	} {
		got := slices.Clone(c.want)
		slices.Reverse(got)
		slices.SortFunc(got, c.axis.Compare)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.axis.Kind, got, c.want)
		}
		for _, v := range c.want {
			if err := c.axis.Check(v); err != nil {
				t.Error(err)
			}
		}
	}
	for a, bad := range map[*Axis]string{{Kind: RateKind}: "1", {Kind: CountKind}: "07", {Kind: ShareKind}: "1.5", {Kind: NameKind}: "a,b", {Kind: "?"}: "x"} {
		if a.Check(bad) == nil {
			t.Errorf("%s takes %q", a.Kind, bad)
		}
	}
}

func TestX(t *testing.T) {
	if x := Rates(nil).X("0.07"); math.Abs(x-7) > 1e-12 {
		t.Errorf("ε = 0.07 is at %v", x)
	}
	if x := Counts("n", nil).X("1000"); x != 1000 {
		t.Errorf("n = 1000 is at %v", x)
	}
	if x := Shares("hits", nil).X("0.25"); x != 0.25 {
		t.Errorf("a share of 0.25 is at %v", x)
	}
	if x := Names("q").X("7"); !math.IsNaN(x) {
		t.Errorf("a name is at %v", x)
	}
	if l := Rates(nil).Label("0.005"); l != "0.5" {
		t.Errorf("ε = 0.005 is labelled %s", l)
	}
	if l := Shares("hits", nil).Label("1"); l != "1" {
		t.Errorf("a share of 1 is labelled %s", l)
	}
}

func TestInfer(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []string
		want   Kind
	}{
		{Epsilon, nil, RateKind}, {"n", []string{"30", "", "70"}, CountKind},
		{"occupancy", []string{"0.3", ""}, ShareKind}, {"quantisation", []string{"floor", "none"}, NameKind},
	} {
		if got := Infer(c.name, c.values); got.Kind != c.want {
			t.Errorf("%s: %s, want %s", c.name, got.Kind, c.want)
		}
	}
}

func ExampleParseRates() {
	rates, _ := ParseRates("1%..3%, 0.1")
	fmt.Println(rates)
	// Output: [0.01 0.02 0.03 0.1]
}

func ExampleParseCounts() {
	counts, _ := ParseCounts("1e3..1e6:x10")
	fmt.Println(counts)
	// Output: [1000 10000 100000 1000000]
}

func TestPlaces(t *testing.T) {
	const n, hits = CountAxis("n"), ShareAxis("hits")
	at := Places{n.At(1000), hits.At(0.25), Eps.At(Per / 100)}
	if at.Int(n) != 1000 || at.Share(hits) != 0.25 || at.Rate(Eps) != Per/100 || at.On(Eps) != "0.01" {
		t.Errorf("%v", at)
	}
	if none := (Places{Eps.At(0)}); none.Int(n) != 0 || none.Share(hits) != 0 || none.Rate(Eps) != 0 || none.On(hits) != "" {
		t.Errorf("%v", none)
	}
}
