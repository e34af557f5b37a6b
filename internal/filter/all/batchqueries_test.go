package all

import (
	"os"
	"runtime"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/machine"
)

// BenchmarkMany compares ContainsBatch with Contains key by key on filters of 20,000
// keys, half of the queries being keys. ROOM is the number of keys that they have
// room for: what counts is where the filter lies. With room for 200 million, 250 MB
// and more, it lies past the last cache, and is built of a million keys, so that
// every page is in use. That is not part of make test.
//
//	ROOM=200000000 go test ./internal/filter/all -run '^$' -bench Many -benchtime 5x
func BenchmarkMany(b *testing.B) {
	n, room := 20_000, 0
	if text := os.Getenv("ROOM"); text != "" {
		var err error
		if room, err = strconv.Atoi(text); err != nil || room < 1 {
			b.Fatalf("ROOM=%s: want a number of keys", text)
		}
		n = 1_000_000
	}
	queries := numbered(b, 2*n)
	keys := queries.First(n)
	out := make([]bool, queries.Len())
	for _, s := range Structures() {
		if s.Closed || !filter.Can[filter.BatchContainer](s) {
			continue
		}
		b.Run(s.Name, func(b *testing.B) {
			f, err := s.Build(keys, filter.Config{Epsilon: 0.01, Seed: 1, Capacity: room})
			if err != nil {
				b.Fatal(err)
			}
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var one, many []float64
			for b.Loop() {
				start, _ := machine.ThreadCPU()
				pass(f, queries.Text(), queries.Ends())
				between, _ := machine.ThreadCPU()
				f.(filter.BatchContainer).ContainsBatch(queries, out)
				end, _ := machine.ThreadCPU()
				one = append(one, float64((between - start).Nanoseconds()))
				many = append(many, float64((end - between).Nanoseconds()))
			}
			b.ReportMetric(middle(one)/float64(2*n), "ns/one")
			b.ReportMetric(middle(many)/float64(2*n), "ns/many")
			b.ReportMetric(middle(many)/middle(one), "many/one")
			b.ReportMetric(float64(f.Bits())/8e6, "MB")
		})
	}
}
