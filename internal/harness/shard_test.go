package harness

import (
	"hyphbench/internal/flagvalue"
	"strings"
	"testing"
)

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
		{"", 7, slurm, slurmID + "=7 is none of 7 shards: want an array 0-6", ""},
		{"", 0, map[string]string{slurmID: "9", slurmCount: "2", slurmLeast: "0", slurmStep: "1"}, "is none of 2 shards", ""},
		{"", 0, map[string]string{slurmID: "x", slurmCount: "2"}, slurmID + "=x: want a number", ""},
		{"", 8, map[string]string{kubernetes: "7"}, "7/8", kubernetes},
		{"", 8, map[string]string{kubernetes: "8"}, kubernetes + "=8 is none of 8 shards", ""},
		{"", 0, map[string]string{kubernetes: "7"}, "", ""}, // of how many it does not say
		{"", 8, nil, "no task has an index: want --shard=0/8", ""},
	} {
		s := shard{of: flagvalue.AtLeast{Value: c.of}}
		if err := s.Set(c.shard); err != nil {
			t.Fatal(err)
		}
		by, err := s.task(func(name string) string { return c.env[name] })
		got := s.String()
		if err != nil {
			got = err.Error()
		}
		if by != c.by || err == nil && got != c.want || err != nil && !(c.want != "" && strings.Contains(got, c.want)) {
			t.Errorf("--shard=%s --shards=%d %v: %q by %q, want %q by %q", c.shard, c.of, c.env, got, by, c.want, c.by)
		}
	}
}
