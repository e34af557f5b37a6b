package compare

import (
	"errors"
	"path/filepath"
	"slices"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// inTurns reports whether a is the run of the build that b was measured in turns with
// (run --against).
func inTurns(a, b *report.Summary) bool {
	return b.Meta.Parameters[runfolder.Against] != "" &&
		filepath.Dir(filepath.Clean(a.Run.Dir)) == filepath.Join(b.Run.Dir, runfolder.Against)
}

// turns estimates the ratio of two builds that measured in turns: rounds of one number are
// pairs, measured piece by piece in turns. The two processes of a part, or all of those of a layout, give
// one value, since a process has a place in memory of its own and a layout its own order of
// functions, and Student's t is over these.
type turns struct{ a, b *times }

func (turns) how() string {
	return "Student's t over the parts of the run, a process of each build, or over the layouts; rounds of one number are pairs"
}

func (e turns) ratio(cells []runfolder.Cell) (Ratio, error) {
	groups := e.groups(cells)
	if len(groups) < 2 {
		return Ratio{}, errors.New("both builds have measured one part of the run: want two")
	}
	means := make([]float64, len(groups))
	for i, differences := range groups {
		var err error
		if means[i], err = stats.TrimmedMean(differences); err != nil {
			return Ratio{}, err
		}
	}
	estimate, err := stats.TrimmedContrast([]float64{1}, [][]float64{means})
	return ratioOf(claim.Pooled{Estimates: []stats.Estimate{estimate}}), err
}

// groups are the differences of the logarithms, round by round, of each layout or else of each
// part, in the order of rounds.
func (e turns) groups(cells []runfolder.Cell) (list [][]float64) {
	type part struct{ a, b int } // sessions, or layouts
	roundsA, linesA := e.a.Samples.RoundLines(cells)
	was := map[int]int{} // number of a round → its place in A
	for i, r := range roundsA {
		was[r.Number] = i
	}
	layouts := len(e.a.Samples.Layouts()) > 1
	var order []part
	roundsB, linesB := e.b.Samples.RoundLines(cells)
	logsA, logsB := report.MeanLogs(linesA), report.MeanLogs(linesB)
	for i, r := range roundsB {
		old, both := was[r.Number]
		if !both {
			continue
		}
		of := part{roundsA[old].Session, r.Session}
		if layouts {
			of = part{e.a.Meta.Layout(of.a), e.b.Meta.Layout(of.b)}
		}
		at := slices.Index(order, of)
		if at < 0 {
			at, order, list = len(order), append(order, of), append(list, nil)
		}
		list[at] = append(list[at], logsB[i]-logsA[old])
	}
	return list
}
