package linear

import (
	"fmt"
	"math"

	"hyphbench/internal/filter/bloom"
)

// Expected is what is expected of a filter of keys whose confidences are uniform in
// [0, 1].
type Expected struct {
	Overestimated float64 // share of the keys whose estimate is above their own code
	RMS           float64 // root of the mean squared error of a key's confidence
	Known         float64 // share of negatives with a confidence above 0
}

// Expect computes it for n keys. An estimate reaches code j if keys of that code or more
// cover all k cells, as negatives get through a Bloom filter of these keys; with T codes
// above 0, each as likely, the mean squared error (the paper's equation 7) is
//
//	1/T²·(1/3 + 1/T·Σ j(j − 1)·P(j)), j = 1 … T
//
// of which 1/(3T²) is that of the quantisation. The number of these keys, which is
// binomial, is put at its mean. It fails for a quantisation other than the paper's.
func Expect(cfg Config, n int) (Expected, error) {
	if cfg.Quantisation != Floor {
		return Expected{}, fmt.Errorf("expected errors of the quantisation %v: want %v", cfg.Quantisation, Floor)
	}
	if n < 1 {
		return Expected{}, fmt.Errorf("expected errors of %d keys: want 1 or more", n)
	}
	if _, err := New(cfg); err != nil {
		return Expected{}, err
	}
	moments := make([]float64, n) // by the number of other keys, where they were wanted
	for i := range moments {
		moments[i] = math.NaN()
	}
	covered := func(keys int) float64 {
		if math.IsNaN(moments[keys]) {
			moments[keys] = bloom.OccupancyMoment(cfg.Cells, keys*cfg.Hashes, cfg.Hashes)
		}
		return moments[keys]
	}
	codes := float64(TopCode(cfg.CellBits))
	var e Expected
	squares := 0.0
	for j := 1.0; j <= codes; j++ {
		p := covered(int(math.Round(float64(n-1) * (codes - j) / codes)))
		e.Overestimated += p / codes
		squares += j * (j - 1) * p / codes
	}
	e.RMS = math.Sqrt(1.0/3+squares) / codes
	e.Known = bloom.OccupancyMoment(cfg.Cells, int(math.Round(float64(n)*(codes-1)/codes))*cfg.Hashes, cfg.Hashes)
	return e, nil
}
