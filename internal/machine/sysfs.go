package machine

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// read returns a file of sys without surrounding space; "" without the file, as in
// most containers and virtual machines.
func read(sys fs.FS, name string) string {
	b, err := fs.ReadFile(sys, name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// governor is the kernel's frequency governor of the CPUs.
func governor(sys fs.FS) string {
	files, _ := fs.Glob(sys, "devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor")
	var found []string
	for _, f := range files {
		if g := read(sys, f); g != "" && !slices.Contains(found, g) {
			found = append(found, g)
		}
	}
	if len(found) == 0 {
		return Unknown
	}
	slices.Sort(found)
	return strings.Join(found, ", ")
}

// turbo is "on" when a CPU may exceed its nominal frequency.
func turbo(sys fs.FS) string {
	state := map[string]string{"0": "off", "1": "on"}[read(sys, "devices/system/cpu/cpufreq/boost")]
	if state == "" {
		state = map[string]string{"0": "on", "1": "off"}[read(sys, "devices/system/cpu/intel_pstate/no_turbo")]
	}
	if state == "" {
		return Unknown
	}
	return state
}

// power is "mains" with a connected supply, whatever the battery does, and
// "battery" with a discharging battery alone.
func power(sys fs.FS) string {
	types, _ := fs.Glob(sys, "class/power_supply/*/type")
	found := Unknown
	for _, t := range types {
		dir := path.Dir(t)
		switch read(sys, t) {
		case "Mains", "USB":
			if read(sys, dir+"/online") == "1" {
				return "mains"
			}
		case "Battery":
			// Mice and headsets have batteries of their own: scope "Device".
			if read(sys, dir+"/status") == "Discharging" && read(sys, dir+"/scope") != "Device" {
				found = "battery"
			}
		}
	}
	return found
}

// quota is the number of CPUs of the control group (cgroup v2, as seen in a
// container), 0 without a limit.
func quota(sys fs.FS) float64 {
	limit, period, _ := strings.Cut(read(sys, "fs/cgroup/cpu.max"), " ")
	l, err1 := strconv.ParseFloat(limit, 64) // "max", no limit, is an error here
	p, err2 := strconv.ParseFloat(period, 64)
	if err1 != nil || err2 != nil || l <= 0 || p <= 0 {
		return 0
	}
	return l / p
}
