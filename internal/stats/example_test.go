package stats_test

import (
	"fmt"
	"log"
	"math"

	"hyphbench/internal/stats"
)

// Repetitions of a cell, in ms.
func ExampleDescribe() {
	d, err := stats.Describe([]float64{9, 4, 4, 2, 5, 7, 5, 4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f ± %.1f ms, median %.1f, %d outlier\n", d.Mean, d.HalfWidth, d.Median, d.Outliers)
	// Output:
	// 5.0 ± 1.8 ms, median 4.5, 1 outlier
}

// Anscombe's first data set (1973).
func ExampleOLS() {
	x := []float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5}
	y := []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68}
	line, err := stats.OLS(x, y)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("y = %.2f + %.3f·x, slope in [%.2f, %.2f], p = %.4f, R² = %.2f\n",
		line.Intercept, line.Slope, line.SlopeCI.Low, line.SlopeCI.High, line.P, line.R2)
	// Output:
	// y = 3.00 + 0.500·x, slope in [0.23, 0.77], p = 0.0022, R² = 0.67
}

// Two filters, measured in the same rounds. All of round 2 was slow, and the
// cuckoo filter's part of round 4: neither moves the ratio.
func ExampleRatio() {
	bloom := []float64{15.2, 22.9, 15.0, 15.1, 15.1, 15.0, 15.2, 15.1, 15.0, 15.1}
	cuckoo := []float64{14.8, 22.2, 14.5, 19.7, 14.7, 14.6, 14.7, 14.6, 14.6, 14.7}
	r, err := stats.Ratio(cuckoo, bloom, true)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f × [%.3f, %.3f]\n", math.Exp(r.Value), math.Exp(r.CI().Low), math.Exp(r.CI().High))
	// Output:
	// 0.972 × [0.968, 0.976]
}

// Of five tests at 5 %, each on its own, four reject. Holm's correction bounds the
// family-wise error rate: two remain.
func ExampleHolm() {
	for _, p := range stats.Holm([]float64{0.01, 0.04, 0.03, 0.005, 0.9}) {
		fmt.Printf("%.3f\n", p)
	}
	// Output:
	// 0.040
	// 0.090
	// 0.090
	// 0.025
	// 0.900
}

// Welch's test is a contrast with the weights 1 and −1.
func ExampleContrast() {
	a := []float64{3.1, 2.9, 3.4, 3.3}
	b := []float64{2.1, 2.6, 1.8, 2.2, 2.9}
	d, err := stats.Contrast([]float64{1, -1}, [][]float64{a, b})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f [%.2f, %.2f], p = %.4f\n", d.Value, d.CI().Low, d.CI().High, d.P())
	// Output:
	// 0.85 [0.31, 1.40], p = 0.0082
}
