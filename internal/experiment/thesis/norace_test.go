//go:build !race

package thesis

const raceDetector = false
