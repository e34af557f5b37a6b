// Package architecture tests the rules of docs/architecture.md: which package may import which,
// which words the texts may use, and that the names of an experiment's metrics stay in its
// folder.
package architecture
