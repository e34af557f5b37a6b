// Package cache measures a filter in front of a cache on a disk. An object is written at its
// second request. So objects that are requested once (one-hit wonders) are not written.
//
// Guarantee: what is admitted, written and found is counted request by request. A rule that
// forgets what it must remember, an object that is served and was not written, or more bytes in
// the cache than it has ends the run. The streams, sizes and hash functions of a round depend
// on the seed and on the round alone; only the counts of TinyLFU vary a little, because its
// library works in goroutines.
// Cost: see --dry-run; some 100 bytes per request in memory.
// Source: the article, the section on cache filtering, whose numbers are from Maggs and
// Sitaraman 2015 (Akamai).
//
// A trial is a stream of requests to a cache with a rule of admission (requeststream.go,
// admissionrules.go). lrureplay.go carries out the requests, and measure.go measures them.
package cache

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

//go:embed help.txt
var help string

// Names of the axes, and the streams on the first.
const (
	Stream   axis.NameAxis  = "stream"
	Capacity axis.ShareAxis = "capacity"
	Window   axis.ShareAxis = "window"

	web    = "web"
	cdn    = "cdn" // of Akamai's shape
	inText = "text"

	middles = "middle" // the parameter: what the axes stand at that are not varied
)

// Metrics of the experiment's own, in the order of display. Memory is nominal; a request is
// the cache's lists and the rule, and on a disk what it writes there, until that has it.
var (
	metrics metric.List

	Writes       = metrics.Percent("writes", "objects written, of the requests", "objetos gravados, das requisições")
	BytesWritten = metrics.Percent("bytes_written", "bytes written, of those requested", "bytes gravados, dos requisitados")
	Hits         = metrics.Percent("hit_rate", "hits, of the requests", "acertos, das requisições")
	ByteHits     = metrics.Percent("byte_hit_rate", "bytes served from the cache, of those requested", "bytes servidos pelo cache, dos requisitados")
	OnceWritten  = metrics.Percent("once_written", "one-hit wonders written, of all of them", "objetos pedidos uma só vez que são gravados, de todos eles")
	Late         = metrics.Percent("late", "later requests not admitted, of the requests", "requisições posteriores não admitidas, das requisições") // nor served
	Once         = metrics.Share("once", "one-hit wonders, of all objects", "objetos pedidos uma só vez, de todos os objetos")
	Few          = metrics.Share("few", "objects requested fewer than four times, of all objects", "objetos pedidos menos de quatro vezes, de todos os objetos")
	Memory       = metrics.Add(metric.Definition{Name: "rule_memory", Rows: "bits", Unit: "KiB", Factor: 1.0 / (8 << 10),
		Title: "memory of the rule", Portuguese: "memória da regra"})
	Request  = metrics.Time("request", "request", "one request, without the disk", "uma requisição, sem o disco")
	DiskTime = metrics.Time("disk", "request", "writes to a disk, of one request", "gravações em disco, de uma requisição")
)

// methods are the rules in the order of display: titles are those of rules that are no
// structures of the program's list, and of those that are none of a filter alone.
func methods() (list []trial.Method) {
	titles := map[string]bilingual.Text{
		everything: {EN: "LRU cache that admits everything", PT: "cache LRU que admite tudo"},
		seenSet:    {EN: "exact set of all objects seen", PT: "conjunto exato de todos os objetos vistos"},
		recent:     {EN: "exact list of the last objects", PT: "lista exata dos últimos objetos"},
		aging:      {EN: "aging Bloom filter with two buffers", PT: "Bloom filter com envelhecimento, de dois buffers"},
		sliding:    {EN: "age-partitioned Bloom filter", PT: "Bloom filter particionado por idade"},
		tinyLFU:    {EN: "TinyLFU of ristretto (its counts vary)", PT: "TinyLFU do ristretto (suas contagens variam)"},
	}
	for _, rule := range rules() {
		list = append(list, trial.Method{Name: rule, Title: titles[rule]})
	}
	return list
}

