package harness

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/usage"
)

// Variables by which engines number the tasks of an array.
const (
	slurmID    = "SLURM_ARRAY_TASK_ID"
	slurmCount = "SLURM_ARRAY_TASK_COUNT"
	slurmLeast = "SLURM_ARRAY_TASK_MIN"
	slurmStep  = "SLURM_ARRAY_TASK_STEP"
	kubernetes = "JOB_COMPLETION_INDEX" // of indexed Jobs, which do not say how many there are
)

// shard decides which rounds of a run are measured here.
type shard struct {
	whole runfolder.Shard // zero: not given
	of    int             // of /64, whose index is that of the task; 0: not given
}

func (s *shard) flags(fs *pflag.FlagSet) {
	fs.Var(s, "shard", "part of the rounds: 3/64 those r with r mod 64 = 3, 0/1 all; /64 takes the index of the task from "+slurmID+" or "+kubernetes+" (docs/scale.md)")
}

func (s *shard) String() string {
	switch {
	case s.whole.Of > 0:
		return s.whole.String()
	case s.of > 0:
		return "/" + strconv.Itoa(s.of)
	}
	return ""
}

func (s *shard) Type() string { return "index/count" }

func (s *shard) Set(text string) (err error) {
	if text == "" { // of a run without
		s.whole, s.of = runfolder.Shard{}, 0
		return nil
	}
	if of, ofTask := strings.CutPrefix(text, "/"); ofTask {
		n, err := strconv.Atoi(of)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is not a number of shards: want 1 or more, as /64", text)
		}
		if s.of > 0 && n != s.of {
			return fmt.Errorf("%q after /%d: want one number of shards", text, s.of)
		}
		s.of = n
		return nil
	}
	s.whole, err = runfolder.ParseShard(text)
	return err
}

// task takes the shard from the flags or else from the environment of an array's
// task, and returns the variable that it is from; empty: from none.
func (s *shard) task(env func(string) string) (by string, err error) {
	if s.whole.Of > 0 {
		if n := s.of; n > 0 && n != s.whole.Of {
			return "", usage.Errorf("--shard=%v --shard=/%d: want one number of shards", s.whole, n)
		}
		return "", nil
	}
	number := func(name string, absent int) int {
		value := env(name)
		if value == "" {
			return absent
		}
		n, wrong := strconv.Atoi(value)
		if wrong != nil && err == nil {
			err = fmt.Errorf("%s=%s: want a number", name, value)
		}
		return n
	}
	n := s.of
	index := 0
	switch {
	case env(slurmID) != "" && (n > 0 || env(slurmCount) != ""):
		by, index = slurmID, number(slurmID, 0)
		if n == 0 { // the array is all there is
			index = (index - number(slurmLeast, 0)) / max(1, number(slurmStep, 1))
			n = number(slurmCount, 0)
		}
	case env(kubernetes) != "" && n > 0:
		by, index = kubernetes, number(kubernetes, 0)
	case n > 0:
		return "", usage.Errorf("--shard=/%d: found no index of a task: want --shard=0/%d, or %s or %s in the environment", n, n, slurmID, kubernetes)
	default:
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if index < 0 || index >= n {
		return "", fmt.Errorf("%s=%s is not an index of %d shards: want an array 0-%d, or --shard=/N", by, env(by), n, n-1)
	}
	s.whole = runfolder.Shard{Index: index, Of: n}
	return by, nil
}

// takeShard decides on the shard of the run. It has a folder of its own below --out:
// shards at one time would wait for each other in one folder.
func (r *Run) takeShard() error {
	by, err := r.shard.task(os.Getenv)
	if err != nil || r.shard.whole.Of == 0 {
		return err
	}
	if by != "" {
		fmt.Fprintf(r.Remarks, "hyphbench: shard %v, by %s; --shard=0/1 measures the whole run\n", r.shard.whole, by)
		r.Settings["shard"] = runfolder.Setting{Value: r.shard.String(), Source: "env"}
	}
	if r.shard.whole.Of > 1 && r.precision.given() {
		return usage.Wrong(errors.New("--shard does not work with --resolve, --time, --layouts or --against: want a fixed number of rounds (--reps)"))
	}
	if r.shard.whole.Of > 1 || r.shard.of == 1 { // who says /N merges what lies in that folder, be it one
		r.out = filepath.Join(r.out, "shards", fmt.Sprintf("%d-of-%d", r.shard.whole.Index, r.shard.whole.Of))
	}
	return nil
}

// part is the bench with the metrics and the rounds that are to be measured here.
func (r *Run) part(bench experiment.Bench) (experiment.Bench, error) {
	var err error
	if len(r.metrics) > 0 {
		subset := experiment.Only
		if r.precision.decide {
			subset = experiment.Between
		}
		if bench, err = subset(bench, r.metrics); err != nil {
			return nil, usage.Errorf("--%w", err)
		}
		if r.precision.decide {
			if err := decidable(bench); err != nil {
				return nil, err
			}
		}
	}
	if r.shard.whole.Of < 2 {
		return bench, nil
	}
	var whole runfolder.Meta
	bench.Describe(&whole)
	if bench, err = experiment.Sharded(bench, r.shard.whole, whole.Reps); err != nil {
		return nil, usage.Errorf("--%w", err)
	}
	return bench, nil
}
