package machine

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestShare(t *testing.T) {
	sys := fstest.MapFS{"devices/system/cpu/online": {Data: []byte("0-5,8-9\n")}}
	for _, c := range []struct {
		usable []int
		env    map[string]string
		want   Share
	}{
		{[]int{0, 1, 2, 8}, nil, Share{Usable: "0-2,8", Online: 8}},
		{[]int{9}, map[string]string{"SLURM_JOB_ID": "7", "SLURM_CPUS_ON_NODE": "1"}, Share{"9", 8, slurm, 1}},
		{[]int{9}, map[string]string{"SLURM_JOB_ID": "7"}, Share{"9", 8, slurm, 0}},
		{[]int{3, 5}, map[string]string{"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, Share{"3,5", 8, kubernetes, 0}},
	} {
		got := share(sys, c.usable, func(name string) string { return c.env[name] })
		if got == nil || *got != c.want {
			t.Errorf("%v %v: %+v, want %+v", c.usable, c.env, got, c.want)
		}
	}
	none := func(string) string { return "" }
	if got := share(fstest.MapFS{}, []int{0}, none); got != nil {
		t.Errorf("%+v of a system that does not say what there is", got)
	}
	if got := share(sys, nil, none); got != nil {
		t.Errorf("%+v of a system that does not say what may be used", got)
	}
}

func TestSharedNode(t *testing.T) {
	for _, c := range []struct {
		name  string
		share *Share
		quota float64
		cores int // physical
		says  string
		cure  string
	}{
		{"unknown", nil, 0, 4, "", ""},
		{"by hand", &Share{"1", 8, "", 0}, 0, 4, "", ""},
		{"node of its own", &Share{"0-7", 8, slurm, 8}, 0, 4, "", ""},
		{"node that Slurm counts in cores", &Share{"0-7", 8, slurm, 4}, 0, 4, "", ""},
		{"part of a node", &Share{"0-1", 8, slurm, 2}, 0, 4, "2 of the 8 processors of this node", "--exclusive"},
		{"the threads of a half", &Share{"0-3", 8, slurm, 4}, 0, 4, "4 of the 8", "--exclusive"},
		{"not bound", &Share{"0-7", 8, slurm, 2}, 0, 4, "2 of the 8", "--exclusive"},
		{"job of all, task of some", &Share{"0-1", 8, slurm, 8}, 0, 4, "lets this task use 2 of the 8", "only task"},
		{"Slurm that does not say", &Share{"0-7", 8, slurm, 0}, 0, 4, "", ""},
		{"pod with its processors", &Share{"2-3", 8, kubernetes, 0}, 2, 4, "the pod has 2 of the 8", "no other pods"},
		{"pod without", &Share{"0-7", 8, kubernetes, 0}, 0, 4, "no processors of its own", "requests = limits"},
		{"pod with a quota, of which another warning is", &Share{"0-7", 8, kubernetes, 0}, 2, 4, "", ""},
	} {
		m := Machine{Share: c.share, Quota: c.quota, CPU: CPU{PhysicalCores: c.cores}}
		w, is := m.shared()
		if is != (c.says != "") || is && (!strings.Contains(w.Text, c.says) || !strings.Contains(w.Cure, c.cure) || w.Code != "shared") {
			t.Errorf("%s: %+v, want %q and %q", c.name, w, c.says, c.cure)
		}
	}
}
