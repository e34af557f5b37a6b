package machine_test

import (
	"fmt"

	"hyphbench/internal/machine"
)

func ExampleWarnings() {
	m := machine.Machine{
		CPU:      machine.CPU{LogicalCores: 2},
		Governor: "powersave", Virtual: "no", Power: "mains", Load: 1.5,
		Go: machine.Go{GOGC: 100},
	}
	for _, w := range machine.Warnings(m) {
		fmt.Println(w)
	}
	// Output:
	// the load average is 1.50 on 2 cores: other programs compete; stop other programs, wait a minute, and measure again
	// the frequency governor is powersave: the clock frequency changes while measuring; set it with `cpupower frequency-set -g performance`
}
