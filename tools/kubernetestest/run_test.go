package kubernetestest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
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

// kubectl is one that writes down its calls and what it is to apply. A job, the pods and
// the claim have the states of the files shards, gather, pods and claim, a line for each
// time that they are asked for; the last one stays. FAIL are numbers of calls that fail.
const kubectl = `#!/bin/sh
cd "$DIR" || exit
printf '%s\n' "$*" >>calls
[ "$1" != --namespace=bench ] || shift
n=$(($(wc -l <calls)))
case " $FAIL " in *" $n "* | *" all "*) [ "$1" = get ] && echo "Error from server (Forbidden): no rights" >&2 && exit 1 ;; esac
next() {
	head -n 1 "$1"
	[ "$(wc -l <"$1")" -le 1 ] || sed -i 1d "$1"
}
case "$1 $2 $3" in
"apply -f -") cat >"applied.$n" ;;
"get job/hyphbench-shards "*) next shards ;;
"get job/hyphbench-gather "*) next gather ;;
"get pods "*) next pods | tr ';' '\n' ;;
"get pvc/hyphbench "*) next claim ;;
esac
`

// script runs the script with that kubectl.
type script struct {
	shards, gather, pods, claim string
	fail                        string
}

func (s script) run(t *testing.T, args ...string) (dir, out string, code int) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{"kubectl": kubectl, "shards": s.shards + "\n", "gather": s.gather + "\n", "pods": s.pods + "\n", "claim": s.claim + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute) // it waited for ever
	defer stop()
	cmd := exec.CommandContext(ctx, filepath.Join(folder, "run"), args...)
	cmd.Env = append(os.Environ(), "DIR="+dir, "KUBECTL="+filepath.Join(dir, "kubectl"), "POLL=0.01", "FAIL="+s.fail)
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || ctx.Err() != nil {
		t.Fatalf("%q: %v, %v\n%s", args, err, ctx.Err(), text)
	}
	return dir, string(text), cmd.ProcessState.ExitCode()
}

const fixed = "--image=registry.example:5000/hyphbench:v1.4"

