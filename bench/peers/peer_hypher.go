package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const npmFolder = "npm"

// openNpm starts the thesis's stack, a Node process for each of its modes.
func openNpm(in *Input) (all []*Participant, err error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, errors.New("no node: want nodejs and npm")
	}
	hypher, bloomFilters := npmVersion("hypher"), npmVersion("bloom-filters")
	if hypher == "" || bloomFilters == "" {
		return nil, errors.New("its packages are not installed: want npm ci in bench/peers/npm")
	}
	words, err := in.writeWords()
	if err != nil {
		return nil, err
	}
	hyphenex, err := in.writeExceptions("hyphenex.txt", in.Hyphenex)
	if err != nil {
		return nil, err
	}
	merged, err := in.writeExceptions("merged.txt", in.Merged)
	if err != nil {
		return nil, err
	}
	runtime := nodeVersion(node)
	for _, setup := range []struct {
		figure     Figure
		mode       string
		name       string
		version    string
		exceptions string
		truth      Rule
		note       string
	}{
		{Text, "text", "npm hypher + join", hypher, merged, TeXExceptions, "takes exceptions as written, without TeX's minima"},
		{PassNone, "none", "npm hypher", hypher, hyphenex, HypherPatterns, ""},
		{PassStore, "object", "npm hypher", hypher, hyphenex, HypherGuarded, ""},
		{PassBloom, "bloom", "npm hypher + bloom-filters", hypher + " + " + bloomFilters, hyphenex, HypherGuarded, ""},
		{PassCuckoo, "cuckoo", "npm hypher + bloom-filters", hypher + " + " + bloomFilters, hyphenex, HypherGuarded,
			"its cuckoo filter loses keys; their words are answered by the patterns"},
	} {
		c, err := startChild(context.Background(), in.Words.Len(), node, "--expose-gc",
			filepath.Join(npmFolder, "harness.js"), setup.mode, words, setup.exceptions)
		if err != nil {
			closeAll(all)
			return nil, err
		}
		p := &Participant{
			Figure: setup.figure, Name: setup.name, Version: setup.version, Setting: runtime, Note: setup.note,
			Section: c.section, Breaks: c.breaks, Truth: setup.truth, Close: c.Close,
			Found: Found{Bytes: some(float64(c.hello.Bytes))},
		}
		all = append(all, p)
		if setup.figure == PassBloom || setup.figure == PassCuckoo {
			var errors checked
			if err := c.request("check", &errors); err != nil {
				closeAll(all)
				return nil, err
			}
			p.Found.FP, p.Found.FN = some(errors.FP), some(errors.FN)
			p.Found.FPRate = some(float64(errors.FP) / float64(in.Sets[0].negatives()))
		}
	}
	return all, nil
}

// npmVersion is the version of an installed package; empty without it.
func npmVersion(name string) string {
	src, err := os.ReadFile(filepath.Join(npmFolder, "node_modules", name, "package.json"))
	if err != nil {
		return ""
	}
	var about struct{ Version string }
	if json.Unmarshal(src, &about) != nil {
		return ""
	}
	return about.Version
}

func nodeVersion(node string) string {
	out, err := exec.Command(node, "--version").Output()
	if err != nil {
		return ""
	}
	return "Node " + strings.TrimSpace(string(out))
}
