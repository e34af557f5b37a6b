package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"hyphbench/internal/machine"
	"hyphbench/internal/wordlist"
)

// goMap is exact: no false positive, at the price of memory.
type goMap map[string]struct{}

// mapHint is large enough that no group of a map of the thesis's keys overflows.
func mapHint(keys int) int { return max(4096, keys) }

// mapInstances is the number of maps without a hint in each round. Their speed is
// bimodal: it depends on the random seed of the map.
const mapInstances = 24

func openMap(in *Input) ([]*Participant, error) {
	hinted, err := filterPeer{
		name: "Go map, hint", version: goVersion(), kind: KindExact, setting: "exact", note: "hint of 4,096 keys, or of their number if that is more",
		build: func(keys []string) (Membership, error) { return mapOf(keys, mapHint(len(keys))), nil },
	}.participants(in)
	if err != nil {
		return nil, err
	}
	plain, err := filterPeer{
		name: "Go map, no hint", version: goVersion(), kind: KindExact, setting: "exact",
		build: func(keys []string) (Membership, error) { return mapOf(keys, 0), nil },
	}.participants(in)
	if err != nil {
		return nil, err
	}
	for _, p := range plain {
		if p.Figure == Query {
			queryInstances(p, in)
		}
	}
	return append(hinted, plain...), nil
}

func mapOf(keys []string, hint int) goMap {
	m := make(goMap, hint)
	for _, key := range keys {
		m[key] = struct{}{}
	}
	return m
}

// queryInstances replaces p's section by a pass over each of the instances, and
// p's late note by their range.
func queryInstances(p *Participant, in *Input) {
	maps := make([]goMap, mapInstances)
	for i := range maps {
		maps[i] = mapOf(in.Keys, 0)
	}
	least := make([]time.Duration, len(maps)) // of an instance over all rounds
	one := in.Lower.Len()

	p.Section = func() (Sample, error) {
		all := Sample{Ops: one * len(maps)}
		for i, m := range maps {
			var yes int
			cpu, wall, err := undisturbed(machine.ThreadCPU, func() { yes = m.Count(in.Lower) })
			switch {
			case err != nil:
				return Sample{}, err
			case i > 0 && int64(yes) != all.Check:
				return Sample{}, errors.New("two maps of the same keys answer differently")
			}
			all.CPU += cpu
			all.Wall += wall
			all.Check = int64(yes)
			if least[i] == 0 || cpu < least[i] {
				least[i] = cpu
			}
		}
		return all, nil
	}
	p.Late = func() string {
		ns := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / float64(one) }
		low, high := ns(slices.Min(least)), ns(slices.Max(least))
		slow := 0
		for _, d := range least {
			if ns(d) > (low+high)/2 {
				slow++
			}
		}
		return fmt.Sprintf("mean of %d instances; their minima go from %.1f to %.1f ns, %d in the slower half of that range",
			len(maps), low, high, slow)
	}
}

func (m goMap) Contains(key string) bool { _, ok := m[key]; return ok }

// Bits is 0: a map has no nominal size.
func (m goMap) Bits() float64 { return 0 }

func (m goMap) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if _, ok := m[text[start:end]]; ok {
			n++
		}
		start = end
	}
	return n
}
