package runfolder

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/tier"
)

const shardReps = 7

// shardRun writes a shard of a run of 7 rounds, of two cells each, begun so many
// seconds after noon; a second session takes over in its middle.
func shardRun(t *testing.T, shard *Shard, after int, state string) string {
	t.Helper()
	m := meta(noon.Add(time.Duration(after) * time.Second))
	m.Reps, m.Shard, m.Seed = shardReps, shard, 1
	m.Argv = []string{"hyphbench", "run", "--reps=7", "--shard=x"}
	w, err := Create(t.TempDir(), m)
	if err != nil {
		t.Fatal(err)
	}
	add := func(round int) {
		for _, metric := range []Metric{"query", "build"} {
			r := row(metric, float64(100*round+len(metric)))
			r.Round = round
			if err := w.Append(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	add(0)
	rounds := shard.Rounds(shardReps)
	for i, round := range rounds {
		if i == len(rounds)/2 {
			w.Meta.Sessions = append(w.Meta.Sessions, Session{Start: m.Start().Add(time.Hour)})
			add(-1)
		}
		add(round)
	}
	if err := w.Close(state, nil); err != nil {
		t.Fatal(err)
	}
	return w.Dir
}

func shards(t *testing.T, of int) (dirs []string) {
	t.Helper()
	for index := range of {
		dirs = append(dirs, shardRun(t, &Shard{index, of}, (5*index)%of, Finished))
	}
	return dirs
}

func files(t *testing.T, dir string) string {
	t.Helper()
	var all []byte
	for _, name := range []string{MetaFile, MeasurementsFile} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	return string(all)
}

func merged(t *testing.T, partial bool, dirs ...string) string {
	t.Helper()
	dir, err := Merge(t.TempDir(), dirs, partial)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// The rows of the merged run are those of the whole one, times and warm-up aside, and
// every row has the start of its session.
func TestMergedHasEveryRow(t *testing.T) {
	whole, err := Open(shardRun(t, nil, 0, Finished))
	if err != nil {
		t.Fatal(err)
	}
	dirs := shards(t, 3)
	run, err := Open(merged(t, false, dirs...))
	if err != nil {
		t.Fatal(err)
	}
	key := func(r Row) string { return fmt.Sprint(r.Round, r.Filter, r.Metric, r.Point, r.Value) }
	keys := func(rows []Row) (list []string) {
		for _, r := range rows {
			list = append(list, key(r))
		}
		slices.Sort(list)
		return list
	}
	if got, want := keys(run.Measured()), keys(whole.Measured()); !slices.Equal(got, want) {
		t.Errorf("merged\n%v\nwant\n%v", got, want)
	}
	if len(run.Meta.Sessions) != 6 || run.Meta.Shard != nil || len(run.Meta.Missing) != 0 || run.Meta.State != Finished || !run.Sealed {
		t.Errorf("%+v", run.Meta)
	}
	if slices.Contains(run.Meta.Argv, "--shard=x") {
		t.Errorf("argv %q", run.Meta.Argv)
	}
	starts := map[string]time.Time{}
	for _, dir := range dirs {
		part, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range part.Measured() {
			starts[key(r)] = part.Meta.Sessions[r.Session-1].Start
		}
	}
	warm := map[int]int{}
	for _, r := range run.Rows {
		s := run.Meta.Sessions[r.Session-1]
		if r.Round < 1 {
			warm[r.Round] = r.Session
			continue
		}
		if !s.Start.Equal(starts[key(r)]) || !s.Shard.Has(r.Round) {
			t.Errorf("round %d is in a session of %v, shard %v", r.Round, s.Start, s.Shard)
		}
	}
	for session := 1; session <= 6; session++ {
		if warm[1-session] != session {
			t.Errorf("session %d has the warm-up %v", session, warm)
		}
	}
}

// Neither the order of the shards nor that of several merges changes a byte.
func TestMergeHasNoOrder(t *testing.T) {
	d := shards(t, 4)
	want := files(t, merged(t, false, d...))
	for name, dir := range map[string]string{
		"reversed": merged(t, false, d[3], d[2], d[1], d[0]),
		"in pairs": merged(t, false, merged(t, true, d[2], d[0]), merged(t, true, d[3], d[1])),
		"in turn":  merged(t, false, merged(t, true, merged(t, true, d[3], d[0]), d[2]), d[1]),
		"itself":   merged(t, false, merged(t, false, d...)),
	} {
		if got := files(t, dir); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// A merge that was made already is not made twice, whatever was merged of the same
// shards before, between and after.
func TestMergeTwice(t *testing.T) {
	d, parent := shards(t, 3), t.TempDir()
	merges := map[string]struct {
		dirs    []string
		partial bool
	}{"one": {d[:1], true}, "two": {d[:2], true}, "all": {d, false}}
	made := map[string]string{}
	for _, name := range []string{"one", "two", "all", "all", "one", "two", "all"} {
		dir, err := Merge(parent, merges[name].dirs, merges[name].partial)
		if err != nil {
			t.Fatal(err)
		}
		if made[name] == "" {
			made[name] = dir
		}
		if dir != made[name] {
			t.Errorf("%s: %s, want %s", name, dir, made[name])
		}
	}
	if list, _ := Runs(parent); len(list) != 3 {
		t.Errorf("%v", list)
	}
	// One that was deleted leaves the others where they are.
	if err := os.RemoveAll(made["two"]); err != nil {
		t.Fatal(err)
	}
	if dir, err := Merge(parent, d, false); err != nil || dir != made["all"] {
		t.Errorf("%s, %v, want %s", dir, err, made["all"])
	}
}

// A merged run that was damaged since is not taken for the merge: the shards have all
// that is needed to make it again.
func TestMergeOntoADamagedOne(t *testing.T) {
	d, parent := shards(t, 2), t.TempDir()
	dir, err := Merge(parent, d, false)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, MeasurementsFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for what, damaged := range map[string][]byte{
		"line 8": bytes.Replace(text, []byte("105"), []byte("106"), 1),
		"line 7": bytes.Join(bytes.SplitAfter(text, []byte("\n"))[:6], nil),
	} {
		if err := os.WriteFile(name, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Merge(parent, d, false); err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), "delete the folder, and merge again") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if again, err := Merge(parent, d, false); err != nil || again != dir {
		t.Errorf("%s, %v, want %s", again, err, dir)
	}
}

// What would lose or double a round, or mix two measurements, is refused; the error
// says which run, and what would be right.
func TestMergeRefuses(t *testing.T) {
	d := shards(t, 3)
	killed := shardRun(t, &Shard{2, 3}, 9, Running)
	other := func(change func(*Meta)) string {
		m := meta(noon)
		m.Reps, m.Shard, m.Seed = shardReps, &Shard{1, 3}, 1
		change(&m)
		w, err := Create(t.TempDir(), m)
		if err != nil {
			t.Fatal(err)
		}
		w.Close(Finished, nil)
		return w.Dir
	}
	for _, c := range []struct {
		dirs    []string
		partial bool
		want    string
	}{
		{[]string{d[0], d[1]}, false, "of 7 rounds 2, 5 are missing: want --shard=2/3, or --partial"},
		{[]string{d[0], d[1], d[2], shardRun(t, &Shard{1, 3}, 8, Finished)}, false, "want it once"},
		{[]string{d[0], d[0], d[1], d[2]}, true, "hold the same session"},
		{[]string{d[0], d[1], killed}, false, "is not finished (running): resume it with"},
		{[]string{d[0], d[2], other(func(m *Meta) { m.Seed = 2 })}, false, `it has seed "2", this one "1"`},
		{[]string{d[0], d[2], other(func(m *Meta) { m.Build = map[string]string{"vcs.revision": "f"} })}, false, "build"},
		{[]string{d[0], d[2], other(func(m *Meta) { m.Inputs = []Input{{Role: "words", SHA256: "f"}} })}, false, "inputs"},
		{[]string{d[0], d[2], other(func(m *Meta) { m.Parameters = map[string]string{"a": "b"} })}, false, "parameters"},
		{[]string{d[0], d[2], other(func(m *Meta) { m.Reps = 8 })}, false, "reps"},
		{[]string{d[0], d[2], other(func(m *Meta) { m.Expect = map[string]int64{"hits": 3} })}, false, "expect"},
		{nil, false, "no run here"},
	} {
		parent := t.TempDir()
		_, err := Merge(parent, c.dirs, c.partial)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
		if list, _ := Runs(parent); len(list) != 0 {
			t.Errorf("%s: a run was written", c.want)
		}
	}
}

// Rows of a round that two runs have are there twice, though neither need have the round
// whole: the merge is refused, and says which run to leave out.
func TestMergeDoublesNoRow(t *testing.T) {
	d := shards(t, 3)
	killed := shardRun(t, &Shard{2, 3}, 9, Running)
	partial := merged(t, true, d[0], d[1], killed)
	resumed := shardRun(t, &Shard{2, 3}, 11, Finished)
	other := shardRun(t, &Shard{2, 3}, 12, Interrupted)
	less := shardRun(t, &Shard{2, 6}, 13, Running) // of rounds 2 and 5 it has one
	for _, c := range []struct {
		dirs    []string
		partial bool
		cure    string
	}{
		{[]string{d[0], d[1], d[2], killed}, true, "move " + killed + " away, which is not finished"},
		{[]string{killed, d[2]}, true, "move " + killed + " away, which is not finished"},
		{[]string{killed, other}, true, " away, which is not finished"},
		{[]string{killed, less}, true, "move " + less + " away, which is not finished"},
		{[]string{partial, d[2]}, false, partial + " was merged without all rows of its rounds: merge the shards that it was made of in its place"},
		{[]string{partial, d[2]}, true, partial + " was merged without"},
		{[]string{partial, other}, true, partial + " was merged without"},
		{[]string{merged(t, true, partial), resumed}, false, "was merged without"},
		{[]string{merged(t, true, killed), merged(t, true, d[2], d[0])}, true, "was merged without"},
	} {
		for range 2 {
			parent := t.TempDir()
			_, err := Merge(parent, c.dirs, c.partial)
			if err == nil || !strings.Contains(err.Error(), "round 2 is in ") || !strings.Contains(err.Error(), c.cure) {
				t.Errorf("%v\nwant %q", err, c.cure)
			}
			if list, _ := Runs(parent); len(list) != 0 {
				t.Error("a run was written")
			}
			slices.Reverse(c.dirs)
		}
	}
	if got, want := files(t, merged(t, false, merged(t, true, d[0], d[1]), d[2])), files(t, merged(t, false, d...)); got != want {
		t.Errorf("without the killed one\n%s\nwant\n%s", got, want)
	}
}

// Random shards, some killed, some begun afresh, merged in random portions: no row is
// there twice, whatever is accepted.
func TestMergeAtRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(2026, 19))
	accepted, refused := 0, 0
	trials := tier.Of(25, 100)
	for range trials {
		var pool []string
		of := 1 + random.IntN(4)
		for i := range 3 + random.IntN(3) {
			state := []string{Finished, Finished, Running, Interrupted}[random.IntN(4)]
			pool = append(pool, shardRun(t, &Shard{random.IntN(of), of}, i, state))
		}
		for len(pool) > 1 {
			random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
			n := 1 + random.IntN(len(pool))
			dir, err := Merge(t.TempDir(), pool[:n], random.IntN(4) > 0)
			if err != nil {
				refused++
				pool = pool[1:]
				continue
			}
			accepted++
			run, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for _, r := range run.Measured() {
				key := fmt.Sprint(r.Round, r.Cell())
				if seen[key] {
					t.Fatalf("%s is named twice", key)
				}
				seen[key] = true
			}
			pool = append(pool[n:], dir)
			if n == 1 {
				break
			}
		}
	}
	if accepted < trials/5 || refused < trials/5 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
}

// The shards that are wanted have the rounds that are missing and no other, however the
// run was divided.
func TestMergeNamesWhatIsMissing(t *testing.T) {
	part := func(index, of int) string { return shardRun(t, &Shard{index, of}, 10*of+index, Finished) }
	for _, c := range []struct {
		dirs []string
		want string
	}{
		{[]string{part(0, 2), part(1, 4)}, "of 7 rounds 3, 7 are missing: want --shard=3/4, or"},
		{[]string{part(0, 4), part(2, 4), part(1, 4)}, "want --shard=3/4, or"},
		{[]string{part(0, 3)}, "want --shard=1/3, --shard=2/3, or"},
		{[]string{part(0, 2), part(1, 6)}, "rounds 3, 5 are missing: want --shard=3/6, --shard=5/6, or"},
		{[]string{part(2, 3), part(3, 4), part(4, 6)}, "rounds 1, 6 are missing: want --shard=0/6, runs that have 1, or"},
		{[]string{part(1, 9)}, "want --shard=2/9, --shard=3/9,"}, // 0/9 and 8/9 have no round
	} {
		if _, err := Merge(t.TempDir(), c.dirs, false); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// What is not finished is resumed, waited for, or moved away.
func TestMergeOfUnfinished(t *testing.T) {
	d := shards(t, 3)
	killed := shardRun(t, &Shard{2, 3}, 9, Running)
	for _, c := range []struct {
		dirs []string
		want string
	}{
		{[]string{d[0], d[1], killed}, killed + " (shard 2/3) is not finished (running): resume it with 'hyphbench run --resume=" + killed + "'; or take what there is with --partial"},
		{[]string{shardRun(t, &Shard{2, 4}, 10, Finished), killed}, killed + " (shard 2/3) is not finished (running): resume it with 'hyphbench run --resume=" + killed + "'; or take what there is with --partial"}, // it alone has round 5
		{[]string{d[0], killed, d[2]}, killed + " (shard 2/3) is not finished (running), and " + d[2] + " has its rounds: move " + killed + " away"},
	} {
		if _, err := Merge(t.TempDir(), c.dirs, false); err == nil || err.Error() != c.want {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
	w, err := Resume(killed)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.SaveMeta(); err != nil {
		t.Fatal(err)
	}
	_, err = Merge(t.TempDir(), []string{d[0], d[1], killed}, false)
	if want := killed + " (shard 2/3) is being measured: wait until it is finished; or take"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v\nwant %s", err, want)
	}
	if err := w.Close(Interrupted, nil); err != nil {
		t.Fatal(err)
	}
	var many []string
	for index := range 6 {
		many = append(many, shardRun(t, &Shard{index, 6}, index, Failed))
	}
	if _, err := Merge(t.TempDir(), many, false); err == nil || !strings.Contains(err.Error(), "; 2 more are not finished; or take") {
		t.Errorf("%v", err)
	}
}

// Shards that were killed while they warmed up make no run.
func TestMergeOfWarmUp(t *testing.T) {
	killed := shardRun(t, &Shard{8, 9}, 0, Running) // has no round of 7
	parent := t.TempDir()
	if _, err := Merge(parent, []string{killed}, true); err == nil || !strings.Contains(err.Error(), "no measurement yet but warm-up: resume them first") {
		t.Errorf("%v", err)
	}
	if list, _ := Runs(parent); len(list) != 0 {
		t.Error("a run was written")
	}
}

// The command of the merged run is that of the whole: nothing of a task's own.
func TestMergedArgv(t *testing.T) {
	for argv, want := range map[string]string{
		"run --shard=0/3 --out=o --reps=7":              "run --reps=7",
		"run --shard 0/3 --reps 7":                      "run --reps 7",
		"run --shard 3 --shards 3 --out o thesis":       "run thesis",
		"run --resume --shard=0/3":                      "run",
		"run --resume 20260102T030405Z-thesis -q":       "run -q",
		"run --resume thesis --shards=3":                "run thesis",
		"run --shards 3 --resume=if-begun --pin=first ": "run --pin=first",
	} {
		m := Meta{Experiment: "thesis", Argv: strings.Fields(argv)}
		if got := strings.Join(without(&m, "--shard", "--shards", "--out", "--resume"), " "); got != want {
			t.Errorf("%s: %s, want %s", argv, got, want)
		}
	}
}

// A partial run has what there is and says what is missing; the missing shard
// completes it.
func TestMergePartial(t *testing.T) {
	d := shards(t, 3)
	dir := merged(t, true, d[0], shardRun(t, &Shard{2, 3}, 9, Interrupted))
	run, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := run.Meta.Missing; !slices.Equal(got, []int{1, 2, 4, 5, 7}) || len(run.Measured()) != 8 {
		t.Errorf("missing %v, %d rows", got, len(run.Measured()))
	}
	if c := run.Meta.Caveats(); len(c) != 1 || c[0] != "partial: merged without all measurements of 5 of 7 rounds: 1 to 2, 4 to 5, 7" {
		t.Errorf("%q", c)
	}
	if got, want := files(t, merged(t, false, merged(t, true, d[0], d[2]), d[1])), files(t, merged(t, false, d...)); got != want {
		t.Errorf("completed\n%s\nwant\n%s", got, want)
	}
}

// A shard of machines whose clocks differ: sessions do not begin in the order of their
// numbers. No row is lost, and each has the place of its session's start.
func TestMergeOfSkewedClocks(t *testing.T) {
	for _, want := range [][]int{{2, 1}, {2, 1, 3}, {3, 1, 2}, {3, 2, 1}, {2, 3, 1}} {
		start := func(number int) time.Time {
			return noon.Add(time.Duration(slices.Index(want, number)) * time.Minute)
		}
		m := meta(start(1))
		m.Reps = len(want)
		w, err := Create(t.TempDir(), m)
		if err != nil {
			t.Fatal(err)
		}
		for round := range len(want) {
			if round > 0 {
				w.Meta.Sessions = append(w.Meta.Sessions, Session{Start: start(round + 1)})
			}
			r := row("query", float64(round+1))
			r.Round = round + 1
			if err := w.Append(r); err != nil {
				t.Fatal(err)
			}
		}
		w.Close(Finished, nil)
		run, err := Open(merged(t, false, w.Dir))
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for i, r := range run.Rows {
			if got = append(got, r.Round); r.Session != i+1 {
				t.Errorf("%v: session %d of row %d", want, r.Session, i+1)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("rounds %v, want %v", got, want)
		}
	}
}

// The merged run has the state of a finished one, every note once, and a build beside a
// session only where it is not the run's.
func TestMergedMeta(t *testing.T) {
	m := &merge{}
	for i, build := range []string{"a", "b", "a"} {
		p := meta(noon.Add(time.Duration(i) * time.Minute))
		p.Build = map[string]string{"vcs.revision": build}
		p.Notes = []string{"of all", "of " + build}
		if i == 0 {
			p.State, p.Error = Failed, "no space left"
		}
		m.parts = append(m.parts, &part{dir: fmt.Sprint(i), meta: &p})
	}
	if err := m.order(); err != nil {
		t.Fatal(err)
	}
	if err := m.describe(m.parts[0].meta); err != nil {
		t.Fatal(err)
	}
	var builds []string
	for _, s := range m.meta.Sessions {
		builds = append(builds, s.Build["vcs.revision"])
	}
	if m.meta.State != Finished || m.meta.Error != "" || !slices.Equal(m.meta.Notes, []string{"of a", "of all", "of b"}) || !slices.Equal(builds, []string{"", "b", ""}) {
		t.Errorf("%s %q, notes %q, builds %q", m.meta.State, m.meta.Error, m.meta.Notes, builds)
	}
}

// A shard whose file was changed is not merged.
func TestMergeOfADamagedShard(t *testing.T) {
	d := shards(t, 2)
	name := filepath.Join(d[1], MeasurementsFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for what, damaged := range map[string][]byte{
		"cut":     text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1],
		"changed": bytes.Replace(text, []byte("105"), []byte("106"), 1),
	} {
		if err := os.WriteFile(name, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		if dir, err := Merge(t.TempDir(), d, false); err == nil {
			t.Errorf("%s: merged into %s", what, dir)
		} else if !strings.Contains(err.Error(), name+":") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestParseShard(t *testing.T) {
	if s, err := ParseShard("3/64"); err != nil || s != (Shard{3, 64}) || s.String() != "3/64" {
		t.Errorf("%v, %v", s, err)
	}
	for _, text := range []string{"", "3", "/", "64/64", "-1/3", "1/0", "a/3", "1/3/4", "0x1/3"} {
		if s, err := ParseShard(text); err == nil || !strings.Contains(err.Error(), "want an index from 0") {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
}

// Every round belongs to one shard.
func TestShardsDivideTheRounds(t *testing.T) {
	for of := 1; of <= 9; of++ {
		seen := map[int]int{}
		for index := range of {
			for _, round := range (&Shard{index, of}).Rounds(30) {
				seen[round]++
			}
		}
		for round := 1; round <= 30; round++ {
			if seen[round] != 1 {
				t.Errorf("round %d is in %d of %d shards", round, seen[round], of)
			}
		}
	}
}

// What a killed process left beside the runs, a folder half made or the file by which it
// tried whether it can write, is gone when the next run is begun.
func TestSweepParent(t *testing.T) {
	parent := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(parent, newPrefix+"1"), 0o755), os.WriteFile(filepath.Join(parent, newPrefix+"2"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	sweepParent(parent)
	if left, err := os.ReadDir(parent); err != nil || len(left) != 0 {
		t.Errorf("%v, %v is left", left, err)
	}
}
