package kubernetestest

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

const folder = "../../deploy/kubernetes"

// decode decodes a manifest of one object; a field that the type has not is an error.
func decode[T any](t *testing.T, name string) T {
	t.Helper()
	return decodeFile[T](t, filepath.Join(folder, name))
}

func decodeFile[T any](t *testing.T, name string) (object T) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalStrict(text, &object); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return object
}

// A field that is misspelt, misplaced or there twice is an error.
func TestStrict(t *testing.T) {
	for _, text := range []string{
		"spec: {backoffLimitPerIndx: 2}",
		"backoffLimitPerIndex: 2",
		"spec: {completions: 8, completions: 9}",
		"spec: {completions: eight}",
	} {
		if err := yaml.UnmarshalStrict([]byte(text), &batchv1.Job{}); err == nil {
			t.Errorf("%s is decoded", text)
		}
	}
}

func TestVolume(t *testing.T) {
	v := decode[corev1.PersistentVolumeClaim](t, "volume.yaml")
	if v.APIVersion != "v1" || v.Kind != "PersistentVolumeClaim" || !slices.Equal(v.Spec.AccessModes, []corev1.PersistentVolumeAccessMode{corev1.ReadWriteMany}) {
		t.Errorf("%+v", v)
	}
	if v.Spec.Resources.Requests.Storage().IsZero() {
		t.Error("no size is asked for")
	}
}

// A pod for each shard: as many as the command says, indexed, each replaced by itself.
func TestShards(t *testing.T) {
	j := decode[batchv1.Job](t, "shards.yaml")
	if mode := j.Spec.CompletionMode; mode == nil || *mode != batchv1.IndexedCompletion {
		t.Errorf("completionMode %v", mode)
	}
	args := j.Spec.Template.Spec.Containers[0].Args
	if n := j.Spec.Completions; n == nil || !slices.Contains(args, "--shard=/"+strconv.Itoa(int(*n))) || *j.Spec.Parallelism != *n {
		t.Errorf("completions, parallelism and --shard differ: %+v, %q", j.Spec, args)
	}
	if limit := j.Spec.BackoffLimitPerIndex; limit == nil || *limit < 1 || j.Spec.BackoffLimit != nil {
		t.Errorf("a shard that fails ends the others, or is not tried again: %v, %v", limit, j.Spec.BackoffLimit)
	}
	for _, want := range []string{"--resume=if-begun", "--pin=first", "--out=/work/results"} {
		if !slices.Contains(args, want) {
			t.Errorf("no %s in %q", want, args)
		}
	}
	a := j.Spec.Template.Spec.Affinity
	if a == nil || a.PodAntiAffinity == nil || len(a.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution) != 1 {
		t.Fatal("two shards may be on one node")
	}
	for name, value := range a.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution[0].LabelSelector.MatchLabels {
		if j.Spec.Template.Labels[name] != value {
			t.Errorf("the affinity is to %s=%s, the pods have %v", name, value, j.Spec.Template.Labels)
		}
	}
}

func TestGather(t *testing.T) {
	j := decode[batchv1.Job](t, "gather.yaml")
	if args := j.Spec.Template.Spec.Containers[0].Args; args[0] != "merge" || args[len(args)-1] != "/work/results/shards" {
		t.Errorf("%q", args)
	}
	if limit := j.Spec.BackoffLimit; limit == nil || *limit != 0 {
		t.Errorf("a merge that is refused is tried again: %v", limit)
	}
}

// Both jobs: no root, no token, nothing that the program does not need; whole processors.
func TestConfined(t *testing.T) {
	claim := decode[corev1.PersistentVolumeClaim](t, "volume.yaml")
	for _, name := range []string{"shards.yaml", "gather.yaml"} {
		j := decode[batchv1.Job](t, name)
		for _, problem := range problems(&j, claim.Name) {
			t.Errorf("%s: %s", name, problem)
		}
	}
}

