package harness

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/machine"
	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// dry prints the plan of a run, or of what is left of one that --resume names, and
// whether there is room for it.
func (r *Run) dry(ctx context.Context, bench experiment.Bench, meta *runfolder.Meta, session *runfolder.Session) error {
	var begun *runfolder.Run
	if r.Resume != "" {
		var err error
		if begun, err = runfolder.Open(r.Resume); err != nil {
			return err
		}
		if what := runfolder.Differs(&begun.Meta, meta); what != "" && !r.complete {
			return fmt.Errorf("%s cannot be resumed: %s%s", r.Resume, what, r.missingFiles(&begun.Meta))
		}
	}
	d := dryRun{Run: r, bench: bench, meta: meta, begun: begun}
	if err := d.describe(ctx); err != nil {
		return err
	}
	for _, remark := range remarks(meta, session) {
		d.text.WriteString(remark + "\n")
	}
	if session.Resolution != 0 && session.Calibration != "" {
		d.text.WriteString(session.Calibration + "\n")
	}
	_, err := io.WriteString(r.Stdout, table.Hanging(d.text.String(), "            ", table.ColumnsOf(r.Stdout)))
	return errors.Join(err, d.lacks)
}

// dryRun is the plan of a run in words.
type dryRun struct {
	*Run
	bench experiment.Bench
	meta  *runfolder.Meta
	begun *runfolder.Run // nil for a new run
	text  strings.Builder
	lacks error // what the run lacks to be carried out
}

// readable are the values of an axis as --eps and its like take them, counts in groups of digits.
func readable(a axis.Axis) []string {
	if a.Kind != axis.CountKind {
		return a.Values
	}
	list := make([]string, len(a.Values))
	for i, v := range a.Values {
		list[i] = a.Label(v)
	}
	return list
}

// planned reports whether a plan measures anything at a value on an axis.
func planned(plan experiment.Plan, axis int, value string) bool {
	for s := range plan.Kinds() {
		if s.Cell.Point.Value(axis) == value {
			return true
		}
	}
	return false
}

// line adds a line to the plan.
func (d *dryRun) line(name, format string, args ...any) {
	fmt.Fprintf(&d.text, "%-11s %s\n", name, fmt.Sprintf(format, args...))
}

func (d *dryRun) describe(ctx context.Context) error {
	plan, m := d.bench.Plan(0), d.meta
	if _, err := plan.Weight(); err != nil {
		return err
	}
	d.line("experiment", "%s, design %s, seed %d", m.Experiment, m.Design, m.Seed)
	filters := strings.Join(m.Filters, ", ")
	if len(m.Baselines) > 0 {
		filters += "; baselines " + strings.Join(m.Baselines, ", ")
	}
	d.line("filters", "%s", filters)
	for i, a := range m.Axes {
		a.Values = slices.DeleteFunc(slices.Clone(a.Values), func(v string) bool { return !planned(plan, i, v) })
		if len(a.Values) > 0 {
			d.line(a.Symbol(), "%s", strings.Join(readable(a), " "))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.Parameters)) {
		d.line(name, "%s", m.Parameters[name])
	}
	d.line("repetitions", "%d", m.Reps)
	for _, in := range m.Inputs {
		d.line(in.Role, "%s", report.DescribeInput(in))
	}
	d.text.WriteString(countSteps(plan, m.Design) + "\n")
	all, err := experiment.Left(d.bench, nil, nil)
	if err != nil {
		return err
	}
	left := all
	if d.begun != nil {
		if left, err = experiment.Left(d.bench, d.begun, runfolder.States(d.begun.Dir)); err != nil {
			return err
		}
		if d.complete {
			left = &experiment.Remaining{}
		}
		d.line("left", "%s of %s %s", axis.Grouped(int(left.Rows)), axis.Grouped(int(all.Rows)), Counts(m.Design))
	}
	if err := d.duration(ctx, all, left); err != nil {
		return err
	}
	d.room(ctx, left)
	return nil
}

// duration says how long the run takes, and the rest of one that was begun.
func (d *dryRun) duration(ctx context.Context, all, left *experiment.Remaining) error {
	took, err := d.predict(ctx)
	if errors.Is(err, errUnpredictable) {
		d.line("duration", "%v", err)
		return nil
	}
	if err != nil {
		return err
	}
	whole := took
	if d.begun != nil {
		took = experiment.Seconds(took.Seconds() * float64(left.Steps) / float64(max(1, all.Steps)))
	}
	text := "about " + took.Round(time.Second).String()
	if took >= experiment.Seconds(1e10) {
		text = "more than a life"
	}
	if d.begun != nil {
		text += " of " + whole.Round(time.Second).String()
	}
	text += ", by one measurement of each kind"
	switch limit := d.precision.time; {
	case d.precision.resolve.Value > 0:
		text += fmt.Sprintf("; --resolve=%s decides on the rounds after a look at some", Percent(d.precision.resolve))
	case limit > 0 && limit < took:
		text += fmt.Sprintf("; --time=%s ends it before", limit)
	}
	if d.precision.layouts.Value > 0 {
		text += "; the builds of --layouts and their warm-ups come on top"
	}
	if d.precision.against.given() {
		text += fmt.Sprintf("; --against measures two builds, in pairs of processes of a second or more each, %d pairs or more", min(leastParts, d.meta.Reps))
	}
	d.line("duration", "%s", text)
	return nil
}

