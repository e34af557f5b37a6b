package fbl

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment, a row for each point (n, b, k, quantisation). All
// but the elements are numbers without a unit.
const (
	Mean          runfolder.Metric = "mean"           // mean of the estimates ĉ (equation 5)
	SD            runfolder.Metric = "sd"             // their standard deviation (equation 6)
	MSE           runfolder.Metric = "mse"            // mean of (ĉ − c)² (equation 7)
	BitOccupancy  runfolder.Metric = "bit_occupancy"  // share of 1-bits among m·b, as the paper defines it
	CellOccupancy runfolder.Metric = "cell_occupancy" // share of cells that are not 0
	Overestimated runfolder.Metric = "overestimated"  // share of elements whose estimate has a larger code than their own c

	// QuantisationError is the largest |quantised c − c| of all confidences,
	// without a filter; one row for each b.
	QuantisationError runfolder.Metric = "quantisation_error"

	// UnlikeBloom is how many cells and answers differ from a Bloom filter's
	// where all elements have c = 1; one row for each shape.
	UnlikeBloom runfolder.Metric = "unlike_bloom"

	// Elements added when an occupancy is first reached, of Figure 4.
	BitCapacity  runfolder.Metric = "elements_at_bit_occupancy"
	CellCapacity runfolder.Metric = "elements_at_cell_occupancy"
)

// metrics are in the order of display. The figures of the experiment show its
// curves; none is a line.
func metrics() []metric.Definition {
	list := []metric.Definition{
		{Name: Mean, Title: "mean of the estimates"},
		{Name: SD, Title: "standard deviation of the estimates"},
		{Name: MSE, Title: "mean squared error of the estimates"},
		{Name: BitOccupancy, Title: "share of bits that are 1"},
		{Name: CellOccupancy, Title: "share of cells that are not 0"},
		{Name: Overestimated, Title: "share of estimates with a larger code than the element's own"},
		{Name: QuantisationError, Title: "largest error of quantisation alone"},
		{Name: UnlikeBloom, Title: "cells and answers that differ from a Bloom filter's, all c being 1"},
		{Name: BitCapacity, Title: "elements at which an occupancy by bits is reached"},
		{Name: CellCapacity, Title: "elements at which an occupancy by cells is reached"},
	}
	for i := range list {
		list[i].Flat = true
	}
	return list
}

// Axes and columns of the experiment's own, in their order.
const (
	axisN            = "n"
	axisB            = "b"
	axisK            = "k"
	axisQuantisation = "quantisation" // floor, round, ceiling; "none" for c itself
	axisOccupancy    = "occupancy"    // to be reached, of Figure 4
	columnSE         = "se"           // standard error of value; empty where there are too few iterations for one
)

// unquantised is the quantisation of the rows about c itself.
const unquantised = "none"

func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisN, Type: "integer", Description: "elements in the filter; empty where it does not apply, like the next four"},
		{Name: axisB, Type: "integer", Description: "bits in a cell"},
		{Name: axisK, Type: "integer", Description: "hash functions"},
		{Name: axisQuantisation, Type: "string", Description: "how a confidence becomes a code"},
		{Name: axisOccupancy, Type: "number", Description: "share that was to be reached"},
		{Name: columnSE, Type: "number", Description: "standard error of value; empty where there is none"},
	}
}
