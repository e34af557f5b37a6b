package machine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ProcessFolder makes a folder below parent for this process, which the caller removes. The
// number of the process stands behind prefix in its name: those that killed processes have
// left there are removed.
func ProcessFolder(parent, prefix string) (string, error) {
	removeAbandoned(parent, prefix)
	return os.MkdirTemp(parent, prefix+strconv.Itoa(os.Getpid())+"-*")
}

// removeAbandoned removes the folders of processes that are gone.
func removeAbandoned(parent, prefix string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), prefix)
		number, _, _ := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(number)
		if !ours || err != nil || Alive(pid) {
			continue
		}
		_ = os.RemoveAll(filepath.Join(parent, e.Name())) // the next run tries again
	}
}
