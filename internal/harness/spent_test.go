package harness

import (
	"testing"
	"time"

	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// A resumed run has what its earlier sessions left of --time.
func TestTimeOverSessions(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 3})
	begin := time.Now().Add(-time.Hour)
	run.Meta.State = runfolder.Interrupted
	run.Meta.Sessions = []runfolder.Session{{Start: begin, End: begin.Add(6 * time.Second)}, {Start: time.Now()}}
	w := resumed(t, run)
	if got := spent(w); got != 6*time.Second {
		t.Errorf("%v are spent, want 6s", got)
	}
	limit := &precision{time: 18 * time.Second}
	p := limit.plan(t.Output(), 1000, 10)
	p.spent = spent(w)
	p.start = time.Now().Add(-2 * time.Second)
	// A second a round, and 10 s are left of the 18.
	if n, err := p.next(measured{rounds: 12, took: 2 * time.Second, fresh: 2}); err != nil || n < 21 || n > 22 {
		t.Errorf("on to %d rounds, %v, want 21 or 22", n, err)
	}
}
