package trial

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Experiment is an experiment of a Spec, with its flags.
type Experiment struct {
	spec  Spec
	reps  flagvalue.AtLeast
	quick bool
	run   *Run
}

// New returns the experiment with its flags at the defaults.
func New(spec Spec) *Experiment {
	x := &Experiment{
		spec: spec,
		reps: flagvalue.AtLeast{Value: spec.Reps.Default, Least: spec.Reps.Least, Most: flagvalue.MostRounds, Why: spec.Reps.Why},
		run:  &Run{Seed: 1, Methods: spec.Methods, Parameters: map[string]string{}, axes: map[string]pflag.Value{}},
	}
	x.run.spec = &x.spec
	for _, a := range spec.Axes {
		x.run.order = append(x.run.order, a.Of.AxisName())
		if a.Values != nil {
			continue
		}
		var v pflag.Value
		switch {
		case x.spec.ofWork(a):
			v = &spec.Work.N
		case a.Of.Kind() == axis.RateKind && a.One:
			v = &flagvalue.Rate{}
		case a.Of.Kind() == axis.RateKind:
			v = &flagvalue.RateList{}
		case a.Of.Kind() == axis.ShareKind:
			v = &flagvalue.ShareList{}
		default:
			v = &flagvalue.CountList{}
		}
		_ = v.Set(a.Default) // that the defaults parse is tested
		x.run.axes[a.Of.AxisName()] = v
	}
	return x
}

// ofWork reports whether the flag of an axis is that of the numbers of keys.
func (s *Spec) ofWork(a Axis) bool { return s.Work != nil && a.flag() == "n" }

// flag is the name of an axis's flag.
func (a Axis) flag() string {
	switch {
	case a.Flag != "":
		return a.Flag
	case a.Of.AxisName() == axis.Epsilon:
		return "eps"
	}
	return a.Of.AxisName()
}

func (x *Experiment) Name() string  { return x.spec.Name }
func (x *Experiment) Title() string { return x.spec.Title }

// Flags implements experiment.Experiment.
func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.run.given = fs
	if x.spec.Work != nil {
		x.spec.Work.Add(fs)
	}
	for _, a := range x.spec.Axes {
		if a.Values == nil && !x.spec.ofWork(a) {
			fs.Var(x.run.axes[a.Of.AxisName()], a.flag(), a.Usage)
			wrapped(fs, a.flag())
		}
	}
	for _, f := range x.spec.Flags {
		switch v := f.Value.(type) {
		case *flagvalue.StructureList:
			v.AddTo(fs, f.Name, f.Usage)
		case *Switch:
			fs.VarPF(v, f.Name, "", f.Usage).NoOptDefVal = "true"
		default:
			fs.Var(f.Value, f.Name, f.Usage)
			wrapped(fs, f.Name)
		}
		if f.File {
			flagvalue.MarkFiles(fs, f.Name)
		}
	}
	if x.spec.Reps.Usage != "" {
		fs.Var(&x.reps, "reps", x.spec.Reps.Usage)
	}
	if x.spec.Quick != "" {
		fs.BoolVar(&x.quick, "quick", false, x.spec.Quick)
	}
	fs.Uint64Var(&x.run.Seed, "seed", x.run.Seed, x.spec.Seed)
}

// wrapped lets the help wrap a long default at blanks.
func wrapped(fs *pflag.FlagSet, name string) {
	if flag := fs.Lookup(name); len(flag.DefValue) > 60 {
		flag.DefValue = strings.ReplaceAll(flag.DefValue, ",", ", ")
	}
}

// shorten sets flags that were not given, to those of a preset or of --quick.
func (x *Experiment) shorten() error {
	less := map[string]string{}
	if x.quick {
		less = x.less()
	}
	if x.spec.Preset != nil {
		preset, err := x.spec.Preset(x.quick)
		if err != nil {
			return err
		}
		maps.Copy(less, preset)
	}
	return flagvalue.Shorten(x.run.given, less)
}

