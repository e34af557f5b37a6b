package routing

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own.
const (
	Hops        runfolder.Metric = "hops"         // messages of a lookup
	Wrong       runfolder.Metric = "wrong_turns"  // hops of a lookup that were proposed and led no nearer
	Walked      runfolder.Metric = "walked"       // hops of a lookup that nothing proposed
	Direct      runfolder.Metric = "direct"       // share of the lookups that took a shortest way
	Found       runfolder.Metric = "found"        // share of the lookups that ended without a hop that nothing proposed
	Distance    runfolder.Metric = "distance"     // share of the lookups within reach whose distance is told rightly
	Absent      runfolder.Metric = "absent"       // messages of a lookup of what nobody has
	LookupBytes runfolder.Metric = "lookup_bytes" // sent for a lookup
	Message     runfolder.Metric = "message"      // largest message that tells a neighbour all that a node knows
	Advert      runfolder.Metric = "advert"       // bytes sent until all nodes know, changes alone after the first message
	Update      runfolder.Metric = "update"       // bytes sent for each device that moved
	Fill        runfolder.Metric = "fill"         // share of the bits (cells) that are set, by level
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Hops, Title: "messages of a lookup", Flat: true},
		{Name: Wrong, Title: "wrong turns of a lookup", Flat: true},
		{Name: Walked, Title: "random steps of a lookup", Flat: true},
		{Name: Direct, Title: "lookups on a shortest way", Unit: "%", Factor: 100, Flat: true},
		{Name: Found, Title: "lookups found by filters alone", Unit: "%", Factor: 100, Flat: true},
		{Name: Distance, Title: "distances told rightly", Unit: "%", Factor: 100, Flat: true},
		{Name: Absent, Title: "messages of a lookup of what nobody has", Flat: true},
		{Name: LookupBytes, Title: "bytes of a lookup", Flat: true},
		{Name: Message, Title: "largest message to a neighbour", Flat: true},
		{Name: Advert, Title: "bytes told before lookups", Flat: true},
		{Name: Update, Title: "bytes told for a device that moved", Flat: true},
		{Name: Fill, Title: "bits set, by level", Unit: "%", Factor: 100, Flat: true},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisScene, Type: "string", Description: "world: tree, quadtree with devices that move, random graph"},
		{Name: axisBits, Type: "integer", Description: "bits of a message of filters"},
		{Name: axisDepth, Type: "integer", Description: "hops that filters reach in the graph"},
		{Name: axisTimes, Type: "integer", Description: "times that a tenth of the devices moved"},
		{Name: axisLevel, Type: "integer", Description: "hops below the root; in the graph, from the node that asks"},
	}
}

// headlines are which way needs the fewest messages and bytes, beside exact tables, the
// first of the run.
func headlines() []answer.Headline {
	return []answer.Headline{{Metric: Hops, By: axisScene}, {Metric: LookupBytes, By: axisScene}}
}
