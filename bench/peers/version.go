package main

import (
	"runtime"
	"runtime/debug"
)

func goVersion() string { return runtime.Version() }

// moduleVersion is the version of a Go module in this program; empty in a build
// without that record, such as a test's.
func moduleVersion(path string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, dep := range info.Deps {
		if dep.Path == path {
			return dep.Version
		}
	}
	return ""
}