// errUnpredictable says that an experiment can only be carried out.
var errUnpredictable = errors.New("not known: no step of this experiment can be measured by itself")

// predict asks the experiment, or measures a round of it.
func (d *dryRun) predict(ctx context.Context) (time.Duration, error) {
	if p, ok := d.bench.(experiment.Predictor); ok {
		return p.Predict(ctx)
	}
	if _, ok := d.bench.(experiment.Stateful); ok { // its steps belong to a run's folder
		return 0, errUnpredictable
	}
	return experiment.Predict(ctx, d.bench, d.bench.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		s.Round = min(s.Round, 1)
		return s, 1
	})
}

// Bytes on the disk.
const (
	bytesPerRow  = 100       // of measurements.csv, on average
	bytesDerived = 4_000_000 // tables, figures and page together, at most
)

// room says where the run is written, what it takes of disk and memory, and what there
// is.
func (d *dryRun) room(ctx context.Context, left *experiment.Remaining) {
	dir := filepath.Join(d.out, cmp.Or(d.name, "<UTC time>-"+d.meta.Experiment))
	if d.begun != nil {
		dir = d.begun.Dir
	}
	d.line("folder", "%s", dir)
	rows := float64(left.Rows) * bytesPerRow
	text := fmt.Sprintf("about %s of measurements, up to %s of tables and figures", sizeText(rows), sizeText(bytesDerived))
	existing, err := runfolder.CheckParent(filepath.Dir(dir))
	if err == nil {
		if free, ok := machine.FreeDisk(ctx, existing); ok {
			text += "; " + sizeText(float64(free)) + " free"
			err = enough(rows+bytesDerived, free)
		}
	}
	if err != nil {
		d.lacks = fmt.Errorf("--out=%s: %w", d.out, err)
	}
	d.line("disk", "%s", text)
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	text = fmt.Sprintf("%s taken by now, inputs included", sizeText(float64(mem.Sys)))
	if free := machine.Describe(ctx).FreeBytes; free > 0 {
		text += "; " + sizeText(float64(free)) + " free"
	}
	d.line("memory", "%s", text)
	if runfolder.Busy(filepath.Dir(dir)) {
		d.line("busy", "another run is being written into %s: 'hyphbench status' shows how far it is", filepath.Dir(dir))
	}
}

// enough says that a disk has too little room.
func enough(takes float64, free uint64) error {
	if takes > float64(free) {
		return fmt.Errorf("the run takes up to %s, but only %s are free there: want more space, or another folder", sizeText(takes), sizeText(float64(free)))
	}
	return nil
}

// sizeText writes bytes to three digits: "1.23 MB".
func sizeText(bytes float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}} {
		if v := bytes / unit.size; v >= 1 {
			switch {
			case v >= 100:
				return fmt.Sprintf("%.0f %s", v, unit.name)
			case v >= 10:
				return fmt.Sprintf("%.1f %s", v, unit.name)
			}
			return fmt.Sprintf("%.2f %s", v, unit.name)
		}
	}
	return fmt.Sprintf("%.0f bytes", bytes)
}

// countSteps is the number of measurements of a plan that has a weight, in all
// and of every metric. Those of a simulation are rows: nothing is measured.
func countSteps(plan experiment.Plan, design string) string {
	var recorded, warmUp int64
	atMost := "" // where steps may have no value, which nobody knows before
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
		if s.Optional {
			atMost = "at most "
		}
		if perMetric[s.Cell.Metric] == 0 {
			metrics = append(metrics, s.Cell.Metric)
		}
		perMetric[s.Cell.Metric] += times
	}
	var b strings.Builder
	if design == runfolder.Simulation {
		fmt.Fprintf(&b, "rows        %s at most:", axis.Grouped(int(recorded)))
	} else {
		fmt.Fprintf(&b, "measures    %s%s, and %s to warm up:", atMost, axis.Grouped(int(recorded)), axis.Grouped(int(warmUp)))
	}
	for _, m := range metrics {
		fmt.Fprintf(&b, " %s %s", m, axis.Grouped(int(perMetric[m])))
	}
	return b.String()
}
