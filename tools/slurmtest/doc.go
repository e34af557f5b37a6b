// Package slurmtest runs the templates of deploy/slurm by the real Slurm.
//
// Guarantee: a run in shards, of which one was killed and submitted again, is merged into
// the run made in one piece, in all that is not time; the job that gathers the shards
// names the one that is lost.
// Cost: a minute, and root. munged, slurmctld and slurmd are started from a temporary
// folder, on ports of their own, and stopped with every job at the end; nothing is read
// from /etc or written there. Without root, or without Debian's slurm-wlm and munge, the
// tests skip.
package slurmtest
