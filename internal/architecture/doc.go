// Package architecture holds the test of the walls of docs/architecture.md: which
// package may import which, and that the names of an experiment's metrics stay
// within its folder.
package architecture
