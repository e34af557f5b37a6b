package thesis

import (
	"math/rand/v2"
	"slices"

	"hyphbench/internal/experiment"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// timed measures a step's cell: with all that it is compared with, at the first of these in a
// round, so that a disturbance falls on all. In the thesis's order it is alone, and a section is
// one repetition, with the garbage collector; so it is, without the collector, where work asks
// the store of --store.
func (b *bench) timed(s experiment.Step) (*experiment.Measurement, error) {
	if m, ok := b.ahead[s.Cell]; ok {
		delete(b.ahead, s.Cell)
		return m.Measurement, m.err
	}
	job, err := b.job(s)
	if err != nil {
		return nil, err
	}
	if b.asksOutside(s) {
		return b.onStore(s, job.Ops, job.Once)
	}
	if b.design == runfolder.AsThesis {
		sec := timing.Measure(false, func() { err = job.Once() })
		if err != nil {
			return nil, err
		}
		return measuring.Timed(sec, job.Ops), nil
	}
	if err := b.warm(s.Cell, job.Once); err != nil {
		return nil, err
	}
	if s.Round < 1 {
		return b.timer.Measure(s.Cell, job.Ops, job.Once)
	}
	b.together(s)
	return b.timed(s)
}

// measured is a cell's measurement or its error.
type measured struct {
	*experiment.Measurement
	err error
}

// together measures cells that have the step's metric ahead, its own among them. Passes are
// those of all groups: the first to read a part of the list has it from a slower cache than
// the others, and one of two would be that more often than one of five. So are constructions,
// but for the memory that they take.
func (b *bench) together(s experiment.Step) {
	compared := b.all
	if s.Cell.Metric == Init || s.Cell.Metric == metric.Build {
		compared = b.set(s)
	}
	if s.Cell.Metric == Init && !has(compared, NoExceptions, "") { // which the others begin with
		compared = append(compared, group{withoutExceptions()})
	}
	var groups [][]int // of the jobs
	var jobs []measuring.Job
	for _, g := range compared {
		var group []int
		for _, v := range g {
			for _, step := range v.steps(s.Round, s.Cell.Metric) {
				if b.asksOutside(step) || inNode(step.Cell.Filter) {
					continue
				}
				b.visit(step)
				job, err := b.job(step)
				if err != nil {
					b.ahead[step.Cell] = measured{err: err}
					continue
				}
				group = append(group, len(jobs))
				jobs = append(jobs, job)
			}
		}
		groups = append(groups, group)
	}
	b.visit(s)
	random := rand.New(rand.NewPCG(experiment.RoundSeed(b.seed, s.Round), uint64(rateAt(s.Cell.Point))))
	list, errs := b.timer.Together(jobs, func() []int { return byGroup(groups, random) })
	for i, j := range jobs {
		b.ahead[j.Cell] = measured{list[i], errs[i]}
	}
}

// set are the groups that constructions of the step's cell are measured with. All that their
// sections make stays until the last is done, so that there are fewer of large files.
func (b *bench) set(s experiment.Step) []group {
	const memory, cells = 256 << 20, 64
	most := int(min(max(1, memory/max(1, b.loaded)), cells))
	random := rand.New(rand.NewPCG(experiment.RoundSeed(b.seed, s.Round), 1))
	for _, set := range sets(b.all, most, random) {
		if has(set, s.Cell.Filter, s.Cell.Point) {
			return set
		}
	}
	return nil
}

// has reports whether a cell is one of those of the groups.
func has(groups []group, filter string, at runfolder.Point) bool {
	return slices.ContainsFunc(groups, func(g group) bool {
		return slices.ContainsFunc(g, func(v visit) bool { return v.cell.Filter == filter && v.cell.Point == at })
	})
}

// sets are the groups in random order, as many in a set as have most cells; a group of more is
// cut itself.
func sets(groups []group, most int, random *rand.Rand) (list [][]group) {
	cells := most
	for _, at := range random.Perm(len(groups)) {
		for g := range slices.Chunk(groups[at], most) {
			if cells += len(g); cells > most {
				list, cells = append(list, nil), len(g)
			}
			list[len(list)-1] = append(list[len(list)-1], g)
		}
	}
	return list
}

// byGroup is a random order of groups and of the members of each.
func byGroup[E any, G ~[]E](groups []G, random *rand.Rand) (order []E) {
	for _, g := range random.Perm(len(groups)) {
		for _, i := range random.Perm(len(groups[g])) {
			order = append(order, groups[g][i])
		}
	}
	return order
}

// job is what is timed of the step's cell, which is visited.
func (b *bench) job(s experiment.Step) (measuring.Job, error) {
	j := measuring.Job{Cell: s.Cell, Ops: 1, Parts: 1}
	var err error
	c := b.current
	switch s.Cell.Metric {
	case Init:
		shared, own := b.initialise(c)
		stages := slices.Concat(shared, own)
		if b.design != runfolder.AsThesis && len(own) > 0 {
			// The patterns are the same work whatever the filter, seven tenths of the time: read
			// once for all they add no noise to what filters differ in.
			stages, j.Begins = own, &runfolder.Cell{Filter: NoExceptions, Metric: Init}
		}
		j.Parts, j.Do = len(stages), func(stage int) error { return stages[stage]() }
		return j, nil
	case metric.Build:
		j.Do = func(int) error { _, err := b.construct(c); return err }
		return j, nil
	case QueryFull:
		c, err = b.fullInstance()
	default:
		c, err = b.instance()
	}
	if err != nil {
		return j, err
	}
	j.Ops = b.words.Len()
	if s.Cell.Metric == Hyphenate {
		words := b.parts(s, b.words)
		j.Parts, j.Do = len(words), b.pass(c, words...)
	} else {
		words := b.parts(s, b.lower)
		j.Parts, j.Do = len(words), b.query(c, words...)
	}
	return j, nil
}

// parts are the lists of a pass, which sections are cut between: one of all words where a
// section is not cut.
func (b *bench) parts(s experiment.Step, list *wordlist.List) []*wordlist.List {
	const words = 1 << 13 // some tenths of a millisecond
	if b.design == runfolder.AsThesis || b.asksOutside(s) {
		return []*wordlist.List{list}
	}
	if b.cut[list] == nil {
		b.cut[list] = list.Parts(words)
	}
	return b.cut[list]
}

// warm does the work once without a clock where a metric of a group begins. The section
// before was another metric's and has left other data in the caches: a pass took 5 % longer
// there than behind a pass.
func (b *bench) warm(cell runfolder.Cell, work func() error) error {
	cell.Filter = ""
	if b.warmed == cell {
		return nil
	}
	b.warmed = cell
	return work()
}
