package page

import (
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
)

// byMachine are the verdicts and the ratios of each machine of a run on several, and
// over them; none for a run of one.
func (x *index) byMachine(s *report.Summary, verdicts []claim.Result) (list []pageTable) {
	if s.ByMachine() == nil {
		return nil
	}
	if len(verdicts) > 0 {
		list = append(list, plain(claim.MachinesTable(s, verdicts)))
	}
	if c, err := compare.Filters(s, "", verdicts); err == nil {
		list = append(list, x.measured(c.MachinesTable()))
	}
	return list
}
