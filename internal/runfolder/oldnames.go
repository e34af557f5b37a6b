package runfolder

import "hyphbench/internal/renamed"

// now gives what a run.json names under old names those of today. Columns stay as they
// stand in the header of measurements.csv, and Argv as it was typed.
func (m *Meta) now() {
	names := renamed.In(m.Experiment)
	if !names.Any() {
		return
	}
	for i, f := range m.Filters {
		m.Filters[i] = names.Now(renamed.Method, f)
	}
	for i, b := range m.Baselines {
		m.Baselines[i] = names.Now(renamed.Method, b)
	}
	for i := range m.Axes {
		a := &m.Axes[i]
		a.Name = names.Now(renamed.Column, a.Name)
		for k, v := range a.Values {
			a.Values[k] = names.ValueNow(a.Name, v)
		}
	}
	if m.Tables != nil {
		tables := map[string]int{}
		for structure, n := range m.Tables {
			tables[names.Now(renamed.Method, structure)] = n
		}
		m.Tables = tables
	}
	config := map[string]Setting{}
	for flag, s := range m.Config {
		flag = names.Now(renamed.Flag, flag)
		s.Value = names.FlagValueNow(flag, s.Value)
		config[flag] = s
	}
	if m.Config != nil {
		m.Config = config
	}
}
