// Package machine describes the machine of a measurement and its disturbances.
//
// Guarantee: no host name, no user name, no path. Facts that the system does not
// report are "unknown", 0 or absent, never guessed. Warnings are values; the
// caller prints them. ThreadCPU and Preemptions do not allocate.
// Cost: Describe takes some 10 ms and belongs before or after a run. ThreadCPU and
// Preemptions take one system call each, less than a microsecond, and may enclose
// every timed section.
// Source: CPUID through klauspost/cpuid, operating system through gopsutil,
// Linux's /sys, Go's runtime/metrics and runtime/debug.
package machine

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/host"
	"github.com/shirou/gopsutil/v4/load"
	"github.com/shirou/gopsutil/v4/mem"
)

// Unknown is a text that the system does not report.
const Unknown = "unknown"

// NoLoad is the load average of a system without one.
const NoLoad = -1

// Machine describes a machine. A count or size of 0 is unknown.
type Machine struct {
	OS       string `json:"os"`     // GOOS
	Arch     string `json:"arch"`   // GOARCH
	System   string `json:"system"` // distribution or product, with its version
	Kernel   string `json:"kernel"`
	CPU      CPU    `json:"cpu"`
	Governor string `json:"governor"` // of the frequency; those of differing CPUs separated by commas
	Turbo    string `json:"turbo"`    // "on", "off"
	Power    string `json:"power"`    // "mains", "battery"
	// Virtual is the hypervisor, the container or both ("kvm, docker"), "yes" for
	// a nameless one, "no", or Unknown.
	Virtual     string  `json:"virtual"`
	Quota       float64 `json:"quota_cpus,omitempty"` // CPUs of the control group; 0 is no limit or unknown
	MemoryBytes uint64  `json:"memory_bytes"`
	FreeBytes   uint64  `json:"free_bytes"` // available without swapping
	Load        float64 `json:"load"`       // average of 1 minute, or NoLoad
	// Busy is how many processors were at work while this program waited, looked
	// at where the load average is high; nil elsewhere.
	Busy  *float64 `json:"busy,omitempty"`
	Share *Share   `json:"share,omitempty"` // nil where the system does not say
	Go    Go       `json:"go"`
	Boot  string   `json:"boot,omitempty"` // differs between machines of one kind, and after each start of the system; empty: unknown
	Clock Clock    `json:"-"`              // a field of its own in run.json
}

// Describe describes this machine. The clocks take about 2 ms of it, and a look at
// what competes a tenth of a second where the load average is high. ctx bounds
// the queries to the system; facts not returned in time are unknown.
func Describe(ctx context.Context) Machine {
	sys := os.DirFS("/sys") // an empty tree outside Linux
	m := Machine{
		OS:       runtime.GOOS,
		Arch:     runtime.GOARCH,
		System:   Unknown,
		Kernel:   Unknown,
		CPU:      describeCPU(),
		Governor: governor(sys),
		Turbo:    turbo(sys),
		Power:    power(sys),
		Quota:    quota(sys),
		Share:    share(sys, Processors(), os.Getenv),
		Load:     LoadAverage(ctx),
		Go:       DescribeGo(),
		Boot:     boot(),
		Clock:    MeasureClock(),
	}
	if name, _, version, err := host.PlatformInformationWithContext(ctx); err == nil && name != "" {
		m.System = strings.TrimSpace(name + " " + version)
	}
	if kernel, err := host.KernelVersionWithContext(ctx); err == nil && kernel != "" {
		m.Kernel = kernel
	}
	if m.CPU.Model == Unknown {
		if infos, err := cpu.InfoWithContext(ctx); err == nil && len(infos) > 0 && infos[0].ModelName != "" {
			m.CPU.Model = strings.TrimSpace(infos[0].ModelName)
		}
	}
	if n, err := cpu.CountsWithContext(ctx, false); err == nil {
		m.CPU.PhysicalCores = n
	}
	if vm, err := mem.VirtualMemoryWithContext(ctx); err == nil {
		m.MemoryBytes, m.FreeBytes = vm.Total, vm.Available
	}
	if m.loaded() {
		m.Busy = busy(ctx, m.cores())
	}
	system, role, err := host.VirtualizationWithContext(ctx)
	m.Virtual = virtual(hypervisor(), system, role, err)
	return m
}

func (m *Machine) cores() int { return max(m.CPU.LogicalCores, 1) }

// loaded reports whether the load average is higher than on an idle machine.
func (m *Machine) loaded() bool { return m.Load > maxLoad*float64(m.cores()) }

// LoadAverage is the load average of the last minute, or NoLoad.
func LoadAverage(ctx context.Context) float64 {
	// On Windows gopsutil starts a goroutine that never ends.
	if runtime.GOOS == "windows" {
		return NoLoad
	}
	avg, err := load.AvgWithContext(ctx)
	if err != nil {
		return NoLoad
	}
	return avg.Load1
}

// Line is the machine in one line, for the header of a table or a figure.
func (m Machine) Line() string {
	parts := []string{m.CPU.line()}
	if m.Virtual != "no" && m.Virtual != Unknown {
		parts = append(parts, "virtual ("+m.Virtual+")")
	}
	parts = append(parts, fmt.Sprintf("%s (%s %s)", m.System, m.OS, m.Kernel))
	return strings.Join(append(parts, m.Go.line()), ", ")
}
