package semijoin

import (
	"hyphbench/internal/experiment"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own.
const (
	Bytes   runfolder.Metric = "bytes"   // of all messages of a join, frames included
	Told    runfolder.Metric = "told"    // of the first message: the keys or their filter
	Removed runfolder.Metric = "removed" // rows that were shipped and have no partner
	Time    runfolder.Metric = "time"    // of a join, messages over loopback
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Bytes, Title: "bytes of a join", Unit: "kB", Factor: 1e-3},
		{Name: Told, Title: "bytes of the keys or their filter", Unit: "kB", Factor: 1e-3},
		{Name: Removed, Title: "rows shipped for nothing"},
		{Name: metric.FPRTheory, Title: "false-positive rate by theory", Unit: "%", Factor: 100},
		{Name: Time, Title: "one join over loopback", Op: "join"},
	}
}

// columnStructure names the structure of a filter.
const columnStructure = "structure"

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return append([]runfolder.Field{
		{Name: runfolder.ProcessCPUColumn, Type: "integer", Description: "CPU time of all threads of the process in the section, in ns"},
		{Name: axisN, Type: "integer", Description: "rows of each of the two tables"},
		{Name: axisShare, Type: "number", Description: "share of a table's rows that have a partner in the other"},
		{Name: columnStructure, Type: "string", Description: "structure of the filter; empty where none is shipped"},
	}, experiment.SectionFields()...)
}

// headlines are what each way ships beside the whole table, then what it takes.
func headlines() []answer.Headline {
	return []answer.Headline{{Metric: Bytes, To: shipAll, By: axisShare}, {Metric: Time, To: shipAll, By: axisN}}
}
