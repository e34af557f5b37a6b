package molecules

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
)

// claims are those of the article; the last two were written before anything was measured.
func claims() []claim.Claim {
	const daylight, line = "Las huellas dactilares Daylight originales se podían usar tanto para fines de similitud como de cribado.", "bloom-filter-article.txt:239"
	const section, all = "chemical structure searching", "at every size of fingerprints and parts"
	percent := func(c claim.Cell) float64 { return 100 * c.Mean() }
	lost := func(is claim.Tolerance, methods ...string) func(*claim.Data) claim.Outcome {
		return claim.Everywhere{Metric: Lost, Methods: methods, Name: "answers missed", Unit: "%", Of: percent, Is: is}.Test
	}
	sooner := func(methods ...string) func(*claim.Data) claim.Outcome {
		return claim.Ratio{Metric: metric.Query, Methods: methods, To: none, Claimed: claim.Below(0), Name: "with a screen / without"}.Outcome
	}
	return append(claim.Of("article molecules",
		claim.Claim{ID: "MO1", Quote: claim.Says(line, daylight), Section: section, Metric: Lost, Margin: all + ", none",
			Statement: "fingerprints of the paths of molecules can be used for screening: they miss no answer",
			Test:      lost(func(_ claim.Cell, v float64) (bool, float64) { return v == 0, v }, paths, sized)}.
			Constructed("a part's paths are among those of every molecule that has it"),
		claim.Claim{ID: "MO2", Quote: claim.Says(line, daylight), Section: section, Metric: metric.Query, Margin: all,
			Statement: "fingerprints of the paths of molecules can be used for screening: a query is answered sooner than by a search of all", Test: sooner(paths, sized)},
		claim.Claim{ID: "MO3", Quote: claim.Says(line, "la popular ECFP2, se pueden utilizar para la similitud, pero no para el cribado, ya que incluyen características ambientales locales que introducen falsos negativos cuando se utilizan como cribado"),
			Section: section, Metric: Lost, Margin: all + ", some",
			Statement: "fingerprints of the surroundings of atoms cannot be used for screening: they miss answers",
			Test:      lost(func(_ claim.Cell, v float64) (bool, float64) { return v > 0, -v }, surroundings)}.
			Constructed("a part is cut out of a molecule: atoms at its edge have fewer neighbours there")),
		claim.Of("ours molecules",
			claim.Claim{ID: "MO4", Quote: claim.Ours(), Section: "bits by size", Metric: Rate, Margin: all + ", in the means",
				Statement: "with bits by the size of a path fewer molecules without the part are left than with two bits each",
				Test:      claim.Everywhere{Metric: Rate, Methods: []string{sized}, Name: "bits by size / two bits", Of: claim.ToThat(paths), Is: claim.Under(1)}.Test},
			claim.Claim{ID: "MO5", Quote: claim.Ours(), Section: "screening", Metric: Rate, Margin: "at every size of parts, with 2,048 bits and more",
				Statement: "fingerprints of paths leave less than a tenth of the molecules without the part",
				Test: claim.Everywhere{Metric: Rate, Methods: []string{paths}, Name: "molecules left", Unit: "%", Of: percent, Is: claim.Under(10),
					At: claim.Only(func(c claim.Cell) bool { return c.Int(Bits) >= 2048 })}.Test})...)
}

// figures are those of a run.
func figures() []figure.Figure {
	along := func(id, axisName string, at figure.Place, title, along figure.Text) figure.Figure {
		return figure.Families(id, title, figure.FamiliesOf{
			Groups: []figure.RankedGroup{{Title: figure.Text{EN: "Fingerprints", PT: "Impressões digitais"}, Filters: []string{paths, sized, surroundings}}},
			Metric: Rate, Axis: axisName, At: at, X: figure.Logarithmic, Along: along,
			Label: figure.Text{EN: "molecules without the part left, %", PT: "moléculas sem a parte que restam, %"},
		})
	}
	return []figure.Figure{
		along("molecules-bits", string(Bits), figure.Place{string(Atoms): "6"}, figure.Text{
			EN: "Molecules that a screen leaves for nothing, by the bits of a fingerprint (with 95 % confidence intervals)",
			PT: "Moléculas que restam em vão de uma triagem, por bits da impressão digital (com intervalos de confiança de 95%)"},
			figure.Text{EN: "bits", PT: "bits"}),
	}
}
