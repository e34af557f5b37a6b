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
	// in the last round, where a condition holds
	last := func(at func(claim.Cell) bool) claim.Where {
		return claim.Only(func(c claim.Cell) bool { return c.Int(Gossip) == c.Parameter("rounds") && at(c) })
	}
	return append(claim.Of("article aggregates", claim.Claim{
		ID: "DA1", Quote: claim.Says("bloom-filter-article.txt:173",
			"Los filtros Bloom se pueden organizar en estructuras de datos distribuidas para realizar cálculos totalmente descentralizados de funciones agregadas ."),
		Section: "decentralised aggregation", Metric: ErrorSum, Margin: "no value changes; partners by chance; rates of 1 % or less, at every number of nodes, after the last round: errors of 1 % or less",
		Statement: "with filters of what is counted, nodes compute sums, means and maxima without a centre",
		Test: claim.Everywhere{Metric: ErrorSum, Methods: []string{filters}, Name: "largest of the three errors", Unit: "%",
			At: last(func(c claim.Cell) bool { return still(c) && c.Float(axis.Eps) <= 0.01 }),
			Of: func(c claim.Cell) float64 { return 100 * max(c.Mean(), c.Of(ErrorMean).Mean(), c.Of(ErrorMax).Mean()) }, Is: claim.Under(1)}.Test}),
		claim.Of("ours aggregates",
			claim.Claim{ID: "DA3", Quote: claim.Ours(), Section: "false positives", Metric: ErrorSum,
				Margin:    "no value changes; at every number of nodes and rate, after the last round",
				Statement: "the sum by filters is further off than that by exact sets by no more than the rate of a full filter",
				Test: claim.Everywhere{Metric: ErrorSum, Methods: []string{filters}, At: last(still), Name: "more error than by sets / rate",
					Of: func(c claim.Cell) float64 { return (c.Mean() - c.By(exact).Mean()) / c.Float(axis.Eps) }, Is: claim.Under(1)}.Test},
			claim.Claim{ID: "DA4", Quote: claim.Ours(), Section: "bytes", Metric: Bytes, Margin: "over all rounds, at every place",
				Statement: "of as many messages, which are left out where nothing is new, filters send fewer bytes than push-sum",
				Test: claim.Everywhere{Metric: Bytes, Methods: []string{filters}, At: last(func(claim.Cell) bool { return true }), Name: "filters / push-sum",
					Of: claim.ToThat(pushSum), Is: claim.Under(1)}.Test},
			claim.Claim{ID: "DA5", Quote: claim.Ours(), Section: "changes", Metric: ErrorMean, Margin: "1 % or more of the values change in a round; at every place, as many messages, after the last round",
				Statement: "filters are nearer to the mean than push-sum to which nodes add their changes",
				Test:      claim.Ratio{Metric: ErrorMean, Methods: []string{filters}, To: pushSum, At: last(moving), Claimed: claim.Below(0), Name: "filters / push-sum"}.Outcome},
			claim.Claim{ID: "DA7", Quote: claim.Ours(), Section: "maximum", Metric: ErrorMax, Margin: "1 % or more of the values change in a round; at every place, after the last round: 1 % or less",
				Statement: "with a list of the eight largest values, filters know the maximum of values that change",
				Test: claim.Everywhere{Metric: ErrorMax, Methods: []string{filters}, At: last(moving), Name: "error of the maximum", Unit: "%",
					Of: func(c claim.Cell) float64 { return 100 * c.Mean() }, Is: claim.Under(1)}.Test},
		)...)
}

// figures are those of a run: at the number of nodes, the share and the rate in the middle.
func figures(m *runfolder.Meta) []figure.Figure {
	at := figure.Place{string(Nodes): workload.Held(m, Nodes, "256"), string(Changing): workload.Held(m, Changing, "0.01"), axis.Epsilon: workload.Held(m, axis.Eps, "0.01")}
	return []figure.Figure{figure.Families("aggregates-rounds", figure.Text{
		EN: "Error of the sum of values of which some change in every round (with 95 % confidence intervals)",
		PT: "Erro da soma de valores dos quais alguns mudam a cada rodada (com intervalos de confiança de 95%)",
	}, figure.FamiliesOf{
		Groups: []figure.RankedGroup{{Title: figure.Text{EN: "By filters and sets, and by push-sum", PT: "Por filtros e conjuntos, e por push-sum"}, Filters: []string{filters, exact, pushSum}}},
		Metric: ErrorSum, Axis: string(Gossip), At: at, X: figure.Logarithmic, Y: figure.Logarithmic,
		Along: figure.Text{EN: "rounds of messages", PT: "rodadas de mensagens"}, Label: figure.Text{EN: "error of the sum, %", PT: "erro da soma, %"},
	})}
}