// caching is what is requested, as the flags say. The defaults were decided before anything
// was measured.
type caching struct {
	once     flagvalue.ShareList
	requests flagvalue.AtLeast
	file     trial.Path
	eps      flagvalue.Rate
	text     *corpus.Text
}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	x := &caching{
		requests: flagvalue.AtLeast{Value: 300_000, Least: 1000, Why: "a cache of a hundredth of them needs a few objects"},
		eps:      flagvalue.Rate{Value: axis.Per / 100},
	}
	_ = x.once.Set("0.75") // the article: nearly three quarters
	return trial.New(trial.Spec{
		Name: "cache", Title: "one-hit wonders kept out of a cache on a disk: writes and hits", Help: help,
		Axes: []trial.Axis{
			{Of: Stream, Values: func() []string { return []string{web, cdn, inText} },
				About: "what is requested: web, a synthetic stream by popularity with objects that are requested once; cdn, objects as often requested as in the caches of Akamai; text, the words of running text"},
			{Of: Capacity, Default: "0.01,0.02,0.05,0.1,0.2", Quick: "0.02,0.1",
				Usage: "sizes of the cache, as shares of the bytes of all objects: 0.01,0.1 or 1%..5%",
				About: "bytes of the cache, as a share of the bytes of all objects; empty where it stands at the parameter middle"},
			{Of: Window, Default: "0.05,0.1,0.25,0.5,1", Quick: "0.1,0.25",
				Usage: "number of objects that a rule remembers, as shares of all objects; then it forgets",
				About: "number of objects that the rule remembers, as a share of all objects; empty where it stands at the parameter middle"},
		},
		Flags: []trial.Flag{
			{Name: "once", Value: &x.once, Usage: "in the stream 'web', share of objects that are requested once, below 1"},
			{Name: "requests", Value: &x.requests, Quick: "60000", Usage: "requests per stream; the text gives as many words, from its beginning"},
			{Name: "text", Value: &x.file, File: true, Usage: "file of running text; its words are the objects of the stream 'text' (default: the King James Bible)"},
			{Name: "eps", Value: &x.eps, Usage: "false-positive rate"},
		},
		Reps:    trial.Reps{Default: 10, Least: 2, Why: "an interval over streams needs at least 2", Quick: "3", Usage: "repetitions of each measurement, 2 or more; each has its own stream and hash function"},
		Seed:    "seed of the synthetic streams, the object sizes and the hash functions",
		Quick:   "fewer requests, sizes and streams: less than half a minute",
		Methods: methods(),
		Metrics: metrics,
		Words: map[string]string{
			"stream": "fluxo", "capacity": "capacidade", "window": "lembrados", "web": "web", "cdn": "cdn", "text": "texto", "*/request": "*/requisição",
			vary: "Os números do tinylfu variam entre execuções, pois sua biblioteca trabalha em paralelo e descarta algumas requisições.",
			// As runs before have it.
			"The counts of tinylfu vary: its library counts requests in lossy buffers and goroutines of its own.": "As contagens do tinylfu variam: sua biblioteca conta requisições em buffers com perdas e em goroutines próprias.",
		},
		Headlines: []answer.Headline{{Metric: Writes, By: string(Stream)}, {Metric: Request, By: string(Stream)}}, // what is written, and what the decision costs
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials:    x.trials,
		Shuffled:  true,
	})
}

// vary is a note of the run.
const vary = "The numbers of tinylfu vary between runs, because its library works in parallel and drops some requests."

func (x *caching) prepare(r *trial.Run) (err error) {
	if len(x.once.Values) != 1 || x.once.Values[0] >= 1 {
		return fmt.Errorf("--once=%s: want one share below 1: of objects that are all requested once no request is a hit", x.once.String())
	}
	if r.Shares(Capacity)[0] <= 0 {
		return errors.New("--capacity: a cache of no bytes holds nothing: want shares above 0")
	}
	if r.Shares(Window)[0] <= 0 {
		return errors.New("--window: a filter of no objects remembers nothing: want shares above 0")
	}
	if x.text, err = corpus.LoadText(string(x.file)); err != nil {
		return err
	}
	r.Inputs, r.Notes = append(r.Inputs, x.text.Input), append(r.Notes, vary)
	capacity, window := middle(r)
	r.Parameters = map[string]string{
		"requests": strconv.Itoa(x.requests.Value), "once": x.once.String(), "eps": x.eps.String(),
		middles: axis.ShareText(capacity) + "," + axis.ShareText(window),
	}
	return nil
}

// middle is where the axes stand that are not varied.
func middle(r *trial.Run) (capacity, window float64) {
	return workload.Middle(r.Shares(Capacity), 0.1), workload.Middle(r.Shares(Window), 0.25)
}

// place is a cache behind a rule, to which a stream goes.
type place struct {
	stream, rule     string
	capacity, window float64
}

// trials have of each stream every capacity, then everything that is remembered, beside
// which the rules that are made for no number of objects stand off the axis. A point has a
// value on the axis that is varied, so that all rules have points in common.
func (x *caching) trials(r *trial.Run) (list []trial.Trial) {
	capacity, window := middle(r)
	for _, stream := range []string{web, cdn, inText} {
		add := func(p place, at ...axis.Place) {
			off := len(at) == 0 || at[0].Axis != string(Capacity)
			list = append(list, trial.Trial{
				Method: p.rule, At: append(at, Stream.At(stream)), Reports: reports(p, off, !off && p.capacity == capacity),
				Unwarmed: []runfolder.Metric{DiskTime},
				Do:       func(t *trial.T) error { return x.play(t, p) },
			})
		}
		for _, rule := range rules() {
			for _, c := range r.Shares(Capacity) {
				add(place{stream, rule, c, window}, Capacity.At(c))
			}
			if !forgets(rule) {
				add(place{stream, rule, capacity, window})
				continue
			}
			for _, w := range r.Shares(Window) {
				add(place{stream, rule, capacity, w}, Window.At(w))
			}
		}
	}
	return list
}

// reports are the metrics at a place, off the axis of capacities or on it. The clock runs at
// its middle alone. A library that is waited for has no time, nor has a list that knows
// objects by their numbers.
func reports(p place, off, atMiddle bool) []runfolder.Metric {
	list := []runfolder.Metric{Writes, BytesWritten, Hits, ByteHits, OnceWritten}
	switch {
	case p.rule == everything && off:
		list = append(list, Once, Few)
	case p.rule == tinyLFU:
		list = append(list, Late)
	case p.rule != everything:
		list = append(list, Late, Memory)
	}
	if atMiddle && p.rule != tinyLFU && p.rule != recent {
		list = append(list, Request)
	}
	if atMiddle && p.stream != inText {
		list = append(list, DiskTime)
	}
	return list
}
