package runfolder

import (
	"fmt"
	"slices"

	"hyphbench/internal/machine"
)

// Machine is one of the machines of a run.
type Machine struct {
	Number   int              // from 1, in the order of their first sessions
	Facts    *machine.Machine // of its first session; nil where nothing is known
	Sessions []int            // from 1
}

// Machines are those of the sessions. Shards tell machines of one kind apart by the
// start of their systems, where they know it: who started anew meanwhile is another
// machine. All others are one machine if they have the same processor, architecture,
// system and hypervisor, so that a run that was resumed after a start stays on one.
func (m *Meta) Machines() (list []Machine) {
	var keys []string
	for i, s := range m.Sessions {
		key := machineKey(s)
		at := slices.Index(keys, key)
		if at < 0 {
			at = len(list)
			keys, list = append(keys, key), append(list, Machine{Number: at + 1, Facts: s.Machine})
		}
		list[at].Sessions = append(list[at].Sessions, i+1)
	}
	return list
}

func machineKey(s Session) string {
	switch f := s.Machine; {
	case f == nil:
		return ""
	case f.Boot != "" && s.Shard != nil:
		return f.Boot
	default:
		return fmt.Sprint(f.OS, f.Arch, f.CPU.Model, f.CPU.LogicalCores, f.Virtual)
	}
}

// Family is the processor's model: effects on machines of one family are a sample of
// one population, those of two families are not. Empty where the model is not known.
func (m Machine) Family() string {
	if m.Facts == nil || m.Facts.CPU.Model == machine.Unknown {
		return ""
	}
	return m.Facts.CPU.Model
}
