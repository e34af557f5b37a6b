package command

import (
	"testing"

	"hyphbench/internal/tier"
)

// The transcript of docs/choose.md is what a shell prints, numbers aside: from a question to a
// module that builds, is tested and answers.
func TestChooseTranscript(t *testing.T) {
	tier.Check(t)
	play(t, t.TempDir(), transcriptOf(t, "choose"))
}