// less is what --quick makes of the flags.
func (x *Experiment) less() map[string]string {
	less := map[string]string{"reps": x.spec.Reps.Quick}
	for _, a := range x.spec.Axes {
		less[a.flag()] = a.Quick
	}
	for _, f := range x.spec.Flags {
		less[f.Name] = f.Quick
	}
	for name, value := range less {
		if value == "" {
			delete(less, name)
		}
	}
	return less
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if err := x.shorten(); err != nil {
		return nil, err
	}
	x.run.Reps, x.run.Quick, x.run.Context = x.reps.Value, x.quick, ctx
	if x.spec.Work != nil {
		var err error
		if x.run.Work, err = x.spec.Work.Load(); err != nil {
			return nil, err
		}
		x.spec.Work.N.Values = x.run.Work.Sizes() // that of the user's keys, if there are any
	}
	if x.spec.Prepare != nil {
		if err := x.spec.Prepare(x.run); err != nil {
			return nil, err
		}
	}
	if x.spec.Own != nil {
		return x.spec.Own(ctx, x.run)
	}
	return newBench(ctx, &x.spec, x.run)
}

// timed reports whether any of the metrics is.
func (s *Spec) timed() bool {
	return slices.ContainsFunc(s.Metrics, func(m metric.Definition) bool { return s.times(m.Name) })
}

// times reports whether a metric is timed.
func (s *Spec) times(m runfolder.Metric) bool {
	d, _ := s.metric(m)
	return d.Rows == runfolder.Nanoseconds
}

// sections reports whether a metric is timed in sections: an extreme is one of many times.
func (s *Spec) sections(m runfolder.Metric) bool {
	d, _ := s.metric(m)
	return s.times(m) && !d.Extreme
}

// columned reports whether rows have the columns of sections.
func (s *Spec) columned() bool { return s.Columned || s.timed() }

// metric is the definition of a metric.
func (s *Spec) metric(name runfolder.Metric) (metric.Definition, bool) {
	for _, m := range s.Metrics {
		if m.Name == name {
			return m, true
		}
	}
	return metric.Definition{}, false
}

// Refuses implements experiment.Refusing.
func (x *Experiment) Refuses() map[string]string {
	if x.spec.timed() {
		return x.spec.Refuses
	}
	list := experiment.RefusesAsUntimed()
	maps.Copy(list, x.spec.Refuses)
	return list
}

// split cuts the help before its first example.
func (s *Spec) split() (long, example string) {
	const command = "\n  hyphbench "
	long, example, found := strings.Cut(s.Help, command)
	if !found {
		return strings.TrimRight(long, "\n"), ""
	}
	return strings.TrimRight(long, "\n"), strings.TrimRight(command[1:]+example, "\n")
}

// Long implements experiment.Documented. Without a help it is the title.
func (x *Experiment) Long() string {
	if x.spec.Help == "" {
		return x.spec.Title
	}
	long, _ := x.spec.split()
	return long
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string { _, example := x.spec.split(); return example }

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	r := experiment.Reading{
		Metrics: x.spec.Metrics, Claims: x.spec.Claims, Figures: x.spec.Figures, Headlines: x.spec.Headlines,
		Structures: map[string]string{}, Baselines: map[string]string{}, Portuguese: metric.Portuguese(x.spec.Metrics, x.spec.Words),
	}
	for _, a := range x.spec.Axes {
		if a.About != "" {
			r.Columns = append(r.Columns, runfolder.Field{Name: a.Of.AxisName(), Type: columnType(a.Of.Kind()), Description: a.About})
		}
	}
	r.Columns = append(r.Columns, x.spec.Columns...)
	for _, m := range x.spec.Methods {
		if m.Title.EN == "" {
			continue
		}
		if m.Baseline {
			r.Baselines[m.Name] = m.Title.EN
		} else {
			r.Structures[m.Name] = m.Title.EN
		}
		if m.Title.PT != "" {
			r.Portuguese[m.Title.EN] = m.Title.PT
		}
	}
	return r
}

// columnType is that of a column of datapackage.json.
func columnType(k axis.Kind) string {
	switch k {
	case axis.CountKind:
		return "integer"
	case axis.NameKind:
		return "string"
	}
	return "number"
}
