package molecules

import (
	_ "embed"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the article; the last two were written before anything was measured.
func claims() []claim.Claim {
	percent := func(c claim.Cell) float64 { return 100 * c.Mean() }
	missed := func(is claim.Tolerance, methods ...string) claim.Claim {
		return claim.Everywhere{Metric: Lost, Methods: methods, Name: "answers missed", Unit: "%", Of: percent, Is: is}.Claim()
	}
	return claim.Read(claimTexts, claim.Tests{
		"MO1": missed(func(_ claim.Cell, v float64) (bool, float64) { return v == 0, v }, paths, sized),
		"MO2": claim.Ratio{Metric: metric.Query, Methods: []string{paths, sized}, To: none, Claimed: claim.Below(0), Name: "with a screen / without"}.Claim(),
		"MO3": missed(func(_ claim.Cell, v float64) (bool, float64) { return v > 0, -v }, surroundings),
		"MO4": claim.Everywhere{Metric: Rate, Methods: []string{sized}, Name: "bits by size / two bits", Of: claim.ToThat(paths), Is: claim.Under(1)}.Claim(),
		"MO5": claim.Everywhere{Metric: Rate, Methods: []string{paths}, Name: "molecules left", Unit: "%", Of: percent, Is: claim.Under(10),
			At: claim.Only(func(c claim.Cell) bool { return c.Int(Bits) >= 2048 })}.Claim(),
	})
}

// figures are those of a run.
func figures() []figure.Figure {
	title := figure.Intervals(bilingual.Text{EN: "Molecules that a screen leaves although they lack the part, by the bits of a fingerprint",
		PT: "Moléculas que restam de uma triagem embora não tenham a parte, por bits da impressão digital"})
	return []figure.Figure{figure.Families("molecules-bits", title, figure.FamiliesOf{
		Groups: []figure.RankedGroup{{Title: bilingual.Text{EN: "Fingerprints", PT: "Impressões digitais"}, Filters: []string{paths, sized, surroundings}}},
		Metric: Rate, Axis: string(Bits), At: figure.Place{string(Atoms): "6"}, X: figure.Logarithmic, Along: bilingual.Both("bits"),
		Label: bilingual.Text{EN: "molecules left without the part, %", PT: "moléculas restantes sem a parte, %"},
	})}
}
