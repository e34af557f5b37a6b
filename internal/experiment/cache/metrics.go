package cache

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own. Shares are of the requests of a stream, unless their
// titles say of what.
const (
	Writes       runfolder.Metric = "writes"        // objects written to the cache
	BytesWritten runfolder.Metric = "bytes_written" // their bytes, of those requested
	Hits         runfolder.Metric = "hit_rate"      // requests that the cache serves
	ByteHits     runfolder.Metric = "byte_hit_rate" // bytes that it serves, of those requested
	OnceWritten  runfolder.Metric = "once_written"  // objects requested once that are written, of all such
	Late         runfolder.Metric = "late"          // later requests that were neither served nor admitted
	Once         runfolder.Metric = "once"          // objects requested once, of all objects
	Memory       runfolder.Metric = "rule_memory"   // nominal size of what the rule remembers
	Request      runfolder.Metric = "request"       // one request: the cache's lists and the rule, no disk
	DiskTime     runfolder.Metric = "disk"          // one request: what it writes to a disk, until that has it
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Writes, Title: "objects written, of the requests", Unit: "%", Factor: 100},
		{Name: BytesWritten, Title: "bytes written, of those requested", Unit: "%", Factor: 100},
		{Name: Hits, Title: "hits, of the requests", Unit: "%", Factor: 100},
		{Name: ByteHits, Title: "bytes served from the cache, of those requested", Unit: "%", Factor: 100},
		{Name: OnceWritten, Title: "one-hit wonders written, of all of them", Unit: "%", Factor: 100},
		{Name: Late, Title: "later requests not admitted, of the requests", Unit: "%", Factor: 100},
		{Name: Once, Title: "one-hit wonders, of all objects", Unit: "%", Factor: 100, Flat: true},
		{Name: Memory, Title: "memory of the rule", Unit: "KiB", Factor: 1.0 / (8 << 10)},
		{Name: Request, Title: "one request, without the disk", Op: "request"},
		{Name: DiskTime, Title: "writes to a disk, of one request", Op: "request"},
	}
}

// titles are those of the rules that are no structures of the program's list, and of
// those that are none of a filter alone.
func titles() map[string]string {
	return map[string]string{
		everything: "LRU cache that admits everything",
		seenSet:    "exact set of all objects seen",
		recent:     "exact list of the last objects",
		aging:      "aging Bloom filter with two buffers",
		sliding:    "age-partitioned Bloom filter",
		tinyLFU:    "TinyLFU of ristretto (its counts vary)",
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisStream, Type: "string", Description: "what is requested: web, a synthetic stream by popularity with objects that are requested once; text, the words of running text"},
		{Name: axisCapacity, Type: "number", Description: "bytes of the cache, as a share of the bytes of all objects; empty where it stands at the parameter middle"},
		{Name: axisWindow, Type: "number", Description: "objects that the rule is made for, as a share of all objects; empty where it stands at the parameter middle"},
	}
}

// headlines are what is written, and what the decision costs, beside a cache that admits
// everything.
func headlines() []answer.Headline {
	return []answer.Headline{{Metric: Writes, By: axisStream}, {Metric: Request, By: axisStream}}
}
