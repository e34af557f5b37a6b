package main

import (
	"runtime"
	"runtime/debug"
)

func goVersion() string { return runtime.Version() }

// moduleVersion is the version of a Go module that this program was built
// with; empty in a build that does not record it, such as that of a test.
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
