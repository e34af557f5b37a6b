package space

import (
	"slices"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// Names of structures in the claims.
const (
	compaction = "hashcompaction"
	bloom      = "bloom"
	onehash    = "onehash"
	blocked    = "blocked"
	cuckoo     = "cuckoo"
	semisort   = "cuckoo-semisort"
	counting   = "counting"
	three      = "counting3"
	dleft      = "dleft"
	vicbf      = "vicbf"
	quotient   = "quotient"
	prefix     = "prefix"
	golomb     = "gcs"
	xor        = "xor"
	fuse       = "fuse"
	fuse4      = "fuse4"
	ribbon128  = "ribbon128"
	burr       = "burr"
	cascade    = "cascade"
	clubcard   = "clubcard"
	goMap      = "map"
	hashtable  = "hashtable"
)

// claims are those of the texts about sizes and rates, each source a family of its
// own. Construction failures are none of them: a run that has one ends.
func claims() []claim.Claim {
	return slices.Concat(article(), thesis(), papers(), theory())
}

func about(m runfolder.Metric, id, section, statement, margin string, test func(*claim.Data) claim.Outcome) claim.Claim {
	return claim.Claim{ID: id, Section: section, Metric: m, Statement: statement, Margin: margin, Test: test}
}

func sized(id, section, statement, margin string, test func(*claim.Data) claim.Outcome) claim.Claim {
	return about(BitsPerKey, id, section, statement, margin, test)
}

// over is a claim about bits over log2(1/ε), of the rate that a structure has.
func over(id, section, statement, margin string, test func(*claim.Data) claim.Outcome) claim.Claim {
	return about(Overhead, id, section, statement, margin, test)
}
