package aggregates

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// claims are that of the article, that of the paper it names, and what a reader of both asks.
func claims() []claim.Claim {
	still := func(c claim.Cell) bool { return c.On(Changing) == "0" }
	moving := func(c claim.Cell) bool { return c.Float(Changing) >= 0.01 }
	always := func(claim.Cell) bool { return true }
	// in the last round, where a condition holds
	last := func(at func(claim.Cell) bool) claim.Where {
		return claim.Only(func(c claim.Cell) bool { return c.Int(Gossip) == c.Parameter("rounds") && at(c) })
	}
	return append(append(claim.Of("article aggregates", claim.Claim{
		ID: "DA1", Quote: claim.Says("bloom-filter-article.txt:173",
			"Los filtros Bloom se pueden organizar en estructuras de datos distribuidas para realizar cálculos totalmente descentralizados de funciones agregadas ."),
		Section: "decentralised aggregation", Metric: ErrorSum, Margin: "no value changes; rates of 1 % or less, at every number of nodes, in the second half of the rounds: errors of 1 % or less",
		Statement: "with filters of what is counted, nodes compute sums, means and maxima without a centre",
		Test: claim.Everywhere{Metric: ErrorSum, Methods: []string{filters}, Name: "largest of the three errors", Unit: "%",
			At: last(func(c claim.Cell) bool { return still(c) && c.Float(axis.Eps) <= 0.01 }),
			Of: func(c claim.Cell) float64 {
				return 100 * max(c.Mean(), c.Of(ErrorMean).Mean(), c.Of(ErrorMax).Mean())
			}, Is: claim.Under(1)}.Test}),
		claim.Of("Pournaras et al. 2013", claim.Claim{
			ID: "DA2", Quote: claim.After("Pournaras, Warnier, Brazier 2013"), Section: "abstract", Metric: Memory, Margin: "at every place",
			Statement: "filters take less memory than the explicit sets of what is counted",
			Test:      claim.Everywhere{Metric: Memory, Methods: []string{filters}, At: last(always), Name: "filters / sets", Of: claim.ToThat(exact), Is: claim.Under(1)}.Test}.
			Constructed("both sizes are computed, and a set has 8 bytes for the name of a node"))...),
		claim.Of("ours aggregates",
			claim.Claim{ID: "DA3", Quote: claim.Ours(), Section: "false positives", Metric: ErrorSum,
				Margin:    "no value changes; within 10 %, at every number of nodes and rate, in the second half of the rounds",
				Statement: "the sum lacks the share of the values that filters wrongly take for counted",
				Test: claim.Everywhere{Metric: ErrorSum, Methods: []string{filters}, At: last(still), Name: "error / share",
					Of: claim.To(Refused), Is: claim.Near(0.1)}.Test},
			claim.Claim{ID: "DA4", Quote: claim.Ours(), Section: "bytes", Metric: Bytes, Margin: "over all rounds, at every place",
				Statement: "nodes with filters send fewer bytes than nodes that keep tables of all values",
				Test: claim.Everywhere{Metric: Bytes, Methods: []string{filters}, At: last(always), Name: "filters / tables",
					Of: claim.ToThat(tables), Is: claim.Under(1)}.Test},
			claim.Claim{ID: "DA5", Quote: claim.Ours(), Section: "changes", Metric: ErrorMean, Margin: "1 % or more of the values change in a round; at every place, in the second half of the rounds",
				Statement: "push-sum of the first values is further from the mean of the present ones than filters are",
				Test: claim.Everywhere{Metric: ErrorMean, Methods: []string{filters}, At: last(moving), Name: "filters / push-sum",
					Of: claim.ToThat(pushSum), Is: claim.Under(1)}.Test},
			claim.Claim{ID: "DA6", Quote: claim.Ours(), Section: "changes", Metric: ErrorMean, Margin: "1 % or more of the values change in a round; at every place, in the second half of the rounds",
				Statement: "filters are nearer to the mean than push-sum to which nodes add their changes, and than push-sum that begins again",
				Test: claim.Everywhere{Metric: ErrorMean, Methods: []string{filters}, At: last(moving), Name: "filters / the better push-sum",
					Of: func(c claim.Cell) float64 { return max(claim.ToThat(adjusted)(c), claim.ToThat(restarted)(c)) }, Is: claim.Under(1)}.Test},
			claim.Claim{ID: "DA7", Quote: claim.Ours(), Section: "maximum", Metric: ErrorMax, Margin: "1 % or more of the values change in a round; at every place, in the second half of the rounds",
				Statement: "with a list of the eight largest values, filters are nearer to the maximum than nodes that pass on the largest value they heard of",
				Test: claim.Everywhere{Metric: ErrorMax, Methods: []string{filters}, At: last(moving), Name: "filters / largest value heard of",
					Of: claim.ToThat(adjusted), Is: claim.Under(1)}.Test},
		)...)
}

// figures are those of a run: at the number of nodes, the share and the rate in the middle.
func figures(m *runfolder.Meta) []figure.Figure {
	at := figure.Place{}
	for _, a := range []struct {
		of     axis.Named
		wanted string
	}{{Nodes, "256"}, {Changing, "0.01"}, {axis.Eps, "0.01"}} {
		if i := m.Axis(a.of.AxisName()); i >= 0 {
			at[a.of.AxisName()] = workload.Middle(m.Axes[i].Values, a.wanted)
		}
	}
	return []figure.Figure{figure.Families("aggregates-rounds", figure.Text{
		EN: "Error of the sum of values of which some change in every round (with 95 % confidence intervals)",
		PT: "Erro da soma de valores dos quais alguns mudam a cada rodada (com intervalos de confiança de 95%)",
	}, figure.FamiliesOf{
		Groups: []figure.RankedGroup{
			{Title: figure.Text{EN: "Filters, sets, tables", PT: "Filtros, conjuntos, tabelas"}, Filters: []string{filters, exact, tables}},
			{Title: figure.Text{EN: "Push-sum", PT: "Push-sum"}, Filters: []string{pushSum, adjusted, restarted}},
		},
		Metric: ErrorSum, Axis: string(Gossip), At: at, X: figure.Logarithmic, Y: figure.Logarithmic,
		Along: figure.Text{EN: "rounds of messages", PT: "rodadas de mensagens"}, Label: figure.Text{EN: "error of the sum, %", PT: "erro da soma, %"},
	})}
}
