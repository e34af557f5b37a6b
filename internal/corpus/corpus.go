// Package corpus loads the inputs: the word list, the patterns and the exceptions. It builds
// the hyphenator and the keys from them.
//
// Guarantee: every input is identified by its SHA-256. Only an input with a pinned checksum
// gets the title of a known input. Every input that is not the thesis's has a note. A fetched
// file appears only when it is complete and verified.
// Cost: reading and hashing; about 0.1 s for the embedded word list, which is compressed; about
// 3 ms for a hyphenator.
// Source: the thesis's three inputs, of the sizes that it gives. NOTICE.md has their origins,
// licences and checksums.
//
// # From the file to the filter's keys
//
//  1. LoadWords, LoadPatterns and LoadExceptions read files, or take the embedded
//     ones. LoadFiles reads all TeX files of a hyphenator.
//  2. Files.Load parses them, compiles the patterns and stores the exceptions.
//  3. Hyphenation has the results: rules, exceptions, automaton, store and keys.
package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

	"hyphbench/internal/runfolder"
)

// Roles of an input.
const (
	RoleWords      = "words"
	RoleExceptions = "exceptions"
	RolePatterns   = "patterns"
	RoleNegatives  = "known_negatives"
	RoleText       = "text"
)

// InputOf describes a file for run.json. The title of an unknown file is its base
// name, its count 0.
func InputOf(role, path string, src []byte) runfolder.Input {
	in := runfolder.Input{
		Role:   role,
		Name:   filepath.Base(path),
		SHA256: checksum(src),
		Bytes:  int64(len(src)),
	}
	in.Title = in.Name
	for _, s := range Sources() {
		if s.Role == role && s.SHA256 == in.SHA256 {
			in.Title, in.Count, in.Pinned = s.Title, s.Count, s.Thesis
		}
	}
	return in
}

// checksum is the SHA-256 of src in hex.
func checksum(src []byte) string {
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:])
}
