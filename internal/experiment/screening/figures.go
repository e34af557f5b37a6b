package screening

import (
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

func groups() []figure.RankedGroup {
	return []figure.RankedGroup{
		{Title: figure.Text{EN: "Without signatures", PT: "Sem assinaturas"}, Filters: []string{scanning, suffixes, postings}},
		{Title: figure.Text{EN: "By signatures", PT: "Por assinaturas"}, Filters: []string{byRows, bySlices}},
	}
}

func figures(m *runfolder.Meta) []figure.Figure {
	candidates := figure.Text{EN: "false candidates of a query", PT: "candidatos falsos de uma consulta"}
	time := figure.Text{EN: "time of a query", PT: "tempo de uma consulta"}
	byBits := figure.Text{EN: "bits of a signature", PT: "bits de uma assinatura"}
	byHashes := figure.Text{EN: "bits that an n-gram sets", PT: "bits que um n-grama marca"}
	byLength := figure.Text{EN: "length of the query, bytes", PT: "comprimento da consulta, bytes"}
	families := func(
		id string, title figure.Text, of runfolder.Metric, over axis.CountAxis, x figure.Scaling, label, along figure.Text,
	) figure.Figure {
		return figure.Families(id, title, figure.FamiliesOf{
			Groups: groups(), Metric: of, Axis: string(over), X: x, Y: figure.Logarithmic, Label: label, Along: along,
		})
	}
	_, length, _ := strings.Cut(m.Parameters[middles], ",")
	_, length, _ = strings.Cut(length, ",")
	return []figure.Figure{
		families("screening-candidates", figure.Intervals(
			"Documents examined in vain, by the size of the signature",
			"Documentos examinados em vão, pelo tamanho da assinatura"), FalseCandidates, Bits, figure.Logarithmic, candidates, byBits),
		families("screening-hashes", figure.Intervals(
			"Documents examined in vain, by the bits that an n-gram sets",
			"Documentos examinados em vão, pelos bits que um n-grama marca"), FalseCandidates, Hashes, figure.Linear, candidates, byHashes),
		families("screening-length", figure.Intervals(
			"Documents examined in vain, by the length of the query",
			"Documentos examinados em vão, pelo comprimento da consulta"), FalseCandidates, Length, figure.Linear, candidates, byLength),
		families("screening-query", figure.Intervals(
			"Time of a query for a part of a word",
			"Tempo de uma consulta por uma parte de uma palavra"), metric.Query, Length, figure.Linear, time, byLength),
		families("screening-query-bits", figure.Intervals(
			"Time of a query by the size of the signature",
			"Tempo de uma consulta pelo tamanho da assinatura"), metric.Query, Bits, figure.Logarithmic, time, byBits),
		figure.Front("screening-front", figure.Intervals(
			"Time of a query against the memory used in addition to the documents",
			"Tempo de uma consulta contra a memória além dos documentos"), figure.FrontOf{
			X:  figure.FrontAxis{Metric: BitsPerDocument, Label: figure.Text{EN: "bits per document", PT: "bits por documento"}},
			Y:  figure.FrontAxis{Metric: metric.Query, Label: time, Scaling: figure.Logarithmic},
			At: figure.Place{string(Length): length}, Filters: methods(),
		}),
		figure.Families("screening-similarity", figure.Intervals(
			"Mean error of the similarity of two words, estimated from their signatures",
			"Erro médio da similaridade de duas palavras, estimada de suas assinaturas"), figure.FamiliesOf{
			Groups: []figure.RankedGroup{{Title: figure.Text{EN: "Of the bits, and corrected", PT: "Dos bits, e corrigida"}, Filters: estimates()}},
			Metric: SimilarityError, Axis: string(Bits), X: figure.Logarithmic,
			Label: figure.Text{EN: "mean error of the similarity", PT: "erro médio da similaridade"}, Along: byBits,
		}),
		trial.Curves("screening-ranks",
			"False candidates against words read, with rows of higher rank (with 95 % confidence intervals)",
			"Candidatos falsos contra palavras lidas, com linhas de ordens mais altas (com intervalos de confiança de 95%)", overRanks),
	}
}

// overRanks draws false candidates against words read: a curve for each highest rank, with a point
// for each number of rows of a word.
func overRanks(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	panel := figure.CurvePanel{Log: true, LogX: true,
		XLabel: figure.Text{EN: "words of 64 bits read for a query", PT: "palavras de 64 bits lidas em uma consulta"},
		YLabel: figure.Text{EN: "false candidates of a query", PT: "candidatos falsos de uma consulta"}}
	for i, rank := range d.Meta.Counts(string(Rank)) {
		cells := d.CellsIn(FalseCandidates, func(c claim.Cell) bool { return c.On(Rank) == Rank.At(rank).Text }, byRanks)
		panel.Add(figure.Through(figure.Curve{Label: figure.Textf("rank %d", "ordem %d", rank), Look: figure.Look{Nth: i}, Metric: FalseCandidates},
			cells, 1, func(c claim.Cell) float64 { return c.Of(WordsRead).Mean() }))
	}
	panel.Fit()
	return figure.CurvesOf{Panels: []figure.CurvePanel{panel},
		Note: figure.Textf("points from the left: more rows a word (%s; one only at rank 0); %s bits per passage", "pontos desde a esquerda: mais linhas por palavra (%s; uma só na ordem 0); %s bits por passagem",
			strings.Join(axis.Counts("", d.Meta.Counts(string(Hashes))).Values, ", "), d.Meta.Parameters["text_bits"]),
		Caption: figure.Textf("means of up to %d rounds", "médias de até %d rodadas", d.Meta.Reps).WithIntervals(l)}.Or(figure.NoData("the run has no rows of several ranks"))
}
