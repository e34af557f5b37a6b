package command

import (
	"path/filepath"

	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// writeDerived writes the derived files of a complete run into its folder.
func (p Program) writeDerived(dir string) error {
	if p.Derive != nil {
		return p.Derive(dir)
	}
	r, err := p.reread(dir)
	if err != nil {
		return err
	}
	front, err := r.writeFront()
	if err != nil {
		return err
	}
	return report.WriteDerived(r.Summary, front)
}

// reader reads runs for those who measure them.
type reader struct{ Program }

func (r reader) Summary(dir string) (*report.Summary, error) {
	run, err := r.reread(dir)
	if err != nil {
		return nil, err
	}
	return run.Summary, nil
}

func (r reader) Derive(dir string) error { return r.writeDerived(dir) }

func (r reader) Complete(dir string) ([]string, error) { return r.completeDerived(dir) }

// writeFront draws the figures of a run, as SVG, writes its page, and returns the
// head of its README.md, which shows both.
func (r *reading) writeFront() (string, error) {
	files, _, err := figure.Render(r.Summary, r.figures(), r.Run.Dir, []figure.Format{figure.SVG}, figure.English, figure.Style{})
	if err != nil {
		return "", err
	}
	name, err := r.writePage(figure.English)
	if err != nil {
		return "", err
	}
	return r.frontOf(files, filepath.Base(name))
}

// completeDerived writes of what is derived from a complete run what its folder
// lacks, and returns the names of these files.
func (p Program) completeDerived(dir string) (names []string, err error) {
	err = runfolder.Amend(dir, func() error {
		r, err := p.reread(dir)
		if err != nil {
			return err
		}
		if report.Derived(dir) { // save measurements.bench, which not every run has
			names, err = report.CompleteDerived(r.Summary, "")
			return err
		}
		front, err := r.writeFront()
		if err != nil {
			return err
		}
		names, err = report.CompleteDerived(r.Summary, front)
		return err
	})
	return names, err
}

// reread sums up a run as its derived files do.
func (p Program) reread(dir string) (*reading, error) {
	run, err := runfolder.Open(dir)
	if err != nil {
		return nil, err
	}
	return p.read(run, report.View{})
}
