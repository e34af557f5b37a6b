package main

// runFolders are errors in rows, the folders of runs and inputs.
func runFolders() []mutant {
	return []mutant{
		{"a line's checksum forgets the line before", "runfolder/csv.go", "strconv.AppendUint(digits[:0], uint64(c), 16)", "strconv.AppendUint(digits[:0], uint64(c)*0, 16)"},
		{"checksums are not compared", "runfolder/csv.go", "if !t.last.is(check) {", "if len(check) == 0 {"},
		{"a cut file is read", "runfolder/csv.go", "if r.rows < r.meta.Rows {", "if r.rows < 0 {"},
		{"lines added to an ended run are read", "runfolder/csv.go", "t.rows > meta.Rows && meta.closed()", "t.rows > meta.Rows+1 && meta.closed()"},
		{"rewritten lines with right checksums are read", "runfolder/csv.go", "t.rows == meta.Rows && !t.last.is([]byte(meta.Check))", "t.rows == -1 && !t.last.is([]byte(meta.Check))"},
		{"a changed header is read", "runfolder/csv.go", "meta.sealed() && header != want", "meta.sealed() && header == want+want"},
		{"a changed run.json is read", "runfolder/seal.go", "is != want {", `is == "" && is != want {`},
		{"a run.json without its seal is read", "runfolder/run.go", "meta.Schema == Schema && !sealed:", "meta.Schema == Schema && !sealed && damaged != nil:"},
		{"rows are recorded before they are on the disk", "runfolder/writer.go", "w.Meta.Rows, w.Meta.Check = w.rows, w.last.String()", `w.Meta.Rows, w.Meta.Check = w.rows, ""`},
		{"an example goes before a run", "runfolder/run.go", "example && !is || example == is && t > start", "t > start || example && is && t > start"},
		{"the finest resolution of the sessions", "runfolder/calibratedresolution.go", "r = max(r, s.Resolution)", "r = s.Resolution"},
		{"a difference of one sign is below no resolution", "runfolder/calibratedresolution.go", "math.Abs(difference) < float64(r)", "difference < float64(r) && difference > 0"},
		{"lines out of order are read", "runfolder/csv.go", "t.rows > 0 && row.Seq <= t.seq", "t.rows > 0 && row.Seq < 0"},
		{"a torn line stays", "runfolder/writer.go", "return w.file.Truncate(w.size)", "return nil"},
		{"rows name the first session", "runfolder/writer.go", "row.Seq, row.Session = w.seq+1, len(w.Meta.Sessions)", "row.Seq, row.Session = w.seq+1, 1"},
		{"the oldest run is the newest", "runfolder/run.go", "example == is && t > start", "example == is && t < start"},
		{"a finished run is resumed", "runfolder/writer.go", "if meta.State == Finished {\n", "if meta.State == Failed {\n"},
		{"runs of other seeds are the same", "runfolder/differences.go", "fmt.Sprint(a.Seed), fmt.Sprint(b.Seed)", "fmt.Sprint(a.Seed), fmt.Sprint(a.Seed)"},
		{"runs of other parameters are the same", "runfolder/differences.go", "parameters(a, b), parameters(b, a)", "parameters(a, b), parameters(a, b)"},
		{"runs of other inputs are the same", "runfolder/differences.go", "checksums(a, b), checksums(b, a)", "checksums(a, b), checksums(a, b)"},
		{"a modified source is its revision", "runfolder/runjson.go", `return revision + " modified"`, "return revision"},
		{"sessions of the first schema are one", "runfolder/schema1.go", "session = 1 - r.Round\n", "session = 1\n"},
		{"the machine of the first schema is lost", "runfolder/schema1.go", "s.Machine, s.Clock, s.Warnings, s.Calibration = old.Machine,", "s.Machine, s.Clock, s.Warnings, s.Calibration = nil,"},
		{"ε of the first schema is lost", "runfolder/schema1.go", "if len(old.Points) == 0 {", "if len(old.Points) > 99 {"},
		{"times per section", "runfolder/row.go", "return r.Value / float64(r.Ops)", "return r.Value"},
		{"the earlier exception counts", "corpus/hyphenatorfromfiles.go", "merged[i] = e\n", "_ = i\n"},
		{"the user's cache goes before the project's folder", "corpus/wordlists.go", "{p.Data, p.Cache}", "{p.Cache, p.Data}"},
		{"a broken list is skipped", "corpus/wordlists.go", "if errors.Is(err, fs.ErrNotExist) {", "if err != nil || errors.Is(err, fs.ErrNotExist) {"},
		{"the pattern file's exceptions are keys", "corpus/hyphenatorfromfiles.go", "Store: knuthliang.NewStore(exceptions)}", "Store: knuthliang.NewStore(MergeExceptions(exceptions, rules.Exceptions))}"},
	}
}
