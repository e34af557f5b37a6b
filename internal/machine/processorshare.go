package machine

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// Share is what of the machine's processors this process was given. It names no job,
// no node and no user.
type Share struct {
	Usable string `json:"usable"` // that the process may use, by its affinity: "0-3,8"
	Online int    `json:"online"` // that the machine has
	Engine string `json:"engine,omitempty"`
	// Granted is the number of processors that Slurm gave the job on this machine; 0
	// without Slurm. Where tasks are not bound it can be less than the usable ones.
	Granted int `json:"granted,omitempty"`
}

// Engines that start a process with a share of a machine.
const (
	slurm      = "slurm"
	kubernetes = "kubernetes"
)

// share is nil unless the system says what there is and what may be used.
func share(sys fs.FS, usable []int, env func(string) string) *Share {
	online := count(read(sys, "devices/system/cpu/online"))
	if online == 0 || len(usable) == 0 {
		return nil
	}
	s := &Share{Usable: ranges(usable), Online: online}
	switch {
	case env("SLURM_JOB_ID") != "":
		s.Engine = slurm
		s.Granted, _ = strconv.Atoi(env("SLURM_CPUS_ON_NODE")) // 0: it does not say
	case env("KUBERNETES_SERVICE_HOST") != "":
		s.Engine = kubernetes
	}
	return s
}

// shared warns of others that an engine may put onto the same machine. A share by hand,
// as with taskset, is taken to be wanted.
func (m *Machine) shared() (w Warning, is bool) {
	s := m.Share
	if s == nil || s.Engine == "" {
		return w, false
	}
	usable := count(s.Usable)
	const disturb = "others may use the rest of it, and with it caches, memory and clock"
	w.Code = "shared"
	switch {
	case s.Engine == kubernetes && usable < s.Online:
		w.Text = fmt.Sprintf("the pod has %d of the %d processors of this node: %s", usable, s.Online, disturb)
		w.Cure = "measure on nodes that take no other pods (docs/scale.md)"
	case s.Engine == kubernetes && m.Quota == 0: // of a quota there is a warning
		w.Text = "the pod has no processors of its own: others may use the same ones"
		w.Cure = "ask for whole processors, requests = limits, on nodes with the static CPU manager (docs/scale.md)"
	case s.Engine == slurm && s.Granted > 0 && s.Granted < s.Online && !(s.Granted == m.CPU.PhysicalCores && usable == s.Online):
		// Slurm may count cores: all of them, with all their threads, are the node.
		w.Text = fmt.Sprintf("Slurm gave this job %d of the %d processors of this node: %s", s.Granted, s.Online, disturb)
		w.Cure = "submit it with --exclusive"
	case s.Engine == slurm && usable < s.Online:
		w.Text = fmt.Sprintf("Slurm lets this task use %d of the %d processors of this node: %s", usable, s.Online, disturb)
		w.Cure = "submit it with --exclusive, as the only task of its node"
	default:
		return w, false
	}
	return w, true
}

// ranges writes ascending numbers as Linux does: "0-3,8".
func ranges(numbers []int) string {
	var b strings.Builder
	for i := 0; i < len(numbers); i++ {
		first := i
		for i+1 < len(numbers) && numbers[i+1] == numbers[i]+1 {
			i++
		}
		if first > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(numbers[first]))
		if i > first {
			b.WriteString("-" + strconv.Itoa(numbers[i]))
		}
	}
	return b.String()
}

// count is how many numbers such a text has, 0 if it is none.
func count(text string) (n int) {
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || to < from {
			return 0
		}
		n += to - from + 1
	}
	return n
}
