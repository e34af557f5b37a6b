package reconcile

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own.
const (
	Bytes     runfolder.Metric = "bytes"     // sent in both directions, with the frames of the messages
	Messages  runfolder.Metric = "messages"  // likewise
	CPU       runfolder.Metric = "cpu"       // of the threads of the two peers
	Missing   runfolder.Metric = "missing"   // keys of S_A − S_B that an approximate method does not find
	Extra     runfolder.Metric = "extra"     // keys sent for the intersection that are not in it
	Questions runfolder.Metric = "questions" // of A to the summary of B
	Tables    runfolder.Metric = "tables"    // until one peels
	Cells     runfolder.Metric = "cells"     // of the table that peels, or symbols needed, for each difference
	Symbols   runfolder.Metric = "symbols"   // of a trial: for each difference
	Threshold runfolder.Metric = "threshold" // of a trial: cells a key at which a large table begins to peel
	Off       runfolder.Metric = "off"       // how far an estimate of the number of differences is off, as a share of it
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Bytes, Title: "bytes sent, both directions", Flat: true},
		{Name: Messages, Title: "messages, both directions", Flat: true},
		{Name: Missing, Title: "keys of the difference not found", Flat: true},
		{Name: Extra, Title: "keys sent in vain for the intersection", Flat: true},
		{Name: Cells, Title: "cells or symbols for each difference", Flat: true},
		{Name: Tables, Title: "tables until one peels", Flat: true},
		{Name: Off, Title: "error of the number of differences", Unit: "%", Factor: 100, Flat: true},
		{Name: Symbols, Title: "rateless symbols for each difference, simulated", Flat: true},
		{Name: Threshold, Title: "least cells a key of a large table, simulated", Flat: true},
		{Name: Questions, Title: "questions to the summary of the peer", Flat: true},
		{Name: CPU, Title: "CPU time of both peers", Flat: true},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisTask, Type: "string", Description: "what peer B wants of peer A: the difference S_A − S_B, the intersection, or the size of the symmetric difference"},
		{Name: axisD, Type: "integer", Description: "keys that one of the peers has alone, half of them each"},
		{Name: axisN, Type: "integer", Description: "keys of peer A"},
	}
}

// headlines are what is sent by task, against sending all keys.
func headlines() []answer.Headline {
	return []answer.Headline{
		{Metric: Bytes, To: allKeys, By: axisTask}, {Metric: CPU, To: allKeys},
	}
}
