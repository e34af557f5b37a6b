package command

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// remarks are the notes, warnings and calibration of a run before it is
// measured.
func remarks(m *runfolder.Meta, s *runfolder.Session) []string {
	list := slices.Concat(m.Notes, s.Warnings)
	if s.Calibration != "" {
		list = append(list, s.Calibration)
	}
	return list
}

// describePlan prints the plan of a run.
func describePlan(ctx context.Context, w io.Writer, bench experiment.Bench, meta *runfolder.Meta, session *runfolder.Session) error {
	plan := bench.Plan(0)
	if _, err := plan.Weight(); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "experiment  %s, design %s, seed %d\n", meta.Experiment, meta.Design, meta.Seed)
	fmt.Fprintf(&b, "filters     %s", strings.Join(meta.Filters, ", "))
	if len(meta.Baselines) > 0 {
		fmt.Fprintf(&b, "; baselines %s", strings.Join(meta.Baselines, ", "))
	}
	b.WriteString("\n")
	for _, a := range meta.Axes {
		fmt.Fprintf(&b, "%-11s %s\n", a.Symbol(), strings.Join(a.Values, " "))
	}
	for _, name := range slices.Sorted(maps.Keys(meta.Parameters)) {
		fmt.Fprintf(&b, "%-11s %s\n", name, meta.Parameters[name])
	}
	fmt.Fprintf(&b, "repetitions %d\n", meta.Reps)
	for _, in := range meta.Inputs {
		fmt.Fprintf(&b, "%-11s %s\n", in.Role, report.DescribeInput(in))
	}
	b.WriteString(countSteps(plan) + "\n")
	if p, ok := bench.(experiment.Predictor); ok {
		took, err := p.Predict(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%-11s about %s, by one measurement of each kind\n", "time", took.Round(time.Second))
	}
	for _, remark := range remarks(meta, session) {
		b.WriteString(remark + "\n")
	}
	_, err := io.WriteString(w, table.Hanging(b.String(), "            ", table.ColumnsOf(w)))
	return err
}

// countSteps is the number of measurements of a plan that has a weight, in all
// and of every metric.
func countSteps(plan experiment.Plan) string {
	var recorded, warmUp int64
	perMetric := map[runfolder.Metric]int64{}
	var metrics []runfolder.Metric
	for s, n := range plan.Kinds() {
		times := int64(n)
		if s.To > 0 { // leaves no row
			continue
		}
		if s.Round < 1 {
			warmUp += times
			continue
		}
		recorded += times
		if perMetric[s.Cell.Metric] == 0 {
			metrics = append(metrics, s.Cell.Metric)
		}
		perMetric[s.Cell.Metric] += times
	}
	var b strings.Builder
	fmt.Fprintf(&b, "measures    %d, and %d to warm up:", recorded, warmUp)
	for _, m := range metrics {
		fmt.Fprintf(&b, " %s %d", m, perMetric[m])
	}
	return b.String()
}
