//go:build race

package thesis

const raceDetector = true
