package runfolder

import (
	"slices"
	"time"
)

// Found is a run with its folder.
type Found struct {
	Dir  string
	Meta *Meta
}

// Latest chooses of what lies in one folder the runs that are to be merged: those of the
// measurement that was begun last, as of a second sweep into the folder of a first one.
// The others are left out, one list for each measurement.
//
// It leaves out none where that could lose something without a word: where neither the
// latest measurement nor every other one has all of its rounds, they may be one that was
// meant, such as by nodes with two builds of the program. Merge then says in what they
// differ.
func Latest(all []Found) (latest []Found, others [][]Found) {
	groups := measurements(all)
	if len(groups) < 2 {
		return all, nil
	}
	slices.SortStableFunc(groups, func(a, b []Found) int { return begun(b).Compare(begun(a)) })
	if !whole(groups[0]) && slices.ContainsFunc(groups[1:], func(g []Found) bool { return !whole(g) }) {
		return all, nil
	}
	return groups[0], groups[1:]
}

// Difference says in what the runs of one list differ from those of another.
func Difference(a, b []Found) string { return differ(a[0].Meta, b[0].Meta) }

// measurements divides runs into those of one measurement each.
func measurements(all []Found) (groups [][]Found) {
	for _, f := range all {
		i := slices.IndexFunc(groups, func(g []Found) bool { return differ(f.Meta, g[0].Meta) == "" })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	return groups
}

// begun is when the run was that is the latest.
func begun(group []Found) (t time.Time) {
	for _, f := range group {
		if start := f.Meta.Start(); start.After(t) {
			t = start
		}
	}
	return t
}

// whole reports whether the runs have all rounds, whole.
func whole(group []Found) bool {
	rounds := map[int]bool{}
	for _, f := range group {
		for _, round := range (&part{meta: f.Meta}).covers() {
			rounds[round] = true
		}
	}
	return len(rounds) == group[0].Meta.Reps
}
