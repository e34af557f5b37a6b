package runfolder

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// UnfinishedError is the error of a merge of runs that are not finished.
type UnfinishedError struct{ Runs []UnfinishedRun }

// UnfinishedRun is one of these.
type UnfinishedRun struct {
	Dir     string
	Meta    *Meta
	Active  bool   // a process measures it at this moment
	Instead string // a finished run that has its rounds; empty: none
}

func (e *UnfinishedError) Error() string {
	return e.Text(func(u UnfinishedRun) string { return "hyphbench run --resume=" + u.Dir })
}

// mostNamed is the number of runs that one error names.
const mostNamed = 4

// Text is the error with the command that resumes each run.
func (e *UnfinishedError) Text(resume func(UnfinishedRun) string) string {
	var list []string
	cure := "; or take what there is with --partial"
	for i, u := range e.Runs {
		text := u.Dir + ofShard(u.Meta)
		switch {
		case u.Active:
			text += " is being measured: wait until it is finished"
		case u.Instead != "":
			text += fmt.Sprintf(" is not finished (%s), and %s has its rounds: move %s away", u.Meta.State, u.Instead, u.Dir)
			cure = "" // its rows would be there twice
		default:
			text += fmt.Sprintf(" is not finished (%s): resume it with '%s'", u.Meta.State, resume(u))
		}
		if i < mostNamed {
			list = append(list, text)
		}
	}
	if more := len(e.Runs) - mostNamed; more > 0 {
		list = append(list, fmt.Sprintf("%d more are not finished", more))
	}
	return strings.Join(list, "; ") + cure
}

// finished finds the parts that are not.
func (m *merge) finished() error {
	whole := map[int]string{} // folders
	for _, p := range m.parts {
		for _, round := range p.covers() {
			whole[round] = p.dir
		}
	}
	var e UnfinishedError
	for _, p := range m.parts {
		if p.meta.State == Finished {
			continue
		}
		u := UnfinishedRun{Dir: p.dir, Meta: p.meta, Active: Active(p.dir)}
		for _, round := range p.meta.Shard.Rounds(p.meta.Reps) {
			if u.Instead = whole[round]; u.Instead == "" {
				break
			}
		}
		e.Runs = append(e.Runs, u)
	}
	if len(e.Runs) == 0 {
		return nil
	}
	return &e
}

func ofShard(m *Meta) string {
	if m.Shard == nil {
		return ""
	}
	return fmt.Sprintf(" (shard %v)", *m.Shard)
}

// rounds finds the rounds that two parts have whole, or none.
func (m *merge) rounds(whole *Meta, partial bool) error {
	for _, p := range m.parts {
		for _, round := range p.covers() {
			if err := m.own(round, p); err != nil {
				return err
			}
		}
	}
	for round := 1; round <= whole.Reps; round++ {
		if m.owner[round] == nil {
			m.meta.Missing = append(m.meta.Missing, round)
		}
	}
	if len(m.meta.Missing) > 0 && !partial {
		return fmt.Errorf("of %d rounds %s are missing: want %s, or --partial", whole.Reps, Ranges(m.meta.Missing), m.lacks(whole.Reps))
	}
	return nil
}

// covers are the rounds that a run has whole. Of one that is not finished none is known
// to be, since its order may be any; nor of one that was merged without all of a round.
// Rows of these rounds it may have: own sees them when they are copied.
func (p *part) covers() (list []int) {
	if p.meta.State != Finished {
		return nil
	}
	for _, round := range p.meta.Shard.Rounds(p.meta.Reps) {
		if _, missing := slices.BinarySearch(p.meta.Missing, round); !missing {
			list = append(list, round)
		}
	}
	return list
}

// own says that a part has rows of a round, and refuses the round of another part: these
// rows would be there twice, and nothing would show it.
func (m *merge) own(round int, p *part) error {
	if round < 1 || round == p.round {
		return nil
	}
	other := m.owner[round]
	if other != nil && other != p {
		return twice(round, other, p)
	}
	m.owner[round], p.round = p, round
	return nil
}

// twice is the error of a round that two parts have rows of.
func twice(round int, a, b *part) error {
	if a.dir > b.dir { // the same error in whatever order they were named
		a, b = b, a
	}
	cure := "leave one of them out"
	unfinished := slices.DeleteFunc([]*part{a, b}, func(p *part) bool { return p.meta.State == Finished })
	cut := slices.DeleteFunc([]*part{a, b}, func(p *part) bool { return len(p.meta.Missing) == 0 })
	switch {
	case len(cut) > 0:
		cure = fmt.Sprintf("%s was merged without all rows of its rounds: merge the shards that it was made of in its place", cut[0].dir)
	case len(unfinished) > 0:
		less := slices.MinFunc(unfinished, func(a, b *part) int { return cmp.Compare(a.meta.Rows, b.meta.Rows) })
		cure = fmt.Sprintf("move %s away, which is not finished", less.dir)
	}
	return fmt.Errorf("round %d is in %s%s and in %s%s: want it once: %s", round, a.dir, ofShard(a.meta), b.dir, ofShard(b.meta), cure)
}

// lacks names the shards that the missing rounds are: those that have no other rounds,
// which would be there twice.
func (m *merge) lacks(reps int) string {
	var of []int
	for _, s := range m.sessions {
		if s.Shard != nil {
			of = append(of, s.Shard.Of)
		}
	}
	slices.Sort(of)
	missing := slices.Clone(m.meta.Missing)
	var list []string
	for _, n := range slices.Compact(of) {
		for index := range n {
			shard := Shard{index, n}
			rounds := shard.Rounds(reps)
			if len(rounds) > 0 && !slices.ContainsFunc(rounds, func(round int) bool { return !slices.Contains(missing, round) }) {
				list = append(list, "--shard="+shard.String())
				missing = slices.DeleteFunc(missing, shard.Has)
			}
		}
	}
	if len(missing) > 0 {
		list = append(list, "runs that have "+Ranges(missing))
	}
	return strings.Join(list, ", ")
}
