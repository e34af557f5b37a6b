package main

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"time"
	"unsafe"

	"hyphbench/internal/axis"
	"hyphbench/internal/heapmemory"
	"hyphbench/internal/machine"
	"hyphbench/internal/wordlist"
)

// epsilon is the target false-positive rate of every filter with that parameter.
const epsilon = 0.01

// askedEpsilon is epsilon in the table.
const askedEpsilon = "ε = 1 %"

// Membership is a filter of a peer.
type Membership interface {
	Contains(key string) bool
	// Count is the number of admitted words. Each peer has a loop of its own, which
	// calls its method directly. No query waits for the answer to another.
	Count(words *wordlist.List) int
	// Bits is the nominal size: the filter's array alone.
	Bits() float64
}

// filterPeer describes a filter; participants makes its rows, two for each set of
// keys.
type filterPeer struct {
	name    string
	version string
	own     bool
	kind    Kind
	setting string // target ε, or the fixed size
	note    string
	build   func(keys []string) (Membership, error)

	// buildOf replaces build where the filter depends on more than the keys.
	buildOf func(set *KeySet) (Membership, error)
	// varies says that construction draws at random: two filters of the same keys
	// may admit different negatives.
	varies bool
	// mayLose says that the filter may deny keys, by design.
	mayLose bool
}

func (f filterPeer) participants(in *Input) ([]*Participant, error) {
	var all []*Participant
	for _, set := range in.Sets {
		rows, err := f.of(in, set)
		switch {
		case err != nil && !set.Fresh && !f.own:
			return nil, err
		case err != nil: // its other figures, or hyphbench's other structures, stay
			query, build := f.row(set.Query), f.row(set.Build)
			query.Problem, build.Problem = err, err
			rows = []*Participant{&build, &query}
		}
		all = append(all, rows...)
	}
	return all, nil
}

func (f filterPeer) row(figure Figure) Participant {
	return Participant{Figure: figure, Name: f.name, Version: f.version, Own: f.own, Kind: f.kind, Setting: f.setting, MayLose: f.mayLose}
}

func (f filterPeer) make(set *KeySet) (Membership, error) {
	if f.buildOf != nil {
		return f.buildOf(set)
	}
	return f.build(set.Keys)
}

// of makes the rows of one set.
func (f filterPeer) of(in *Input, set *KeySet) ([]*Participant, error) {
	built, bytes, err := f.held(set)
	if err != nil {
		return nil, err
	}
	query, build := f.row(set.Query), f.row(set.Build)
	query.Note = f.note
	k := set.affordable(built)
	if k > 1 {
		query.Note = join("; ", f.note, fmt.Sprintf("slow: asked every %s word or key", ordinal(k)))
	}
	asked := set.every(k)
	query.Asked, build.Asked = asked, set
	query.Found = filterErrors(built, asked, k)
	query.Found.Keys = len(set.Keys)
	query.Found.BitsOfKey = some(built.Bits() / float64(len(set.Keys)))
	query.Found.Bytes = some(bytes)
	if set.Fresh {
		f.freshSections(in, set, asked, &build, &query)
		return []*Participant{&build, &query}, nil
	}
	query.Section = in.quiet(asked.Queries.Len(), func() int64 { return int64(built.Count(asked.Queries)) })
	build.Section = in.quiet(len(set.Keys), func() int64 {
		m, err := f.make(set)
		if err != nil || m == nil {
			return 0
		}
		return int64(len(set.Keys))
	})
	return []*Participant{&query, &build}, nil
}

