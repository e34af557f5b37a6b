package command

import (
	"hyphbench/internal/calibration"
	"hyphbench/internal/experiment"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// reading is a run summed up, with its experiment's reading of such runs.
type reading struct {
	*report.Summary
	experiment.Reading
}

// open reads the run in dir, or the newest one below it, and sums it up, once
// per command.
func (p Program) open(dir string) (*reading, error) {
	run, err := runfolder.Open(dir)
	if err != nil {
		return nil, err
	}
	calibration.DefaultCache().Cite(&run.Meta)
	return p.read(run)
}

// read sums up a run.
func (p Program) read(run *runfolder.Run) (*reading, error) {
	e := p.experiment(run.Meta.Experiment)
	s, err := report.Summarize(run, experiment.Glossary(e))
	if err != nil {
		return nil, err
	}
	r := &reading{Summary: s}
	if e != nil {
		r.Reading = e.Reading()
	}
	return r, nil
}

// figures are those of the run.
func (r *reading) figures() []figure.Figure {
	if r.Reading.Figures == nil {
		return nil
	}
	return r.Reading.Figures(r.Meta)
}

// experiment returns an experiment, nil for an unknown name.
func (p Program) experiment(name string) experiment.Experiment {
	for _, e := range p.Experiments() {
		if e.Name() == name {
			return e
		}
	}
	return nil
}

// writeDerived writes the derived files of a complete run into its folder.
func (p Program) writeDerived(dir string) error {
	run, err := runfolder.Open(dir)
	if err != nil {
		return err
	}
	r, err := p.read(run)
	if err != nil {
		return err
	}
	return report.WriteDerived(r.Summary)
}
