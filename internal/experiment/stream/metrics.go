package stream

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/nearest"
	"hyphbench/internal/runfolder"
)

// The axes beside that of ε.
const (
	axisStream   axis.NameAxis  = "stream"
	axisWindow   axis.CountAxis = "window"
	axisInserted axis.CountAxis = "inserted"
	axisRoom     axis.CountAxis = "room"
)

// Metrics of the experiment's own. The rates are shares of the second half of a stream.
const (
	BitsPerElement runfolder.Metric = "bits_per_element" // nominal, for each of the window
	Rate           runfolder.Metric = "fpr"              // of what did not come in the window, called seen
	RateNew        runfolder.Metric = "fpr_new"          // of what never came, called seen
	Missed         runfolder.Metric = "fnr"              // of what came in the window, called new
	Errors         runfolder.Metric = "errors"           // fpr + fnr
	MissedTheory   runfolder.Metric = "fnr_theory"       // fnr by theory
	LeastBits      runfolder.Metric = "least_bits"       // for each of the window, that fpr_new and fnr take at least
	RateBound      runfolder.Metric = "fpr_bound"        // of the generalised filter, whatever came
	RateAt         runfolder.Metric = "fpr_at"           // fpr since half as many elements
	MissedAt       runfolder.Metric = "fnr_at"           // fnr since half as many elements
	Empty          runfolder.Metric = "empty"            // share of empty cells
	EmptyTheory    runfolder.Metric = "empty_theory"     // its limit by theory
	Lifetime       runfolder.Metric = "lifetime"         // elements after which half of them are forgotten
	LifetimeTheory runfolder.Metric = "lifetime_theory"  // as the article has it
	Recent         runfolder.Metric = "recent"           // share of the window in what is remembered of four
	Bound          runfolder.Metric = "bound"            // of fpr + fnr from below, by the article
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return append(metric.NoLines(
		metric.Number(BitsPerElement, "bits", "bits per element of the window", "bits por elemento da janela"),
		metric.Number(metric.Bits, "bits", "bits of the state", "bits do estado"),
		metric.Percent(Rate, "called seen and not of the window", "ditos vistos e fora da janela"),
		metric.Percent(RateNew, "new and called seen", "novos e ditos vistos"),
		metric.Percent(metric.FPRTheory, "false-positive rate by theory", ""),
		metric.Percent(RateBound, "false-positive rate at most", "razão máxima de falsos positivos"),
		metric.Percent(Missed, "of the window and called new", "da janela e ditos novos"),
		metric.Percent(MissedTheory, "of the window and called new, by theory", "da janela e ditos novos, pela teoria"),
		metric.Percent(Errors, "false positives and false negatives together", "falsos positivos e falsos negativos somados"),
		metric.Percent(Bound, "both errors at least, by the article", "soma mínima dos erros, segundo o artigo"),
		metric.Number(LeastBits, "bits", "bits per element that both errors take at least", "bits por elemento que os dois erros exigem"),
		metric.Percent(RateAt, "called seen and not of the window, along the stream", "ditos vistos e fora da janela, ao longo do fluxo"),
		metric.Percent(MissedAt, "of the window and called new, along the stream", "da janela e ditos novos, ao longo do fluxo"),
		metric.Percent(Empty, "empty cells", "células vazias"),
		metric.Percent(EmptyTheory, "empty cells in the limit, by theory", "células vazias no limite, pela teoria"),
		metric.Number(Lifetime, "elements", "elements after which half are forgotten", "elementos após os quais metade está esquecida"),
		metric.Number(LifetimeTheory, "elements", "elements after which half are forgotten, by the article",
			"elementos após os quais metade está esquecida, segundo o artigo"),
		metric.Percent(Recent, "remembered and of the window", "lembrados e da janela"),
	), metric.Definition{Name: metric.Query, Rows: runfolder.Nanoseconds, Title: "one element", Portuguese: "um elemento", Op: "element"})
}

// words are what figures draw beside titles: Portuguese by English.
func words() map[string]string {
	return map[string]string{
		"stream": "fluxo", "window": "janela", "inserted": "inseridos", "room": "espaço",
		"*/element": "*/elemento", "elements": "elementos",
		"Left out: windows of * elements of a text of * words, which are fewer than * windows.": "Omitidas: janelas de * elementos de um texto de * palavras, que são menos de * janelas.",
	}
}

// nameList is a flag of known words, each once. It implements pflag.Value.
type nameList struct {
	known []string
	text  string
	names []string
}

// namesOf is a list with its default.
func namesOf(known []string, text string) nameList {
	l := nameList{known: known}
	_ = l.Set(text) // that the defaults parse is tested
	return l
}

func (l *nameList) String() string  { return l.text }
func (l *nameList) Type() string    { return "names" }
func (l *nameList) Words() []string { return l.known }

func (l *nameList) Set(text string) error {
	var names []string
	for _, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(l.known, word) {
			wanted := strings.Join(l.known, ", ")
			if best, ok := nearest.Of(word, l.known); ok {
				wanted += "; did you mean " + best + "?"
			}
			return fmt.Errorf("%q is none of %s", word, wanted)
		}
		if !slices.Contains(names, word) {
			names = append(names, word)
		}
	}
	l.text, l.names = text, names
	return nil
}