// freshSections builds the filter in each round, queries it, and lets it go.
func (f filterPeer) freshSections(in *Input, set, asked *KeySet, build, query *Participant) {
	var built Membership
	var failed error // of the construction before the query
	build.Fresh, query.Fresh, query.Follows = true, true, true
	build.Section = func() (Sample, error) {
		var err error
		cpu, wall, clockErr := undisturbed(machine.ThreadCPU, func() { built, err = f.make(set) })
		if failed = errors.Join(err, clockErr); failed != nil {
			built = nil
			return Sample{}, failed
		}
		return Sample{CPU: cpu, Wall: wall, Ops: len(set.Keys), Check: int64(len(set.Keys))}, nil
	}
	least := int64(asked.members())
	most := least + int64(*query.Found.FP)
	ask := in.quiet(asked.Queries.Len(), func() int64 { return int64(built.Count(asked.Queries)) })
	query.Section = func() (Sample, error) {
		if built == nil {
			return Sample{}, cmp.Or(failed, errors.New("not built in this round"))
		}
		s, err := ask()
		built = nil
		switch {
		case err != nil || f.mayLose:
		case s.Check < least:
			err = fmt.Errorf("it admits %d words of which %d are keys", s.Check, least)
		case f.varies:
			s.Check = least // only these are admitted every time
		case s.Check != most:
			err = fmt.Errorf("it admits %d words, at first %d", s.Check, most)
		}
		return s, err
	}
}

// held builds the filter and says how many bytes of the heap it keeps. Small ones
// are built several times, in which what else the program allocates is lost.
func (f filterPeer) held(set *KeySet) (built Membership, bytes float64, err error) {
	if !set.Fresh {
		start := time.Now()
		if built, err = f.make(set); err != nil {
			return nil, 0, err
		}
		if time.Since(start) < 10*time.Millisecond {
			return built, heapmemory.Held(func() any {
				m, _ := f.make(set) // built before without error
				return m
			}), nil
		}
	}
	built = nil // before the count
	before := liveHeap()
	built, err = f.make(set)
	after := liveHeap()
	runtime.KeepAlive(built)
	return built, max(0, float64(int64(after-before))), err
}

// liveHeap is the number of bytes in use after a collection.
func liveHeap() uint64 {
	runtime.GC()
	runtime.GC() // the first leaves what is in pools
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// longestPass is the CPU time that a pass over the queries may take. Slower filters
// are asked every k-th word.
const longestPass = 500 * time.Millisecond

// affordable is the k for which a pass over every k-th query is short enough,
// extrapolated from the first few.
func (s *KeySet) affordable(m Membership) (k int) {
	const enough = 5 * time.Millisecond
	runtime.LockOSThread() // for the clock of the thread
	defer runtime.UnlockOSThread()
	before, ok := machine.ThreadCPU()
	if !ok {
		return 1
	}
	for n := 1; n <= s.Queries.Len(); n++ {
		m.Contains(s.Queries.At(n - 1))
		if n&(n-1) != 0 { // the clock costs more than a query
			continue
		}
		if after, _ := machine.ThreadCPU(); after-before >= enough {
			whole := (after - before) * time.Duration(s.Queries.Len()) / time.Duration(n)
			return int((whole + longestPass - 1) / longestPass)
		}
	}
	return 1
}

// ordinal writes a number with its suffix.
func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 && n%10 >= 1 && n%10 <= 3 {
		suffix = [...]string{"st", "nd", "rd"}[n%10-1]
	}
	return axis.Grouped(n) + suffix
}

// leastNegatives is the number of negatives below which no rate is given.
const leastNegatives = 1000

// filterErrors asks all queries of the set and every k-th key once.
func filterErrors(m Membership, set *KeySet, k int) Found {
	fp, fn := 0, 0
	for i := 0; i < len(set.Keys); i += k {
		if !m.Contains(set.Keys[i]) {
			fn++
		}
	}
	for i := range set.Queries.Len() {
		if !set.member[i] && m.Contains(set.Queries.At(i)) {
			fp++
		}
	}
	found := Found{FP: some(fp), FN: some(fn)}
	if n := set.negatives(); n >= leastNegatives || !set.Fresh {
		found.FPRate = some(float64(fp) / float64(n))
	}
	return found
}

// errKeyRefused names the key that a filter refused, which would be a false
// negative.
func errKeyRefused(key string, n int) error {
	return fmt.Errorf("the filter took %d keys and refused %q", n, key)
}

// bytesOf views a string as bytes, for peers with arguments of bytes: their time
// shall have no copy. They neither retain nor change them.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
