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
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "words"), []byte("academy\nareas\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	play(t, dir, transcriptOf(t, "versus"))
}

// transcriptOf is the first transcript of a document.
func transcriptOf(t *testing.T, document string) string {
	t.Helper()
	_, transcript, _ := strings.Cut(string(readFile(t, "../../docs/"+document+".md")), "```console\n")
	transcript, _, found := strings.Cut(transcript, "```")
	if !found {
		t.Fatalf("docs/%s.md has no transcript", document)
	}
	return transcript
}
