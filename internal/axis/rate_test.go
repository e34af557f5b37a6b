package axis

import (
	"strings"
	"testing"
)

func join(list []Rate) string {
	var s []string
	for _, v := range list {
		s = append(s, v.String())
	}
	return strings.Join(s, " ")
}

func TestParseList(t *testing.T) {
	twenty := "0.01 0.02 0.03 0.04 0.05 0.06 0.07 0.08 0.09 0.1 0.11 0.12 0.13 0.14 0.15 0.16 0.17 0.18 0.19 0.2"
	for _, c := range []struct{ in, want string }{
		{"0.01..0.20", twenty},
		{"1%..20%", twenty},
		{"0.01..20%", twenty},
		{"0.01..0.03:0.005", "0.01 0.015 0.02 0.025 0.03"},
		{"1%..3%:0.5%", "0.01 0.015 0.02 0.025 0.03"},
		{"0.01,0.05", "0.01 0.05"},
		{"0.05, 0.01,.05", "0.01 0.05"},
		{"0.02..0.02", "0.02"},
		{"0.000000001", "0.000000001"},
		{"0.0000001%", "0.000000001"},
		{"0.999999999", "0.999999999"},
		{"0.000000000001", "0.000000000001"},
		{"0.0000000001%", "0.000000000001"},
		{"0.0100000000000", "0.01"},
		{"12.5%", "0.125"},
		{"1e-3", "0.001"},
		{"12.5e-2", "0.125"},
		{"1E-12", "0.000000000001"},
		{"0.0001e+2", "0.01"},
		{"1e-1%", "0.001"},
		{"1e-3..3e-3:1e-3", "0.001 0.002 0.003"},
	} {
		got, err := ParseRates(c.in)
		if err != nil || join(got) != c.want {
			t.Errorf("ParseRates(%q) = %s, %v, want %s", c.in, join(got), err, c.want)
		}
	}
}

func TestParseListErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", "not a number"},
		{"0", "out of range"},
		{"1", "out of range"},
		{"100%", "out of range"},
		{"1.5", "out of range"},
		{"99999", "out of range"},
		{"-0.1", "not a number"},
		{"1e", "not a number"},
		{"e-2", "not a number"},
		{"1e-2.5", "not a number"},
		{"1e-2e-2", "not a number"},
		{"1e-100", "not a number"},
		{"1e-13", "too fine"},
		{"1e0", "out of range"},
		{"1e50", "out of range"},
		{"0.", "not a number"},
		{"%", "not a number"},
		{"0.01,", "not a number"},
		{"abc", "not a number"},
		{"0.0000000000001", "twelve digits"},
		{"0.2..0.1", "descends"},
		{"0.01..0.02:0", "step of 0"},
		{"0.01..0.02:0.003", "last step before it is 0.019"},
		{"0.001..0.005", "want the step given, as in 0.001..0.005:0.004"},
		{"0.1..0.9:0.000000001", "more than 10000 points"},
	} {
		if got, err := ParseRates(c.in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParseRates(%q) = %v, %v, want an error with %q", c.in, got, err, c.want)
		}
	}
}

func TestWriting(t *testing.T) {
	for _, c := range []struct {
		v                Rate
		decimal, percent string
	}{
		{0, "", "0"},
		{Per / 10, "0.1", "10"},
		{Per / 200, "0.005", "0.5"},
		{Per / 100, "0.01", "1"},
		{1, "0.000000000001", "0.0000000001"},
	} {
		if c.v.String() != c.decimal || c.v.Percent() != c.percent {
			t.Errorf("%d is written %q and %q %%, want %q and %q", uint32(c.v), c.v, c.v.Percent(), c.decimal, c.percent)
		}
	}
}

func FuzzParseList(f *testing.F) {
	f.Add("0.01..0.20:0.005,1%")
	f.Fuzz(func(t *testing.T, s string) {
		list, err := ParseRates(s)
		if err != nil {
			return
		}
		var again []string
		for _, v := range list {
			if f := v.Float(); f <= 0 || f >= 1 {
				t.Errorf("%q holds %v", s, f)
			}
			again = append(again, v.String())
		}
		back, err := ParseRates(strings.Join(again, ","))
		if err != nil || join(back) != join(list) {
			t.Errorf("%q: %s read back as %s, %v", s, join(list), join(back), err)
		}
	})
}
