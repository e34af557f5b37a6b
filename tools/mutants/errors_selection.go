package main

// selecting are errors in what is selected of a run, in medians, names and
// histories.
func selecting() []mutant {
	return []mutant{
		{"selecting: a baseline is left out by a rate", "selection/conditions.go", "col.placed && !t.not && !has[\"\"]", "col.placed && t.not && !has[\"\"]"},
		{"selecting: an expression keeps what has no place", "selection/expressionparser.go", "return &term{key: key, values: []string{t.text}}, nil", "return &term{key: key, values: []string{t.text}, stays: true}, nil"},
		{"selecting: OR before AND", "selection/conditions.go", "\tif j.all {\n\t\treturn func", "\tif !j.all {\n\t\treturn func"},
		{"selecting: the end of a range is left out", "selection/columns.go", "s.low <= v && v <= s.high", "s.low <= v && v < s.high"},
		{"selecting: a value that the run lacks is overlooked", "selection/conditions.go", "\tif found == nil {\n", "\tif found != nil && within.low > within.high {\n"},
		{"selecting: the farthest value first", "selection/columns.go", "math.Abs(number(a)-at.low), math.Abs(number(b)-at.low)", "math.Abs(number(b)-at.low), math.Abs(number(a)-at.low)"},
		{"selecting: warm-up rows are values", "selection/selection.go", "measured := run.Measured()\n", "measured := run.Rows\n"},
		{"selecting: places are no part of what stands behind", "selection/selection.go", "if !c.tree.only(MetricKey, FilterKey) {", "if c.tree.only(\"\") {"},
		{"selecting: the family is what is shown", "report/compare/narrowedruns.go", "c, err := Filters(n.Wide, reference, verdicts)", "c, err := Filters(n.Summary, reference, verdicts)"},
		{"selecting: claims on some of the rows", "report/compare/narrowedruns.go", "\tif n.Places {\n\t\tverdicts = nil\n\t}\n", ""},
		{"selecting: a staircase of the sizes shown", "report/narrowedview.go", "\tn.countTables()\n", ""},
		{"medians: of counts too", "report/summary.go", "\t\t\tif c.Timed() {\n\t\t\t\tm.By = by\n\t\t\t}\n", "\t\t\tm.By = by\n"},
		{"medians: with the interval of the mean", "stats/median.go", "d.HalfWidth = tQuantile(d.N-1) * medianError(x)", "_ = medianError(x)"},
		{"medians: the quantile of another rank", "stats/median.go", "CDF(float64(c - 1))", "CDF(float64(c))"},
		{"medians: in the column of means", "report/meansormedians.go", "return c.Median, c.Mean", "return c.Mean, c.Median"},
		{"medians: under the name of the run's figure", "report/figure/fileformats.go", "mark += \".\" + string(s.By)", "mark += \"\""},
		{"medians: called means", "report/figure/medianwords.go", "\t\t*text = other\n", "\t\t_ = other\n"},
		{"gates: faster looks at the ratio alone", "report/compare/gate.go", "r.CI.High < 1-g.Share", "r.Value < 1-g.Share"},
		{"gates: any metric", "report/compare/gate.go", "g.Metric != \"\" && g.Metric != m.Name", "g.Metric != \"\" && g.Metric == \"\""},
		{"gates: withheld words count", "report/compare/gate.go", "case c.Withheld:", "case c.Withheld && found && len(known) == 0:"},
		{"names: an unfinished run is compared with", "command/compare.go", "return m.State == runfolder.Finished && ", "return "},
		{"names: one that is taken is measured again", "harness/harness.go", "err == nil && r.Resume == \"\"", "err != nil && r.Resume == \"\""},
		{"names: a path is a name", "runfolder/parentfolder.go", "^[A-Za-z0-9_][A-Za-z0-9_.-]*$", "^[A-Za-z0-9_./][A-Za-z0-9_./-]*$"},
		{"history: another machine is no change", "report/history/history.go", "if a.Machine != b.Machine {", "if a.Machine > b.Machine+1 {"},
		{"history: the plain mean over places", "report/history/history.go", "return math.Exp(logs / n)", "return sum / n"},
		{"history: a run without a place has a value", "report/history/history.go", "s.Samples.Cell(cells[i]) == nil {\n\t\t\treturn Value{}, nil\n", "s.Samples.Cell(cells[i]) == nil {\n\t\t\tcells = cells[:i]\n\t\t\tbreak\n"},
		{"history: lines across changes", "report/history/historyfigure.go", "if len(h.Runs[i].Changes) > 0 && ", "if len(h.Runs[i].Changes) > 9 && "},
		{"history: the newest run first", "report/history/history.go", "return a.Meta.Start().Compare(b.Meta.Start())", "return b.Meta.Start().Compare(a.Meta.Start())"},
	}
}