// problems is what a job must not be.
func problems(j *batchv1.Job, claim string) (list []string) {
	want := func(is bool, problem string) {
		if !is {
			list = append(list, problem)
		}
	}
	no := func(b *bool) bool { return b != nil && !*b }
	yes := func(b *bool) bool { return b != nil && *b }
	want(j.APIVersion == "batch/v1" && j.Kind == "Job", "is no Job")
	pod := j.Spec.Template.Spec
	want(pod.RestartPolicy == corev1.RestartPolicyNever, "is restarted in place")
	want(no(pod.AutomountServiceAccountToken) && pod.ServiceAccountName == "", "has a token")
	want(!pod.HostNetwork && !pod.HostPID && !pod.HostIPC, "is in the host's namespaces")
	if s := pod.SecurityContext; s == nil {
		list = append(list, "has no security context")
	} else {
		want(yes(s.RunAsNonRoot) && s.RunAsUser != nil && *s.RunAsUser > 0 && s.RunAsGroup != nil && *s.RunAsGroup > 0, "may run as root")
		want(s.FSGroup != nil && *s.FSGroup == *s.RunAsGroup, "cannot write its volume")
		want(s.SeccompProfile != nil && s.SeccompProfile.Type == corev1.SeccompProfileTypeRuntimeDefault, "has no seccomp profile")
	}
	want(len(pod.Containers) == 1 && len(pod.InitContainers) == 0, "has not one container")
	for _, c := range pod.Containers {
		if s := c.SecurityContext; s == nil {
			list = append(list, "has a container without a security context")
		} else {
			want(no(s.AllowPrivilegeEscalation) && !yes(s.Privileged), "may gain privileges")
			want(yes(s.ReadOnlyRootFilesystem), "may write its root")
			want(s.Capabilities != nil && slices.Equal(s.Capabilities.Drop, []corev1.Capability{"ALL"}) && len(s.Capabilities.Add) == 0, "has capabilities")
		}
		for _, resource := range []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory} {
			request, limit := c.Resources.Requests[resource], c.Resources.Limits[resource]
			want(!request.IsZero() && request.Cmp(limit) == 0, "has other requests than limits of "+string(resource))
		}
		want(c.Resources.Requests.Cpu().MilliValue()%1000 == 0, "asks for a part of a processor")
		// The image has no shell: its entry point is the program.
		want(len(c.Command) == 0 && strings.HasPrefix(c.Image, "hyphbench:"), "runs something else than the image's program")
		want(len(c.VolumeMounts) == 1 && c.VolumeMounts[0].MountPath == "/work", "has not /work alone")
	}
	want(len(pod.Volumes) == 1 && pod.Volumes[0].PersistentVolumeClaim != nil && pod.Volumes[0].PersistentVolumeClaim.ClaimName == claim, "has not the volume")
	return list
}

// Each of these makes the job worse, and is noticed.
func TestProblemsAreNoticed(t *testing.T) {
	truth, lie, root := true, false, int64(0)
	for name, change := range map[string]func(*corev1.PodSpec, *corev1.Container){
		"token":     func(p *corev1.PodSpec, _ *corev1.Container) { p.AutomountServiceAccountToken = nil },
		"account":   func(p *corev1.PodSpec, _ *corev1.Container) { p.ServiceAccountName = "admin" },
		"network":   func(p *corev1.PodSpec, _ *corev1.Container) { p.HostNetwork = true },
		"root":      func(p *corev1.PodSpec, _ *corev1.Container) { p.SecurityContext.RunAsUser = &root },
		"no user":   func(p *corev1.PodSpec, _ *corev1.Container) { p.SecurityContext.RunAsNonRoot = &lie },
		"seccomp":   func(p *corev1.PodSpec, _ *corev1.Container) { p.SecurityContext.SeccompProfile = nil },
		"context":   func(p *corev1.PodSpec, _ *corev1.Container) { p.SecurityContext = nil },
		"escalate":  func(_ *corev1.PodSpec, c *corev1.Container) { c.SecurityContext.AllowPrivilegeEscalation = nil },
		"privilege": func(_ *corev1.PodSpec, c *corev1.Container) { c.SecurityContext.Privileged = &truth },
		"write":     func(_ *corev1.PodSpec, c *corev1.Container) { c.SecurityContext.ReadOnlyRootFilesystem = &lie },
		"add": func(_ *corev1.PodSpec, c *corev1.Container) {
			c.SecurityContext.Capabilities.Add = []corev1.Capability{"SYS_NICE"}
		},
		"no limit": func(_ *corev1.PodSpec, c *corev1.Container) { c.Resources.Limits = nil },
		"more":     func(_ *corev1.PodSpec, c *corev1.Container) { c.Resources.Limits["cpu"] = *c.Resources.Limits.Memory() },
		"shell":    func(_ *corev1.PodSpec, c *corev1.Container) { c.Command = []string{"sh"} },
		"volume":   func(p *corev1.PodSpec, _ *corev1.Container) { p.Volumes[0].PersistentVolumeClaim.ClaimName = "other" },
		"restart":  func(p *corev1.PodSpec, _ *corev1.Container) { p.RestartPolicy = corev1.RestartPolicyOnFailure },
	} {
		j := decode[batchv1.Job](t, "shards.yaml")
		change(&j.Spec.Template.Spec, &j.Spec.Template.Spec.Containers[0])
		if found := problems(&j, "hyphbench"); len(found) == 0 {
			t.Errorf("%s: %q", name, found)
		}
	}
}
