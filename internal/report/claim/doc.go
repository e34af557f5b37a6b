// Package claim gives verdicts on what was claimed about an experiment.
//
// Guarantee: the chance that a run calls any claim of one source supported or
// contradicted against the truth is at most 5 %, if the run's repetitions are
// what its design makes of them (see docs/verdicts.md for what a sequential
// design cannot promise). No verdict goes against the plain means. What the
// run does not hold is "not tested", with the reason.
// Cost: milliseconds for the rows of the thesis's experiment.
// Source: sections of the thesis's final text, named in each claim; the
// statistics are those of package stats.
//
// A claim is one value in one file and one word in its experiment's list. Its
// Test makes an Outcome of a run's Data; Evaluate corrects the p values of the
// tests of one source after Holm and turns outcomes into verdicts.
package claim
