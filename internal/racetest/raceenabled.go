//go:build race

package racetest

// Enabled says that the program was built with the race detector.
const Enabled = true
