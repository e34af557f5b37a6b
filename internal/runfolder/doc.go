// Package runfolder keeps a run on disk.
//
// A run is one folder, <UTC time>-<experiment>, below a parent folder. It
// holds measurements.csv (one line per measurement), run.json (everything that
// identifies the run) and whatever is derived from these two.
//
// Guarantee: a measurement whose Append returned is on disk, once, whatever
// ends the process afterwards, and Open gives it back as it was: a line is
// written with one write; an unfinished last line is skipped; a row that could
// not be read again is refused. A failure of power loses at most the rows since
// the last fsync. run.json is
// replaced atomically. A parent folder has one writer at a time.
//
// Guarantee: no bit of either file changes unnoticed. run.json ends with the
// SHA-256 of its bytes, its seal. It says how many rows measurements.csv has,
// and the checksum up to there. The header of measurements.csv must be the one
// of run.json; each line carries a checksum of itself and of all lines before
// it. Rows of a killed run that came after its last run.json, at most a second
// and a round before the kill, are covered by these checksums alone: they can
// be cut off, but not changed. Runs of the first schema have no seal.
//
// Cost: one write system call per measurement; one fsync per round, with a new
// run.json once a second at most. A resumed run is read line by line and not
// kept in memory.
package runfolder
