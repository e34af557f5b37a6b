package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// AsRatios gives the pooled ratios of one metric of a whole run the p that Filters has for them:
// one question has one answer, whatever the screen. Those of what is no time keep their own.
func (c *Comparison) AsRatios(s *report.Summary, verdicts []claim.Result) {
	all, err := Filters(s, c.A, verdicts)
	if err != nil {
		return
	}
	for i := range c.Metrics {
		at := slices.IndexFunc(all.Metrics, func(m Metric) bool { return m.Name == c.Metrics[i].Name })
		if at < 0 {
			continue
		}
		c.Tests = all.Tests
		for j := range c.Metrics[i].Pooled {
			for _, p := range all.Metrics[at].Pooled {
				if own := &c.Metrics[i].Pooled[j]; own.Filter == p.Filter {
					own.P, own.Claim = p.P, p.Claim
				}
			}
		}
	}
}

// Pool are the pooled ratios of one metric within a run, as Filters has them of
// times: of every structure to a reference, "" for the first one. The metric may
// be any whose values are above 0, such as a size; its ratios are a family of
// tests of their own.
func Pool(s *report.Summary, name runfolder.Metric, reference string) (*Comparison, error) {
	return pool(s, name, reference, false)
}

// PoolShared is Pool over the points of Levels: those that all structures have.
func PoolShared(s *report.Summary, name runfolder.Metric, reference string) (*Comparison, error) {
	return pool(s, name, reference, true)
}

func pool(s *report.Summary, name runfolder.Metric, reference string, shared bool) (*Comparison, error) {
	m := s.Metric(name)
	if m == nil {
		return nil, fmt.Errorf("the run has no measurement of %q", name)
	}
	t := &times{Data: claim.Data{Summary: s}}
	for _, c := range m.Cells {
		if c.Min > 0 {
			t.order = append(t.order, c.Cell)
		}
	}
	if shared {
		t.order = t.atCommon()
	}
	all := t.filtersOf(t.order)
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no values to compare", name)
	}
	if reference == "" {
		reference = all[0]
	}
	if !slices.Contains(all, reference) {
		return nil, fmt.Errorf("the run has no %s of %q: want one of %s", name, reference, strings.Join(all, ", "))
	}
	c := &Comparison{Meta: s.Meta, A: reference, Resolution: s.Meta.Resolution(), Withheld: m.Timed() && s.Meta.Design == runfolder.AsThesis}
	out := Metric{Name: name, Title: m.Title, Scale: m.Scales[0]}
	var failed []error
	for _, filter := range all {
		var own, refs []runfolder.Cell
		for _, k := range t.order {
			if ref, ok := t.opposite(k, reference); ok && k.Filter == filter {
				own, refs = append(own, k), append(refs, ref)
			}
		}
		if len(own) == 0 {
			continue
		}
		pooled, on, err := t.pool(own, refs)
		ratio := ratioOf(pooled)
		if why := s.NotPooled(); err == nil && math.IsNaN(ratio.Value) {
			err = errors.New(cmp.Or(why, fmt.Sprintf("want %d machines with %d rounds or more", stats.LeastPooled, stats.LeastRounds)))
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s of %s to %s: %w", name, filter, reference, err))
			continue
		}
		out.Pooled = append(out.Pooled, Pooled{Filter: filter, Cells: len(own), Ratio: ratio, On: on})
	}
	if len(out.Pooled) == 0 {
		return nil, cmp.Or(slices.Concat(failed, []error{errors.New("no structure can be compared with " + reference)})...)
	}
	for _, err := range failed {
		c.Notes = append(c.Notes, err.Error())
	}
	c.Metrics = []Metric{out}
	c.correct()
	return c, nil
}
