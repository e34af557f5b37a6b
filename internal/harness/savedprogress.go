package harness

import (
	"os"
	"time"

	"hyphbench/internal/runfolder"
)

// savePause is the least time between two records of how far a run is.
const savePause = time.Second

// painter shows the progress of the run that w writes, and tells it to other processes:
// 'hyphbench status' reads that.
func (r *Run) painter(w *runfolder.Writer) *Painter {
	p := NewPainter(r.Remarks)
	p.Counts = Counts(w.Meta.Design)
	if !r.precision.open() {
		p.Rounds = w.Meta.Reps
	}
	now := runfolder.Progress{Process: os.Getpid(), Resume: r.resumeWords(w.Dir)}
	now.Folder, _ = os.Getwd() // the command can be typed without it
	part, reps := r.precision.layout > 0 && r.precision.until > 0, max(w.Meta.Reps, r.precision.until)
	if part {
		now.Parent = os.Getppid()
	}
	var saved time.Time
	p.save = func(s state, last bool) {
		if s.at.Sub(saved) < savePause && !last {
			return
		}
		saved = s.at
		now.Updated = s.at.UTC()
		now.Rows, now.AllRows, now.Round, now.Share, now.Left = s.rows, s.allRows, s.round, s.share, s.left
		if part { // the plan ends with the part, of whose rest nothing is known
			whole := float64(reps) / float64(r.precision.until)
			now.AllRows, now.Share, now.Left = int64(float64(s.allRows)*whole), s.share/whole, 0
		}
		// The run itself says when its disk is full.
		_ = runfolder.SaveProgress(w.Dir, now)
	}
	return p
}
