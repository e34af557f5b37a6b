//go:build race

package filtertest

// raceDetector says that the program was built with it.
const raceDetector = true
