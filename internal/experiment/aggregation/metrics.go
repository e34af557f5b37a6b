package aggregation

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own. All but the bytes are shares of the true number of
// different items.
const (
	Estimate runfolder.Metric = "estimate" // median of the nodes' estimates
	Error    runfolder.Metric = "error"    // mean over the nodes of what they are off
	Worst    runfolder.Metric = "worst"    // the furthest off of them
	Bytes    runfolder.Metric = "bytes"    // sent by all nodes up to the step
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Estimate, Title: "estimate of the middle node, of the true number", Unit: "%", Factor: 100},
		{Name: Error, Title: "mean error of a node", Unit: "%", Factor: 100},
		{Name: Worst, Title: "error of the node furthest off", Unit: "%", Factor: 100},
		{Name: Bytes, Title: "bytes sent by all nodes so far", Unit: "kB", Factor: 1e-3},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisStep, Type: "integer", Description: "how often each node has sent what it knows"},
		{Name: axisNodes, Type: "integer", Description: "nodes that count together"},
		{Name: axisCopies, Type: "integer", Description: "how many nodes have each item"},
	}
}

// headlines are the bytes beside those of the exact union, a line for each way.
func headlines() []answer.Headline {
	return []answer.Headline{{Metric: Bytes, To: exactUnion}}
}
