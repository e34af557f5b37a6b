package main

import (
	"fmt"
	"slices"
	"strings"
)

// target is a system that a program is built for.
type target struct{ OS, Arch string }

func (t target) String() string { return t.OS + "/" + t.Arch }

// program is the file name of hyphbench there.
func (t target) program() string {
	if t.OS == "windows" {
		return "hyphbench.exe"
	}
	return "hyphbench"
}

// extension is that of the archive: what the system opens by itself.
func (t target) extension() string {
	if t.OS == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

func allTargets() []target {
	return []target{
		{"linux", "amd64"}, {"linux", "arm64"},
		{"darwin", "amd64"}, {"darwin", "arm64"},
		{"windows", "amd64"}, {"windows", "arm64"},
	}
}

func joinTargets(targets []target) string {
	names := make([]string, len(targets))
	for i, t := range targets {
		names[i] = t.String()
	}
	return strings.Join(names, ",")
}

func parseTargets(text string) ([]target, error) {
	var list []target
	for name := range strings.SplitSeq(text, ",") {
		os, arch, _ := strings.Cut(name, "/")
		t := target{os, arch}
		if !slices.Contains(allTargets(), t) {
			return nil, fmt.Errorf("-targets: %q is none: want some of %s", name, joinTargets(allTargets()))
		}
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list, nil
}
