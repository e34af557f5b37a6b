package runfolder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A sealed run cannot be read as one of the first schema, which has no seals,
// even if its seal is not at the end any more.
func TestSealedRunIsNotOfFirstSchema(t *testing.T) {
	dir, files := found(t, Finished)
	first := strings.Replace(string(files[MetaFile]), Schema, schema1, 1)
	for _, text := range []string{first, first + "\n", strings.TrimSuffix(first, "\n")} {
		if err := os.WriteFile(filepath.Join(dir, MetaFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if run, err := Open(dir); err == nil {
			t.Errorf("%d rows read of\n%q", len(run.Rows), text)
		}
	}
}
