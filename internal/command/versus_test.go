package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/tier"
)

// The transcript of docs/versus.md is what a shell prints, numbers aside: the question is answered
// by one command.
func TestVersusTranscript(t *testing.T) {
	tier.Check(t)
	_, transcript, _ := strings.Cut(string(readFile(t, "../../docs/versus.md")), "```console\n")
	transcript, _, found := strings.Cut(transcript, "```")
	if !found {
		t.Fatal("the document has no transcript")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "words"), []byte("academy\nareas\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	play(t, dir, transcript)
}
