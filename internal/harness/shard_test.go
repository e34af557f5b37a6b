package harness

import (
	"fmt"
	"strings"
	"testing"
)

// A number of shards alone is read back as it is written, and stays the one.
func TestShardsInNumber(t *testing.T) {
	var s shard
	for _, c := range []struct{ text, refused string }{
		{"/8", ""}, {"/8", ""}, {"/9", "want one number of shards"}, {"/0", "want 1 or more"}, {"/", "want 1 or more"}, {"/x", "want 1 or more"},
	} {
		err := s.Set(c.text)
		if said := fmt.Sprint(err); (c.refused == "") != (err == nil) || err != nil && !strings.Contains(said, c.refused) || s.String() != "/8" {
			t.Errorf("%s: %v, %s", c.text, err, s.String())
		}
	}
	if err := s.Set(""); err != nil || s.String() != "" {
		t.Errorf("of a run without: %v, %q", err, s.String())
	}
}

// The index of a shard is that of the task of an array, unless a flag names it.
func TestShardOfTask(t *testing.T) {
	slurm := map[string]string{slurmID: "7", slurmCount: "3", slurmLeast: "5", slurmStep: "2"}
	for _, c := range []struct {
		shard string
		of    int
		env   map[string]string
		want  string // of the shard, or in the error
		by    string
	}{
		{"", 0, nil, "", ""},
		{"3/64", 0, slurm, "3/64", ""},
		{"3/64", 64, nil, "3/64", ""},
		{"3/64", 8, nil, "want one number of shards", ""},
		{"", 0, slurm, "1/3", slurmID},
		{"", 8, slurm, "7/8", slurmID}, // a task that is submitted again alone
		{"", 0, map[string]string{slurmID: "4", slurmCount: "1", slurmLeast: "4", slurmStep: "1"}, "0/1", slurmID},
		{"", 7, slurm, slurmID + "=7 is not an index of 7 shards: want an array 0-6", ""},
		{"", 0, map[string]string{slurmID: "9", slurmCount: "2", slurmLeast: "0", slurmStep: "1"}, "is not an index of 2 shards", ""},
		{"", 0, map[string]string{slurmID: "x", slurmCount: "2"}, slurmID + "=x: want a number", ""},
		{"", 8, map[string]string{kubernetes: "7"}, "7/8", kubernetes},
		{"", 8, map[string]string{kubernetes: "8"}, kubernetes + "=8 is not an index of 8 shards", ""},
		{"", 0, map[string]string{kubernetes: "7"}, "", ""}, // of how many it does not say
		{"", 8, nil, "found no index of a task: want --shard=0/8", ""},
	} {
		var s shard
		if err := s.Set(c.shard); err != nil {
			t.Fatal(err)
		}
		if c.of > 0 {
			if err := s.Set(fmt.Sprintf("/%d", c.of)); err != nil {
				t.Fatal(err)
			}
		}
		by, err := s.task(func(name string) string { return c.env[name] })
		got := s.String()
		if err != nil {
			got = err.Error()
		}
		if by != c.by || err == nil && got != c.want || err != nil && !(c.want != "" && strings.Contains(got, c.want)) {
			t.Errorf("--shard=%s --shard=/%d %v: %q by %q, want %q by %q", c.shard, c.of, c.env, got, by, c.want, c.by)
		}
	}
}
