package stream

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
)

// The axes beside that of ε.
const (
	axisStream   axis.NameAxis  = "stream"
	axisWindow   axis.CountAxis = "window"
	axisInserted axis.CountAxis = "inserted"
	axisRoom     axis.CountAxis = "room"
)

// Metrics, in the order of display. The rates are shares of the second half of a stream, and
// along it since half as many elements.
var (
	metrics metric.List

	BitsPerElement = metrics.Count("bits_per_element", "bits", "bits per element of the window", "bits por elemento da janela") // nominal
	_              = metrics.Count(metric.Bits, "bits", "bits of the state", "bits do estado")
	Rate           = metrics.Share("fpr", "called seen and not of the window", "ditos vistos e fora da janela")
	RateNew        = metrics.Share("fpr_new", "new and called seen", "novos e ditos vistos")
	_              = metrics.Share(metric.FPRTheory, "false-positive rate by theory", "")
	RateBound      = metrics.Share("fpr_bound", "false-positive rate at most", "razão máxima de falsos positivos") // of the generalised filter, whatever came
	Missed         = metrics.Share("fnr", "of the window and called new", "da janela e ditos novos")
	MissedTheory   = metrics.Share("fnr_theory", "of the window and called new, by theory", "da janela e ditos novos, pela teoria")
	Errors         = metrics.Share("errors", "false positives and false negatives together", "falsos positivos e falsos negativos somados")
	Bound          = metrics.Share("bound", "both errors at least, by the article", "soma mínima dos erros, segundo o artigo")
	LeastBits      = metrics.Count("least_bits", "bits", "bits per element that both errors take at least", "bits por elemento que os dois erros exigem")
	RateAt         = metrics.Share("fpr_at", "called seen and not of the window, along the stream", "ditos vistos e fora da janela, ao longo do fluxo")
	MissedAt       = metrics.Share("fnr_at", "of the window and called new, along the stream", "da janela e ditos novos, ao longo do fluxo")
	Empty          = metrics.Share("empty", "empty cells", "células vazias")
	EmptyTheory    = metrics.Share("empty_theory", "empty cells in the limit, by theory", "células vazias no limite, pela teoria")
	Lifetime       = metrics.Count("lifetime", "elements", "elements after which half are forgotten", "elementos após os quais metade está esquecida")
	LifetimeTheory = metrics.Count("lifetime_theory", "elements", "elements after which half are forgotten, by the article",
		"elementos após os quais metade está esquecida, segundo o artigo")
	Recent = metrics.Share("recent", "remembered and of the window", "lembrados e da janela") // of the last four windows
	_      = metrics.Time(metric.Query, "element", "one element", "um elemento")
)

// words are what figures draw beside titles: Portuguese by English.
func words() map[string]string {
	return map[string]string{
		"stream": "fluxo", "window": "janela", "inserted": "inseridos", "room": "espaço",
		"*/element": "*/elemento", "elements": "elementos",
		"Left out: windows of * elements of a text of * words, which are fewer than * windows.": "Omitidas: janelas de * elementos de um texto de * palavras, que são menos de * janelas.",
	}
}
