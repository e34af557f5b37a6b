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
	message, err := p.receive()
	if err != nil {
		return a, err
	}
	theirs, err := difference.ParseStrata(message, p.seed)
	if err != nil {
		return a, err
	}
	a.estimate, err = p.strata().Estimate(theirs)
	return a, err
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
	message, err := p.receive()
	if err != nil {
		return a, err
	}
	theirs, err := difference.ParseCounters(message, p.seed)
	if err != nil {
		return a, err
	}
	a.estimate = p.counters(theirs.Cells()).Estimate(theirs)
	return a, nil
}
