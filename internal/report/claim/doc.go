// Package claim gives verdicts on the claims about an experiment.
//
// Guarantee: the family-wise error rate of the verdicts "supported" and "contradicted" on the
// claims of one source is at most 5 %, if the repetitions of the run are independent or paired
// as its design says (docs/verdicts.md has the limits of a sequential design). A verdict is
// about trimmed means of CPU time. Beside the verdict, the output says whether the plain means
// agree with the claim. A claim without data in the run is "not tested", with the reason. A
// claim that no run can contradict is "by construction", and is not tested.
// Cost: milliseconds for the rows of the thesis's experiment.
// Source: each claim names its section; the statistics are those of package stats.
//
// The claims themselves are in the folders of the experiments, one value each, listed in
// experiment.Reading; where there are many, a file has their texts (Read). The Test of a claim
// makes an Outcome of a run's Data; Evaluate applies Holm's correction to the p values of the
// claims of one source, and turns outcomes into verdicts. This package has the kinds of tests
// that claims share.
package claim
