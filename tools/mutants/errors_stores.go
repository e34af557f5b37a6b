package main

// stores are errors in the stores behind a filter and in the proof that lookups were
// cold or warm.
func stores() []mutant {
	return []mutant{
		{"store: pages not checked when they are read", "store/direct.go", "if err := d.checkPage(number, page); err != nil {", "if err := error(nil); err != nil {"},
		{"store: pages not checked when a file is taken up", "store/directfile.go", "err = h.checkPage(number, page)", "err = nil"},
		{"store: a page in another's place", "store/directfile.go", "h.begun^uint32(number)^uint32(number>>32)", "h.begun"},
		{"store: overflow not marked", "store/directfile.go", "p.overflow[at] = true", ""},
		{"store: pages filled to the brim", "store/directfile.go", "mostLoad    = 0.8", "mostLoad    = 0.86"},
		{"store: a chain of another key", "store/direct.go", "if string(text[:n]) != key[:n] {", "if false {"},
		{"store: direct reads through the cache", "store/uncached_linux.go", "os.O_RDONLY|unix.O_DIRECT, 0)", "os.O_RDONLY, 0)"},
		{"store: what memory answered is called cold", "store/uncached_linux.go", "machine.DeviceBytes() > before)", "machine.DeviceBytes() >= before)"},
		{"store: nothing evicted before a plain read", "store/uncached_linux.go", "unix.Fadvise(file, 0, 0, unix.FADV_DONTNEED)", "unix.Fadvise(file, 0, 0, unix.FADV_NORMAL)"},
		{"store: one page evicted before a plain read", "store/uncached_linux.go", "unix.Fadvise(file, 0, 0, unix.FADV_DONTNEED)", "unix.Fadvise(file, 0, pageSize, unix.FADV_DONTNEED)"},
		{"store: evicted while it is mapped", "store/bbolt.go", "if err := t.Close(); err != nil {\n\t\treturn err\n\t}\n\tif err := evictFile(t.name); err != nil {", "if err := evictFile(t.name); true {"},
		{"store: a changed bbolt file taken up", "store/bbolt.go", "return sum == string(want), err", "return sum != \"\" || string(want) == \"\", err"},
		{"store: keys too long for bbolt", "store/bbolt.go", "len(key) <= bboltLongest", "len(key) <= 2*bboltLongest"},
		{"store: opening bbolt counts as a lookup", "store/bbolt.go", "t.base = t.cursors()", "t.base = 0"},
		{"store: half files stay", "store/storefile.go", "defer os.Remove(temporary)", "defer os.Chmod(temporary, 0)"},
		{"store: half files of the living go", "store/storefile.go", "&& !alive(pid) {", "&& pid != 0 {"},
		{"store: half files of the dead stay", "store/storefile.go", "&& !alive(pid) {", "&& pid == 0 {"},
		{"store: the server stays", "store/http.go", "err := s.server.Close()", "err := error(nil)\n\ts.ended <- http.ErrServerClosed"},
		{"store: a list is counted once", "store/http.go", "list = list[n+int(size):]\n\t\ts.accesses.Add(1)", "list = list[n+int(size):]\n\t\ts.accesses.CompareAndSwap(0, 1)"},
		{"store: a list with no wait", "store/delay.go", "// GetMany waits once.\nfunc (d *delayed) GetMany(keys []string, found func(i int, value []byte) error) error {\n\td.pause.wait()", "// GetMany waits once.\nfunc (d *delayed) GetMany(keys []string, found func(i int, value []byte) error) error {"},
		{"store: a wait for each of a list", "store/delay.go", "for i, key := range keys {", "for i, key := range keys {\n\t\td.pause.wait()"},
		{"store: half the wait", "store/delay.go", "p.until = max(0, wait-beyond)", "p.until = max(0, wait/2-beyond)"},
		{"folders of the living go", "machine/processfolder.go", "|| Alive(pid) {", "|| pid == 0 {"},
		{"store: warm lookups taken for cold", "measuring/storetiming.go", "proof == Cold && read < accesses*pageBytes:", "proof == Cold && read < 0:"},
		{"store: cold lookups taken for warm", "measuring/storetiming.go", "proof == Warm && read > 0:", "proof == Warm && read < 0:"},
		{"store: the collection before a section counts", "measuring/storetiming.go", "timed := timing.Measure(false, func() { failed = work() })", "timed := timing.Measure(true, func() { failed = work() })"},
		{"store: a disk that answers from memory must be warm", "measuring/storetiming.go", "case k.Cold || k.Medium != store.Disk:", "case k.Medium != store.Disk:"},
		{"store: the temporary folder stays", "flagvalue/storelist.go", "err := os.RemoveAll(p.temporary)", "err := error(nil)"},
		{"store: CPU time compared of a thread that waits", "sample/sample.go", "row.CPU > 0 && !run.Meta.Waits", "row.CPU > 0"},
		{"store: waiting is time lost to others", "report/noise.go", "> r.Value/20 && !n.meta.Waits", "> r.Value/20"},
		{"store: process columns behind the axes", "runfolder/csv.go", "own[0] == ProcessCPUColumn || own[0] == ServerCPUColumn", "own[0] == \"\""},
	}
}
