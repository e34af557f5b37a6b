package command

import (
	"strings"
	"testing"

	"hyphbench/internal/tier"
)

// The transcript of docs/choose.md is what a shell prints, numbers aside: from a question to a
// module that builds, is tested and answers.
func TestChooseTranscript(t *testing.T) {
	tier.Check(t)
	_, transcript, _ := strings.Cut(string(readFile(t, "../../docs/choose.md")), "```console\n")
	transcript, _, found := strings.Cut(transcript, "```")
	if !found {
		t.Fatal("the document has no transcript")
	}
	play(t, t.TempDir(), transcript)
}
