package kubernetestest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
)

// The commands of the manifests are carried out: each pod's, with its index, as a process,
// in fewer rounds; one twice, as when its pod is replaced; then the one that gathers them.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "hyphbench")
	build := exec.Command("go", "build", "-o", program, "./cmd/hyphbench")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	words := filepath.Join(dir, "words.txt")
	if err := os.WriteFile(words, []byte("academy\nareas\nhyphenation\ntables\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	pod := func(j *batchv1.Job, env ...string) (string, error) {
		var args []string
		for _, arg := range j.Spec.Template.Spec.Containers[0].Args {
			arg = strings.ReplaceAll(arg, "/work", filepath.Join(dir, "work"))
			args = append(args, strings.ReplaceAll(arg, "--reps=80", "--reps=8"))
		}
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), append(env, "HYPHBENCH_WORDS="+words, "HYPHBENCH_RUN_EPS=1%")...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	shards, gather := decode[batchv1.Job](t, "shards.yaml"), decode[batchv1.Job](t, "gather.yaml")
	for _, index := range []int{0, 1, 2, 2, 3, 4, 5, 6} {
		if out, err := pod(&shards, fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index)); err != nil {
			t.Fatalf("pod %d: %v\n%s", index, err, out)
		}
	}
	if out, err := pod(&gather); err == nil || !strings.Contains(out, "want --shard=7/8") {
		t.Errorf("without shard 7: %v\n%s", err, out)
	}
	if out, err := pod(&shards, "JOB_COMPLETION_INDEX=7"); err != nil {
		t.Fatalf("pod 7: %v\n%s", err, out)
	}
	out, err := pod(&gather)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(strings.TrimSpace(out), "summary.csv")); err != nil {
		t.Error(err)
	}
	if runs, _ := filepath.Glob(filepath.Join(dir, "work", "results", "shards", "*", "*", "run.json")); len(runs) != 8 {
		t.Errorf("%d shards: %q", len(runs), runs)
	}
}

// The script applies, waits for the end of either kind, gathers, and says how it ended.
// kubectl is one that writes down its calls.
func TestRunScript(t *testing.T) {
	for _, c := range []struct {
		shards, gather string // condition of the job at its end
		code           int
		says           string
	}{
		{"Complete", "SuccessCriteriaMet Complete", 0, ""},
		{"FailureTarget Failed", "Failed", 1, "the shards that are lost are measured"},
		{"Failed", "Complete", 0, "not every shard has succeeded"},
	} {
		dir := t.TempDir()
		kubectl := filepath.Join(dir, "kubectl")
		// A job has a condition when it is asked for the second time.
		text := `#!/bin/sh
shift # the namespace
echo "$@" >>"$DIR/calls"
case "$1 $2" in
"get job/hyphbench-shards") [ -e "$DIR/shards" ] && echo "$SHARDS"; touch "$DIR/shards" ;;
"get job/hyphbench-gather") [ -e "$DIR/gather" ] && echo "$GATHER"; touch "$DIR/gather" ;;
esac
`
		if err := os.WriteFile(kubectl, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(filepath.Join(folder, "run"), "bench")
		cmd.Env = append(os.Environ(), "DIR="+dir, "KUBECTL="+kubectl, "POLL=0.01", "SHARDS="+c.shards, "GATHER="+c.gather)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.says) {
			t.Errorf("%+v: exit code %d\n%s", c, code, out)
		}
		calls, err := os.ReadFile(filepath.Join(dir, "calls"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(string(calls)) {
			words := strings.Fields(line)
			got = append(got, words[0]+" "+filepath.Base(words[len(words)-1]))
			if words[0] == "get" {
				got[len(got)-1] = "get " + words[1]
			}
		}
		want := []string{"apply volume.yaml", "delete gather.yaml", "apply shards.yaml", "get job/hyphbench-shards", "get job/hyphbench-shards",
			"apply gather.yaml", "get job/hyphbench-gather", "get job/hyphbench-gather", "logs hyphbench-gather"}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if out, err := exec.Command(filepath.Join(folder, "run"), "--help").Output(); err != nil || !strings.HasPrefix(string(out), "usage: run") {
		t.Errorf("%v\n%s", err, out)
	}
}
