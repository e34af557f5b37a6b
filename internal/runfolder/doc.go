// Package runfolder keeps a run on disk.
//
// A run is one folder, <UTC time>-<experiment>, below a parent folder. It
// holds measurements.csv (one line per measurement), run.json (everything that
// identifies the run) and whatever is derived from these two.
//
// Guarantee: a measurement whose Append returned is on disk, once, whatever
// ends the process afterwards: a line is written with one write; an unfinished
// last line is skipped. Each line
// carries a checksum of itself and of the line before it, so that a file that
// was cut, edited or reordered is rejected, with the line named. A failure of
// power loses at most the rows since the last fsync. run.json is
// replaced atomically. A parent folder has one writer at a time.
// Cost: one write system call per measurement; one fsync per round.
package runfolder
