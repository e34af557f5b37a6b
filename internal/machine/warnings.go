package machine

import (
	"fmt"
	"strings"
)

// Warning is a disturbance of measurements, with its cure.
type Warning struct {
	Code string `json:"code"` // stable, for programs
	Text string `json:"text"` // the disturbance
	Cure string `json:"cure"` // an instruction
}

// String is the warning as one line.
func (w Warning) String() string { return w.Text + "; " + w.Cure }

const (
	// maxLoad is the largest load average per core of an idle machine: on two
	// cores, half a competing process.
	maxLoad = 0.25
	// maxResolution is the coarsest resolution in ns with which a section of 5 ms
	// lasts 1,000 ticks.
	maxResolution = 5_000
)

// Warnings lists the disturbances of measurements on m, usually worst first.
func Warnings(m Machine) []Warning {
	var found []Warning
	warn := func(code, cure, text string, args ...any) {
		found = append(found, Warning{Code: code, Text: fmt.Sprintf(text, args...), Cure: cure})
	}
	cores := m.cores()

	for _, flag := range []string{"-race", "-msan", "-asan", "-cover"} {
		if m.Go.Build[flag] == "true" {
			warn("instrumented", "measure with a plain `go build`", "the program was built with %s, which slows it several times", flag)
		}
	}
	for f := range strings.FieldsSeq(m.Go.Build["-gcflags"]) {
		if strings.HasSuffix(f, "-N") || strings.HasSuffix(f, "-l") {
			warn("unoptimised", "measure with a plain `go build`", "the program was built without optimisation (-gcflags %s)", m.Go.Build["-gcflags"])
			break
		}
	}
	switch stop := "stop other programs, wait a minute, and measure again"; {
	case !m.loaded():
	case m.Busy == nil:
		warn("load", stop, "the load average is %.2f on %s: other programs compete", m.Load, plural(cores, "core"))
	case *m.Busy > maxLoad*float64(cores): // else the load is of what has ended, such as a build
		warn("load", stop, "the load average is %.2f on %s, and %.1f of them are at work: other programs compete", m.Load, plural(cores, "core"), *m.Busy)
	}
	if m.Quota > 0 && m.Quota < float64(cores) {
		warn("quota", "lift the CPU limit of the container", "the control group may use %.3g of %s and is stopped when it uses more", m.Quota, plural(cores, "core"))
	}
	if w, shared := m.shared(); shared {
		found = append(found, w)
	}
	if m.Power == "battery" {
		warn("battery", "connect the mains", "the computer runs on its battery and may save power")
	}
	if m.Governor != Unknown && m.Governor != "performance" {
		warn("governor", "set it with `cpupower frequency-set -g performance`", "the frequency governor is %s: the clock frequency changes while measuring", m.Governor)
	}
	if cores == 1 {
		warn("one-core", "use a machine with two cores or more", "there is one core only: the garbage collector and the system share it with the measurement")
	}
	if m.Virtual != "no" && m.Virtual != Unknown {
		warn("virtualised", "trust differences measured in the same rounds, not absolute times; or use a machine of your own",
			"the machine is virtual (%s): others may use the same processor unseen", m.Virtual)
	}
	if m.Go.GOGC != 100 {
		text := "the garbage collector is off"
		if m.Go.GOGC != GCOff {
			text = fmt.Sprintf("the garbage collector's percentage is %d, not 100", m.Go.GOGC)
		}
		warn("gogc", "unset GOGC to compare with other runs", "%s", text)
	}
	if m.Clock.WallResolution > maxResolution {
		warn("clock", "make the sections longer", "the clock moves in steps of %.3g µs, too coarse for sections of 5 ms", m.Clock.WallResolution/1000)
	}
	if m.Clock.CPUResolution > maxResolution {
		warn("cpu-clock", "go by the wall time", "the CPU clock of a thread moves in steps of %.3g µs, too coarse for sections of 5 ms", m.Clock.CPUResolution/1000)
	}
	return found
}
