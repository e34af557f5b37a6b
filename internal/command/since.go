package command

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"hyphbench/internal/report/compare"
	"hyphbench/internal/runfolder"
)

// changesShown bounds the changes that are named.
const changesShown = 3

// since says what changed between the run and the newest finished one before it, beside it, of
// the same parameters and inputs on the same machine. It is empty where there is none, and of
// a run in which nothing is timed.
func (p Program) since(r *reading) (string, error) {
	parent, own := filepath.Dir(filepath.Clean(r.Run.Dir)), r.Run.Meta
	before, err := runfolder.Newest(parent, func(dir string, m *runfolder.Meta) bool {
		return m.State == runfolder.Finished && m.Start().Before(own.Start()) && !runfolder.IsExample(dir) &&
			machineOf(m) == machineOf(&own) && runfolder.OtherThanRounds(m, &own) == ""
	})
	if errors.Is(err, runfolder.ErrNoRun) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	was, err := p.reread(before)
	if err != nil {
		return "", err
	}
	c, err := compare.Runs(was.Summary, r.Wide, false)
	if errors.Is(err, compare.ErrDiffer) { // nothing is timed twice
		return "", nil
	}
	name := "since " + filepath.Base(before) + ": "
	if err != nil { // counts that differ without a cause
		return name + err.Error(), nil
	}
	var changed []string
	ratios, widest := 0, 0.0
	for _, m := range c.Metrics {
		for _, ratio := range m.Pooled {
			ratios++
			widest = max(widest, math.Log(ratio.CI.High/ratio.CI.Low)/2)
			if ratio.Separated() {
				changed = append(changed, fmt.Sprintf("%s of %s %+.3g %% [%+.3g, %+.3g]", m.Name, ratio.Filter,
					100*(ratio.Value-1), 100*(ratio.CI.Low-1), 100*(ratio.CI.High-1)))
			}
		}
	}
	if len(changed) == 0 {
		return fmt.Sprintf("%snone of %d times is separated; the widest interval is ±%.2g %%", name, ratios, 100*math.Expm1(widest)), nil
	}
	if more := len(changed) - changesShown; more > 0 {
		changed = append(changed[:changesShown], fmt.Sprintf("and %d more", more))
	}
	return name + strings.Join(changed, ", "), nil
}

// machineOf is the machine of the first session; empty where it is not recorded.
func machineOf(m *runfolder.Meta) string {
	if len(m.Sessions) == 0 || m.Sessions[0].Machine == nil {
		return ""
	}
	return m.Sessions[0].Machine.Line()
}
