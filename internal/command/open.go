package command

import (
	"hyphbench/internal/calibration"
	"hyphbench/internal/runfolder"
)

// openRun opens a run and puts above its tables what is known today of the
// machine and build that it was measured with.
func openRun(dir string) (*runfolder.Run, error) {
	run, err := runfolder.Open(dir)
	if err != nil {
		return nil, err
	}
	run.Meta.Calibration = calibration.DefaultCache().Citation(&run.Meta)
	return run, nil
}
