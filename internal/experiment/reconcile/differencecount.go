package reconcile

import "hyphbench/internal/filter/difference"

// A sends what B estimates the number of differences from, by comparing it with its own.

func (p *peer) strata() *difference.Strata {
	s := difference.NewStrata(p.seed)
	for _, k := range p.keys {
		s.Insert(k)
	}
	return s
}

func sendStrata(p *peer) (outcome, error) { return outcome{}, p.send(p.strata().AppendBinary(nil)) }

func takeStrata(p *peer) (a outcome, err error) {
	a.estimate, err = p.estimate()
	return a, err
}

// estimate is how many keys differ, by the strata that the other peer sends.
func (p *peer) estimate() (float64, error) {
	theirs, err := received(p, func(message []byte) (*difference.Strata, error) { return difference.ParseStrata(message, p.seed) })
	if err != nil {
		return 0, err
	}
	return p.strata().Estimate(theirs)
}

func (p *peer) counters(cells int) *difference.Counters {
	c := difference.NewCounters(cells, p.seed)
	for _, k := range p.keys {
		c.Insert(k)
	}
	return c
}

// A counter for each key of A.
func sendCounters(p *peer) (outcome, error) {
	return outcome{}, p.send(p.counters(len(p.keys)).AppendBinary(nil))
}

func takeCounters(p *peer) (a outcome, err error) {
	theirs, err := received(p, func(message []byte) (*difference.Counters, error) { return difference.ParseCounters(message, p.seed) })
	if err != nil {
		return a, err
	}
	a.estimate = p.counters(theirs.Cells()).Estimate(theirs)
	return a, nil
}
