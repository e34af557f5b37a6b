// Package slurmtest runs the templates of deploy/slurm with a real Slurm.
//
// Guarantee: a run in shards, one of which was killed and submitted again, is merged into the
// same run as one that was not divided, except for times. The job that collects the shards
// names the lost shard.
// Cost: a minute, and root. munged, slurmctld and slurmd are started from a temporary folder,
// on ports of their own, and stopped with every job at the end; nothing is read from /etc or
// written there. Without root, or without Debian's slurm-wlm and munge, the tests skip.
package slurmtest
