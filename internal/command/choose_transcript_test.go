package command

import (
	"testing"

	"hyphbench/internal/tier"
)

// The transcript of docs/choose.md is what a shell prints, numbers aside: from a question to a
// module that builds, is tested and answers. It measures for a third of its time: size decides
// here.
func TestChooseTranscript(t *testing.T) {
	tier.Check(t)
	t.Parallel()
	play(t, t.TempDir(), transcriptOf(t, "choose"), "HYPHBENCH_TIME=10s")
}
