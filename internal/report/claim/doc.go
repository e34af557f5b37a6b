// Package claim gives verdicts on the claims about an experiment.
//
// Guarantee: the family-wise error rate of the verdicts "supported" and
// "contradicted" on the claims of one source is at most 5 %, if the repetitions
// of the run are independent or paired as its design says (docs/verdicts.md has the limits of a sequential
// design). A verdict is
// about trimmed means of CPU time; beside it stands whether the plain means
// show what the claim says. A claim without data in the
// run is "not tested", with the reason; one that no run can contradict is "by
// construction", and no test.
// Cost: milliseconds for the rows of the thesis's experiment.
// Source: each claim names its section; the statistics are those of package
// stats.
//
// The claims themselves are in the folders of the experiments, one value each,
// listed in experiment.Reading. The Test of a claim makes an Outcome of a run's
// Data; Evaluate corrects the p values of the claims of one source after Holm
// and turns outcomes into verdicts. Here are the kinds of tests that claims share.
package claim
