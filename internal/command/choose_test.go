package command

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/choose"
	"hyphbench/internal/racetest"
)

// chosen is what flags of choose come to before anything is measured.
type chosen struct {
	*chooseOptions
	choose.Question
	work  *choose.Workload
	notes string
	names []string // of the candidates
}

// chosenBy parses flags of choose.
func chosenBy(t *testing.T, args ...string) (*chosen, error) {
	t.Helper()
	c := &chosen{chooseOptions: newChooseOptions(program())}
	fs := pflag.NewFlagSet("choose", pflag.ContinueOnError)
	c.add(fs)
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	var err error
	if c.Question, err = c.question(); err != nil {
		return nil, err
	}
	if c.work, err = c.workload(&cobra.Command{}); err != nil {
		return nil, err
	}
	notes := c.complete(&c.Question, c.work)
	c.notes = strings.Join(slices.Concat(c.work.Notes, notes), " ")
	structures, err := c.ranked(c.Question)
	if err != nil {
		t.Fatal(err)
	}
	candidates, _, err := c.Candidates(structures, c.work.Universe())
	for _, candidate := range candidates {
		c.names = append(c.names, candidate.Name)
	}
	return c, err
}

// Every flag changes what it should.
func TestChooseFlags(t *testing.T) {
	racetest.OneGoroutine(t)
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	keys := "--keys=" + write("keys.txt", "a\nb\nc\nd\n")
	queries := "--queries=" + write("queries.txt", "a\nx\ny\nz\n")
	zeros := write("zeros", "a\x00b\nb\x00")
	has := func(name string) func(*chosen) bool {
		return func(c *chosen) bool { return slices.Contains(c.names, name) }
	}
	only := func(yes, no string) func(*chosen) bool {
		return func(c *chosen) bool { return has(yes)(c) && !has(no)(c) }
	}
	for _, c := range []struct {
		args string
		is   func(*chosen) bool
	}{
		{"", func(c *chosen) bool {
			return c.N == 4 && c.Members == 0 && math.IsNaN(c.Miss) && len(c.Rates) == 5 && !c.Final && has("fuse")(c) && has("cuckoo")(c) && !has("clubcard")(c) && strings.Contains(c.notes, "no queries")
		}},
		{queries, func(c *chosen) bool {
			return c.Members == 0.25 && c.work.Queries.Len() == 4 && !strings.Contains(c.notes, "Assumed")
		}},
		{"--members=0.5", func(c *chosen) bool { return c.Members == 0.5 && strings.Contains(c.notes, "50 %") }},
		{"--members=0.5 " + queries, func(c *chosen) bool {
			return c.Members == 0.5 && strings.Contains(c.notes, "of those given 25 % are")
		}},
		{"--eps=2%,0.2%", func(c *chosen) bool { return slices.Equal(c.Rates, []axis.Rate{axis.Per / 500, axis.Per / 50}) }},
		{"--miss-cost=50us", func(c *chosen) bool { return c.Miss == 50e3 && c.Hit == 50e3 }},
		{"--miss-cost=50us --members=0.5", func(c *chosen) bool { return strings.Contains(c.notes, "decides nothing") }},
		{"--miss-cost=50us --batch=10", func(c *chosen) bool {
			return c.Miss == 5e3 && strings.Contains(c.notes, "A message of 10 lookups takes 50us") && strings.Contains(c.notes, "5 µs")
		}},
		{"--batch=10", func(c *chosen) bool { return strings.Contains(c.notes, "--batch has no effect") }},
		{"--store=map --batch=10", func(c *chosen) bool {
			s, there := c.store()
			return there && s.Name == "map" && !strings.Contains(c.notes, "--batch") // said when it is measured
		}},
		{"--needs=delete", only("cuckoo", "bloom")},
		{"--importable", only("xorfilter-fuse", "fuse")},
		{"--importable --adversarial", only("blobloom", "bits-and-blooms")},
		{"--importable --needs=delete,serialise", has("panmari-cuckoo")},
		{"--needs=growth", only("infini", "fuse")},
		{"--needs=concurrent", only("register", "fuse")},
		{"--needs=serialise", has("fuse")},
		{"--needs=values", func(c *chosen) bool { return len(c.names) == 0 }},
		{"--needs=universe " + queries, only("clubcard", "bloom")},
		{"--memory=5B --eps=1%", func(c *chosen) bool {
			return c.Memory == 40 && has("bloom")(c) && !has("counting")(c)
		}},
		{"--memory=64KB", func(c *chosen) bool { return c.Memory == 512_000 }},
		{"--memory=1GiB", func(c *chosen) bool { return c.Memory == 8<<30 }},
		{"--queries-per-build=1e6", func(c *chosen) bool { return c.Queries == 1e6 && c.Seconds == 0 }},
		{"--lifetime=2h", func(c *chosen) bool {
			return c.Queries == 4 && c.Seconds == 7200 && strings.Contains(c.notes, "as many queries as there are keys")
		}},
		{"--lifetime=2h --queries-per-build=9", func(c *chosen) bool { return c.Queries == 9 && c.Seconds == 7200 }},
		{"--fp=error", func(c *chosen) bool { return c.Final && len(c.Rates) == 1 && c.Rates[0] == axis.Per/1_000_000 }},
		{"--fp=error --eps=1%", func(c *chosen) bool { return c.Final && c.Rates[0] == axis.Per/100 }},
		{"--fp=verify", func(c *chosen) bool { return !c.Final }},
		{"--prefer=size", func(c *chosen) bool { return c.Smaller }},
		{"--adversarial", func(c *chosen) bool { return c.Keyed }},
		{"--quick", func(c *chosen) bool { return c.how().Rounds < newChooseOptions(program()).how().Rounds }},
		{"--seed=7", func(c *chosen) bool { return c.how().Seed == 7 }},
	} {
		got, err := chosenBy(t, append(strings.Fields(c.args), keys)...)
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
		} else if !c.is(got) {
			t.Errorf("%s: %+v, %s, %v", c.args, got.Question, got.notes, got.names)
		}
	}
	if c, err := chosenBy(t, "--null", "--keys="+zeros); err != nil || c.N != 2 || c.work.Keys.At(1) != "b\nb" {
		t.Errorf("--null: %+v %v", c, err)
	}
	for args, want := range map[string]string{
		"--store=map,direct":                "2 stores: want one",
		"--store=mop":                       "want map",
		"--miss-cost=1us --store=map":       "--miss-cost and --store exclude each other: want one of them",
		"--miss-cost=-1us":                  "--miss-cost=-1us is out of range: want 0 or more",
		"--miss-cost=80":                    "--miss-cost=80 is not a time",
		"--members=NaN":                     "--members=NaN is out of range",
		"--batch=0":                         "--batch=0 is out of range",
		"--eps=2":                           "--eps",
		"--memory=0":                        "--memory=0: want bytes above 0",
		"--lifetime=-1s":                    "want a time above 0",
		"--queries-per-build=0.5":           "want a number of 1 or more",
		"--thesis-keys":                     "--keys and --thesis-keys exclude each other: want one of them",
		"--fp=error --store=map":            "no lookup follows the filter",
		"--fp=maybe":                        "verify",
		"--prefer=speed":                    "size",
		"--needs=speed":                     "unknown need",
		"--queries=" + write("empty", "\n"): "no words",
	} {
		if _, err := chosenBy(t, append(strings.Fields(args), keys)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}
