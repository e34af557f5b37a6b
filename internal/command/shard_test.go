package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment/space"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// untimed is what a row says but for times and for the memory that the heap holds,
// which is off by some bytes from process to process.
func untimed(r runfolder.Row) string {
	value := fmt.Sprint(r.Value)
	if r.Timed() || r.Metric == metric.ResidentBits || r.Metric == space.HeldPerKey {
		value = "measured"
	}
	return fmt.Sprint(r.Round, r.Design, r.Filter, r.Metric, r.Point, value, r.Unit)
}

// What was measured in shards is, merged, the run made in one piece, row by row in all
// that is not time or warm-up.
func TestShardsMakeTheRun(t *testing.T) {
	tier.Check(t)
	t.Parallel()
	for name, args := range map[string][]string{
		"thesis": smallRun(t, t.TempDir()),
		"design": smallRun(t, t.TempDir(), "--design=thesis"),
		"space":  {"run", "space", "--quick", "--reps=4", "--filter=bloom,cuckoo", "--n=1000"},
		"churn":  {"run", "churn", "--quick", "--reps=4", "--filter=cuckoo", "--n=1000"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			run := func(out string, more ...string) *runfolder.Run {
				out = filepath.Join(dir, out)
				hyphbench(t.Context(), t, recording(), exitOK, slices.Concat(args, []string{"--out=" + out, "-q"}, more)...)
				if len(more) > 0 {
					return nil
				}
				run, err := runfolder.Open(out)
				if err != nil {
					t.Fatal(err)
				}
				return run
			}
			whole := run("whole")
			for index := range 3 {
				run("parts", fmt.Sprintf("--shard=%d/3", index))
			}
			out := filepath.Join(dir, "merged")
			hyphbench(t.Context(), t, recording(), exitOK, "merge", "--out="+out, filepath.Join(dir, "parts", "shards"))
			merged, err := runfolder.Open(out)
			if err != nil {
				t.Fatal(err)
			}
			if len(merged.Meta.Sessions) != 3 || merged.Meta.Reps != whole.Meta.Reps {
				t.Errorf("%d sessions, %d repetitions", len(merged.Meta.Sessions), merged.Meta.Reps)
			}
			texts := func(r *runfolder.Run) (list []string) {
				for _, row := range r.Measured() {
					list = append(list, untimed(row))
				}
				slices.Sort(list)
				return list
			}
			if got, want := texts(merged), texts(whole); !slices.Equal(got, want) {
				t.Errorf("merged\n%s\nwhole\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// Shards and merges that are killed at random moments lose and double nothing: the
// shards are resumed or begun afresh, the merge is made again. What a killed shard has is
// merged too, at random moments, and that with the shards when they have ended: which is
// refused, unless no round is in both. 'make faults' has fifty kills of each and more, else
// there are some.
func TestKillShards(t *testing.T) {
	tier.Check(t)
	t.Parallel()
	random := rand.New(rand.NewPCG(2026, 19))
	kills := 5
	if os.Getenv("FAULTS") == "all" {
		kills = 50
	}
	shards, merges, partials, afresh := 0, 0, 0, 0
	for min(shards, merges) < kills || partials == 0 || afresh == 0 {
		dir := t.TempDir()
		for index := range 2 {
			part := filepath.Join(dir, "results", "shards", fmt.Sprintf("%d-of-2", index))
			for state := ""; state != runfolder.Finished; state = stateOf(t, part) {
				args := smallRun(t, dir, fmt.Sprintf("--shard=%d/2", index))
				if state != "" {
					args = append(args, "--resume")
				}
				if killAt(t, args, moment(t, random, part)) {
					shards++
				}
				if stateOf(t, part) == runfolder.Running && random.IntN(2) == 0 {
					out := filepath.Join(dir, "early", fmt.Sprint(partials))
					var said bytes.Buffer
					args := []string{"merge", "--partial", "--out=" + out, filepath.Join(dir, "results", "shards")}
					switch code := program().Run(t.Context(), args, strings.NewReader(""), io.Discard, &said); {
					case code == exitOK:
						noneTwice(t, out)
						partials++
					case !strings.Contains(said.String(), "no measurement yet"):
						t.Fatalf("merge ends with %d and %s", code, &said)
					}
				}
				if stateOf(t, part) == runfolder.Running && rows(t, part) > 25 && random.IntN(3) == 0 { // it is begun afresh
					left := filepath.Join(dir, "early", fmt.Sprint("left", afresh))
					if err := errors.Join(os.MkdirAll(left, 0o755), os.Rename(filepath.Dir(glob(t, filepath.Join(part, "[0-9]*", "run.json"))[0]), filepath.Join(left, "0"))); err != nil {
						t.Fatal(err)
					}
					afresh++
				}
			}
		}
		results := filepath.Join(dir, "results")
		args := []string{"merge", "--out=" + results, filepath.Join(results, "shards")}
		for range 3 {
			if killAt(t, args, ofMerge(t, random, results)) {
				merges++
			}
		}
		hyphbench(t.Context(), t, program(), exitOK, args...)
		if runs, _ := filepath.Glob(filepath.Join(results, "[0-9]*")); len(runs) != 1 {
			t.Fatalf("%q, want one run", runs)
		}
		once(t, results, 4)
		early, _ := filepath.Glob(filepath.Join(dir, "early", "*", "[0-9]*"))
		for _, partial := range early {
			before := noneTwice(t, partial)
			whole := filepath.Join(results, "shards", "*-of-2", "[0-9]*")
			for _, part := range glob(t, whole) {
				var out, errs bytes.Buffer
				again := filepath.Join(dir, "again")
				code := program().Run(t.Context(), []string{"merge", "--partial", "--out=" + again, partial, part}, strings.NewReader(""), &out, &errs)
				if said := errs.String(); code == exitOK {
					after := noneTwice(t, strings.TrimSpace(out.String()))
					for round, n := range before {
						if after[round] != n {
							t.Errorf("round %d has %d cells, had %d", round, after[round], n)
						}
					}
				} else if !strings.Contains(said, "want it once") && !strings.Contains(said, "want one of them") {
					t.Errorf("merge ends with %d and %s", code, said)
				}
			}
		}
		if files, _ := filepath.Glob(filepath.Join(results, "*", "summary.csv")); len(files) != 1 {
			t.Error("the merged run has no summary")
		}
		if left, _ := filepath.Glob(filepath.Join(results, ".new-*")); len(left) != 0 {
			t.Errorf("left behind: %q", left)
		}
	}
	t.Logf("killed: %d shards, %d merges; merged of killed shards: %d; begun afresh: %d", shards, merges, partials, afresh)
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v, %q", pattern, err, files)
	}
	return files
}

// ofMerge is the moment of the next kill: at the start, when the folder is begun, when
// it is there, when some of what is derived is.
func ofMerge(t *testing.T, random *rand.Rand, results string) func() bool {
	t.Helper()
	seen := func(pattern string) func() bool {
		return func() bool {
			files, err := filepath.Glob(filepath.Join(results, pattern))
			return err == nil && len(files) > 0
		}
	}
	switch random.IntN(4) {
	case 0:
		return func() bool { return true }
	case 1:
		return seen(".new-*")
	case 2:
		return seen("[0-9]*")
	}
	return seen("[0-9]*/summary.csv")
}

// A merge says what is wrong with what it is given.
func TestMergeUsage(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"merge"}, exitUsage, "hyphbench merge takes 1 argument or more, not 0: want 'hyphbench merge "},
		{[]string{"merge", filepath.Join(dir, "empty")}, exitFailure, "no run here"},
		{[]string{"merge", filepath.Join(dir, "absent")}, exitFailure, "no such file"},
		{smallRun(t, dir, "--shard=0/5"), exitUsage, "--shard=0/5: the run has 4 rounds: want 4 shards or fewer"},
		{smallRun(t, dir, "--shard=0/2", "--resolve=1%"), exitUsage, "want a fixed number of rounds"},
		{[]string{"run", "fbl", "--shard=0/2"}, exitUsage, "want the whole run, on a machine of many processors"},
	} {
		if _, stderr := hyphbench(t.Context(), t, program(), c.code, c.args...); !strings.Contains(stderr, c.says) {
			t.Errorf("%q says %q, want %q", c.args, stderr, c.says)
		}
	}
}

// A shard is resumed as what it is, though its configuration says otherwise: earlier
// versions cut 1/2 to 2, as if it were a path.
func TestResumeOfACutShard(t *testing.T) {
	tier.Check(t)
	dir := t.TempDir()
	ctx, interrupt := context.WithCancel(t.Context())
	hyphbench(ctx, t, watched(12, interrupt), exitInterrupted, smallRun(t, dir, "--shard=1/2")...)
	run, err := runfolder.Open(filepath.Join(dir, "results", "shards", "1-of-2"))
	if err != nil {
		t.Fatal(err)
	}
	if got := run.Meta.Config["shard"].Value; got != "1/2" {
		t.Errorf("the configuration has %q", got)
	}
	w, err := runfolder.Resume(run.Dir)
	if err != nil {
		t.Fatal(err)
	}
	w.Meta.Config["shard"] = runfolder.Setting{Value: "2", Source: "flag"}
	if err := w.Close(runfolder.Interrupted, nil); err != nil {
		t.Fatal(err)
	}
	words := "--words=" + filepath.Join(dir, "list.txt")
	_, stderr := hyphbench(t.Context(), t, program(), exitFailure, "run", "--resume="+run.Dir, words, "--shard=1/3")
	if !strings.Contains(stderr, `it has shard "1/2", this one "1/3"`) {
		t.Errorf("other shards: %s", stderr)
	}
	hyphbench(t.Context(), t, program(), exitOK, "run", "--resume="+run.Dir, words, "-q")
	if run, err = runfolder.Open(run.Dir); err != nil || run.Meta.State != runfolder.Finished || *run.Meta.Shard != (runfolder.Shard{Index: 1, Of: 2}) {
		t.Errorf("%v: %s, shard %v", err, run.Meta.State, run.Meta.Shard)
	}
}
