package aggregates

import (
	_ "embed"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

//go:embed claims.txt
var claimTexts string

// claims are that of the article, that of the paper it names, and what a reader of both asks.
func claims() []claim.Claim {
	still := func(c claim.Cell) bool { return c.On(Changing) == "0" }
	moving := func(c claim.Cell) bool { return c.Float(Changing) >= 0.01 }
	// in the last round, where a condition holds
	last := func(at func(claim.Cell) bool) claim.Where {
		return claim.Only(func(c claim.Cell) bool { return c.Int(Gossip) == c.Parameter("rounds") && at(c) })
	}
	return claim.Read(claimTexts, claim.Tests{
		"DA1": claim.Everywhere{Metric: ErrorSum, Methods: []string{filters}, Name: "largest of the three errors", Unit: "%",
			At: last(func(c claim.Cell) bool { return still(c) && c.Float(axis.Eps) <= 0.01 }),
			Of: func(c claim.Cell) float64 { return 100 * max(c.Mean(), c.Of(ErrorMean).Mean(), c.Of(ErrorMax).Mean()) }, Is: claim.Under(1)}.Claim(),
		"DA3": claim.Everywhere{Metric: ErrorSum, Methods: []string{filters}, At: last(still), Name: "more error than by sets / rate",
			Of: func(c claim.Cell) float64 { return (c.Mean() - c.By(exact).Mean()) / c.Float(axis.Eps) }, Is: claim.Under(1)}.Claim(),
		"DA4": claim.Everywhere{Metric: Bytes, Methods: []string{filters}, At: last(func(claim.Cell) bool { return true }), Name: "filters / push-sum",
			Of: claim.ToThat(pushSum), Is: claim.Under(1)}.Claim(),
		"DA5": claim.Ratio{Metric: ErrorMean, Methods: []string{filters}, To: pushSum, At: last(moving), Claimed: claim.Below(0), Name: "filters / push-sum"}.Claim(),
		"DA7": claim.Everywhere{Metric: ErrorMax, Methods: []string{filters}, At: last(moving), Name: "error of the maximum", Unit: "%",
			Of: func(c claim.Cell) float64 { return 100 * c.Mean() }, Is: claim.Under(1)}.Claim(),
	})
}

// figures are those of a run: at the number of nodes, the share and the rate in the middle.
func figures(m *runfolder.Meta) []figure.Figure {
	at := figure.Place{string(Nodes): workload.Held(m, Nodes, "256"), string(Changing): workload.Held(m, Changing, "0.01"), axis.Epsilon: workload.Held(m, axis.Eps, "0.01")}
	return []figure.Figure{figure.Families("aggregates-rounds", figure.Intervals(bilingual.Text{
		EN: "Error of the estimated sum of values, some of which change in every round",
		PT: "Erro da soma estimada de valores, alguns dos quais mudam a cada rodada"}), figure.FamiliesOf{
		Groups: []figure.RankedGroup{{Title: bilingual.Text{EN: "Filters, exact sets and push-sum", PT: "Filtros, conjuntos exatos e push-sum"}, Filters: []string{filters, exact, pushSum}}},
		Metric: ErrorSum, Axis: string(Gossip), At: at, X: figure.Logarithmic, Y: figure.Logarithmic,
		Along: bilingual.Text{EN: "rounds of messages", PT: "rodadas de mensagens"}, Label: bilingual.Text{EN: "error of the sum, %", PT: "erro da soma, %"},
	})}
}
