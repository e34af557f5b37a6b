package harness

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/flagvalue"
)

// A flag of any kind is restored from its value in run.json.
func TestRestoreFlag(t *testing.T) {
	set := func() (*pflag.FlagSet, *flagvalue.RateList) {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		rates := &flagvalue.RateList{}
		fs.Var(rates, "eps", "")
		fs.Int("n", 3, "")
		fs.StringArray("files", nil, "")
		fs.StringSlice("names", []string{"x"}, "")
		fs.IntSlice("threads", []int{1}, "")
		return fs, rates
	}
	was, _ := set()
	if err := was.Parse([]string{"--eps=1%,5%", "--files=a,b", `--files=c"d`, "--names=y,z", "--threads=2,4"}); err != nil {
		t.Fatal(err)
	}
	is, rates := set()
	is.VisitAll(func(f *pflag.Flag) {
		if err := restoreFlag(f, was.Lookup(f.Name).Value.String()); err != nil {
			t.Errorf("--%s: %v", f.Name, err)
		}
		if got, want := f.Value.String(), was.Lookup(f.Name).Value.String(); got != want || !f.Changed {
			t.Errorf("--%s is %s, want %s", f.Name, got, want)
		}
	})
	if files, _ := is.GetStringArray("files"); !slices.Equal(files, []string{"a,b", `c"d`}) || len(rates.Values) != 2 {
		t.Errorf("%q, %v", files, rates.Values)
	}
	if err := restoreFlag(is.Lookup("n"), "many"); err == nil {
		t.Error("a number of letters")
	}
}
