package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/filter"
	"hyphbench/internal/stats"
)

// Report is the result of a run, from which the tables are made.
type Report struct {
	Made     time.Time `json:"made"`
	Command  string    `json:"command"`
	Machine  string    `json:"machine"`
	Load     float64   `json:"load"` // 1-minute average before the rounds; −1 unknown
	Warnings []string  `json:"warnings,omitempty"`
	List     List      `json:"list"`
	Keys     int       `json:"keys"`
	Large    int       `json:"large,omitempty"` // keys of the large set
	Seed     uint64    `json:"seed"`
	Rounds   int       `json:"rounds"`
	Rows     []Row     `json:"rows"`
	Pairs    []Pair    `json:"pairs,omitempty"`
	Absent   []Absent  `json:"absent,omitempty"`
}

// List describes the word list.
type List struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	SHA256 string `json:"sha256"`
	Words  int    `json:"words"`
	Note   string `json:"note,omitempty"`
}

// Absent is a peer without participants.
type Absent struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// Row is one participant. Times are in ns per operation.
type Row struct {
	Figure  Figure  `json:"figure"`
	Name    string  `json:"name"`
	Version string  `json:"version,omitempty"`
	Own     bool    `json:"own,omitempty"`
	Kind    Kind    `json:"kind,omitempty"`     // of a filter
	MayLose bool    `json:"may_lose,omitempty"` // denies keys, by design
	Setting string  `json:"setting,omitempty"`
	Note    string  `json:"note,omitempty"`
	Problem string  `json:"problem,omitempty"` // the reason for missing times
	Unbuilt bool    `json:"unbuilt,omitempty"` // that reason: it cannot be built of so many keys
	Rounds  int     `json:"rounds"`
	Ops     int     `json:"ops"`               // of one section
	CPU     float64 `json:"cpu_ns"`            // median over the rounds
	Least   float64 `json:"least_ns"`          // CPU, of the best round
	Wall    float64 `json:"wall_ns"`           // median
	Check   int64   `json:"check"`             // breaks, or admitted words, of the whole list
	Against string  `json:"against,omitempty"` // denominator of the ratio: a participant of hyphbench
	Ratio   *Ratio  `json:"ratio,omitempty"`
	Found
}

// Ratio is a ratio of CPU times: the trimmed geometric mean of the rounds' ratios
// with its 95 % interval. In a Row it is that of a peer over hyphbench, in a Pair
// that of hyphbench over a peer.
type Ratio struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// residentBitsOfKey is the resident size per key.
func (r Row) residentBitsOfKey() float64 { return 8 * *r.Bytes / float64(r.Keys) }

// rowsOf summarises the runners, in the order of the table. Hyphenators are sorted
// by figure and by the participant of hyphbench compared with, filters by figure
// and kind; hyphbench comes first, then the peers by time, then those without a
// time.
func rowsOf(runners []*Runner) []Row {
	rows := make([]Row, len(runners))
	place := map[Figure]map[string]int{} // of hyphbench's participants, in the order of opening
	for i, r := range runners {
		rows[i] = rowOf(r, opponent(r, runners))
		if r.Own {
			if place[r.Figure] == nil {
				place[r.Figure] = map[string]int{}
			}
			place[r.Figure][r.Name] = i
		}
	}
	order, kinds := figures(), kindsOf(rows)
	key := func(r Row) []float64 {
		group := place[r.Figure][r.Against]
		if r.Kind != "" {
			group = slices.Index(kinds, r.Kind)
		}
		time := r.CPU
		if r.Own {
			time = float64(place[r.Figure][r.Name])
		}
		return []float64{float64(slices.Index(order, r.Figure)), float64(group), indicator(!r.Own), indicator(r.Problem != ""), time}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return slices.Compare(key(a), key(b)) })
	return rows
}

// indicator is 1 for true.
func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// opponent is the participant of hyphbench compared with r; nil for its own,
// without one, and for a filter, which has a pair with each one of its kind.
func opponent(r *Runner, runners []*Runner) *Runner {
	if r.Own || r.Kind != "" {
		return nil
	}
	for _, o := range runners {
		if o.Own && o.Figure == r.Figure && (r.Against == "" || r.Against == o.Name) {
			return o
		}
	}
	return nil
}

func rowOf(r, own *Runner) Row {
	row := Row{
		Figure: r.Figure, Name: r.Name, Version: r.Version, Own: r.Own,
		Setting: r.Setting, Note: r.Note, Found: r.Found, Kind: r.Kind, MayLose: r.MayLose,
	}
	switch {
	case own != nil:
		row.Against = own.Name
	case r.Own:
		row.Against = r.Name
	}
	if r.Problem != nil {
		_, row.Unbuilt = errors.AsType[*filter.BuildError](r.Problem)
		row.Problem = r.Problem.Error()
		return row
	}
	if len(r.Samples) == 0 {
		row.Problem = "no round was finished"
		return row
	}
	if r.Late != nil {
		row.Note = join("; ", row.Note, r.Late())
	}
	cpu, wall := perOp(r.Samples)
	about, err := stats.Describe(cpu)
	if err != nil {
		row.Problem = err.Error()
		return row
	}
	walls, err := stats.Describe(wall)
	if err != nil {
		row.Problem = err.Error()
		return row
	}
	row.Rounds, row.Ops, row.Check = about.N, r.Samples[0].Ops, r.Samples[0].Check
	row.CPU, row.Least, row.Wall = about.Median, about.Min, walls.Median
	if own != nil {
		row.Ratio = ratioOf(r, own)
	}
	return row
}

// ratioOf is the CPU time of a over that of b, paired by the rounds that both
// took part in; nil where one has no figure.
func ratioOf(a, b *Runner) *Ratio {
	if a.Problem != nil || b.Problem != nil {
		return nil
	}
	n := min(len(a.Samples), len(b.Samples))
	x, _ := perOp(a.Samples[:n])
	y, _ := perOp(b.Samples[:n])
	ratio, err := stats.Ratio(x, y, true)
	if err != nil {
		return nil
	}
	return &Ratio{Mean: math.Exp(ratio.Value), Low: math.Exp(ratio.CI().Low), High: math.Exp(ratio.CI().High)}
}

func perOp(samples []Sample) (cpu, wall []float64) {
	for _, s := range samples {
		cpu = append(cpu, s.NsPerOp())
		wall = append(wall, float64(s.Wall.Nanoseconds())/float64(s.Ops))
	}
	return cpu, wall
}

// join is strings.Join without the empty parts.
func join(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}

func readReport(path string) (*Report, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := new(Report)
	if err := json.Unmarshal(src, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}