// The script applies, waits for the end of either kind, gathers, says what the pods do and
// how it ended.
func TestRunScript(t *testing.T) {
	for _, c := range []struct {
		shards, gather string // condition of the job at its end
		code           int
		says           string
	}{
		{"Complete", "SuccessCriteriaMet Complete", 0, ""},
		{"FailureTarget Failed", "Failed", 1, "the shards that are lost are measured"},
		{"Failed", "Complete", 0, "not every shard has succeeded: kubectl logs -l app.kubernetes.io/component=shard --prefix --namespace=bench says why"},
	} {
		// A job has a condition when it is asked for the second time.
		s := script{"\n" + c.shards, "\n" + c.gather, "Running  ;Pending  Unschedulable;Running  \nSucceeded", "Bound", ""}
		dir, out, code := s.run(t, fixed, "--namespace=bench")
		if code != c.code || !strings.Contains(out, c.says) || !strings.Contains(out, "run: hyphbench-shards: 1 Pending Unschedulable, 2 Running\n") {
			t.Errorf("%+v: exit code %d\n%s", c, code, out)
		}
		calls, err := os.ReadFile(filepath.Join(dir, "calls"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(string(calls)) {
			words := strings.Fields(line)
			if words[0] != "--namespace=bench" {
				t.Errorf("another namespace: %s", line)
			}
			got = append(got, words[1]+" "+filepath.Base(words[len(words)-1]))
			if words[1] == "get" {
				got[len(got)-1] = "get " + words[2]
			}
		}
		want := []string{"apply volume.yaml", "delete hyphbench-gather", "apply -", "get job/hyphbench-shards", "get pods", "get job/hyphbench-shards",
			"apply -", "get job/hyphbench-gather", "get pods", "get job/hyphbench-gather", "logs hyphbench-gather"}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What is applied is the manifest with the image, the shards and the options.
func TestRunApplies(t *testing.T) {
	s := script{"Complete", "Complete", "", "Bound", ""}
	claim := decode[corev1.PersistentVolumeClaim](t, "volume.yaml").Name
	for _, c := range []struct {
		args, options []string
		shards        int
	}{
		{nil, []string{"--filter=bloom,cuckoo", "--reps=80"}, 8},
		{[]string{"--shards=3", "--", "lookup", "--filter=all", "--text=it's & a|b\\n: #x"}, []string{"lookup", "--filter=all", "--text=it's & a|b\\n: #x"}, 3},
	} {
		dir, out, code := s.run(t, append([]string{fixed}, c.args...)...)
		applied, _ := filepath.Glob(filepath.Join(dir, "applied.*"))
		if code != 0 || len(applied) != 2 {
			t.Fatalf("%q: exit code %d, %q\n%s", c.args, code, applied, out)
		}
		for _, name := range applied {
			j := decodeFile[batchv1.Job](t, name)
			container := &j.Spec.Template.Spec.Containers[0]
			if "--image="+container.Image != fixed {
				t.Errorf("image %s", container.Image)
			}
			container.Image = "hyphbench:BUILD"
			for _, problem := range problems(&j, claim) {
				t.Errorf("%s: %s", j.Name, problem)
			}
			if j.Name == "hyphbench-gather" {
				continue
			}
			want := slices.Concat([]string{"run"}, c.options, []string{fmt.Sprintf("--shard=/%d", c.shards), "--out=/work/results", "--pin=first", "--resume=if-begun", "--quiet"})
			if !slices.Equal(container.Args, want) || *j.Spec.Completions != int32(c.shards) || *j.Spec.Parallelism != int32(c.shards) {
				t.Errorf("%d completions, %d at a time, %q\nwant %q", *j.Spec.Completions, *j.Spec.Parallelism, container.Args, want)
			}
		}
	}
}

// Where no pod will ever start, or kubectl refuses, the script ends, and says why and what
// would be right; what passes it waits for.
func TestRunScriptEnds(t *testing.T) {
	for _, c := range []struct {
		script
		args []string
		says string // empty: it goes on to the end
	}{
		{script{fail: "all"}, nil, "(Forbidden): no rights\nrun: kubectl get job/hyphbench-shards has failed 3 times"},
		{script{shards: "\n\nComplete", gather: "Complete", pods: "Running", fail: "4 5"}, nil, ""},
		{script{pods: "Pending InvalidImageName"}, nil, "is no image that a node could pull"},
		{script{pods: "Pending ErrImagePull\nRunning;Pending ImagePullBackOff"}, []string{"--wait=1"}, "v1.4 cannot be pulled: want an image in a registry that the nodes reach"},
		{script{shards: "\n\n\nComplete", gather: "Complete", pods: "Pending ErrImagePull\nRunning\nPending ErrImagePull"}, []string{"--wait=60"}, ""},
		{script{pods: "Pending  Unschedulable", claim: "Pending"}, []string{"--wait=1"}, "the volume is not bound (Pending): want a storage class that gives ReadWriteMany"},
		{script{shards: "\n\n\nComplete", gather: "Complete", pods: "Pending  Unschedulable", claim: "Bound"}, []string{"--wait=0"}, ""},
	} {
		_, out, code := c.run(t, append(c.args, fixed)...)
		if ends := c.says != ""; (code != 0) != ends || !strings.Contains(out, c.says) {
			t.Errorf("%+v: exit code %d\n%s", c, code, out)
		}
	}
}

// The script says what it wants.
func TestRunUsage(t *testing.T) {
	for says, args := range map[string][]string{
		"run: --image=: want a digest":                                          {},
		"run: --image=hyphbench: want a digest, hyphbench@sha256:":              {"--image=hyphbench"},
		"run: --image=r.io:5000/hyphbench: want a digest":                       {"--image=r.io:5000/hyphbench"},
		"run: --image=hyphbench:latest: want a digest":                          {"--image=hyphbench:latest"},
		"run: --image=a|b:v1: want a name with a digest or a tag":               {"--image=a|b:v1"},
		"run: --image=a|b/c:v1: want a name with a digest or a tag":             {"--image=a|b/c:v1"},
		"run: --shards=0: want a number":                                        {fixed, "--shards=0"},
		"run: --wait=x: want a number of seconds":                               {fixed, "--wait=x"},
		"run: bench: want an option of run, and those of hyphbench behind --":   {"bench"},
		"run: --filter=x: want an option of run, and those of hyphbench behind": {fixed, "--filter=x"},
	} {
		if _, out, code := (script{}).run(t, args...); code != 2 || !strings.HasPrefix(out, says) {
			t.Errorf("%q: exit code %d\n%s", args, code, out)
		}
	}
	digest := "--image=r.io/hyphbench@sha256:0123"
	if _, out, code := (script{shards: "Complete", gather: "Complete"}).run(t, digest); code != 0 {
		t.Errorf("%s: exit code %d\n%s", digest, code, out)
	}
	if out, err := exec.Command(filepath.Join(folder, "run"), "--help").Output(); err != nil || !strings.HasPrefix(string(out), "usage: run") {
		t.Errorf("%v\n%s", err, out)
	}
}
