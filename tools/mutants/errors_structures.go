package main

// filters are errors in what all structures stand on.
func filters() []mutant {
	return []mutant{
		{"the checksum of a filter's file not compared", "filter/fileformat.go", "; got != want {\n\t\treturn \"\", 0, nil, fmt.Errorf(\"the file of a filter is damaged or cut", "; false && got != want {\n\t\treturn \"\", 0, nil, fmt.Errorf(\"the file of a filter is damaged or cut"},
		{"what is left over of a filter's file ignored", "filter/fileformat.go", "d.Check(len(d.left) == 0,", "d.Check(d.left != nil,"},
		{"a hash of the caller's own in a filter's file", "filter/fileformat.go", "if !h.Usual() {", "if h == nil {"},
		{"a filter's file of another version read", "filter/fileformat.go", "case v != version:", "case v > 99:"},
		{"a file of another structure read", "filter/fileformat.go", "case name != structure:", "case name == \"\":"},
		{"a refused insertion that draws", "filter/cuckoo/insertion.go", "\tc.undraw()\n\treturn false", "\treturn false"},
		{"a counter wraps round", "filter/counting/cells.go", "(min(now+by, c.most)-now)<<(bit%8)", "(((now+by)&c.most)-now)<<(bit%8)"},
		{"a counter at its end goes down", "filter/counting/cells.go", "now != c.most {", "now != c.most+1 {"},
		{"the layers of a scalable filter are not tightened", "filter/growing/scalable.go", "return s.epsilon * (1 - scalableTightening) * ", "return s.epsilon * "},
		{"an equal fingerprint is not passed to the spare", "filter/fingerprint/prefixfilter.go", "fingerprint > limit {", "fingerprint > limit+1 {"},
		{"a cell of a d-left table is sticky too late", "filter/fingerprint/dlefttable.go", "tableSticky    = 3 ", "tableSticky    = 4 "},
		{"the third layer of a stacked filter is not asked", "filter/adaptive/stacked.go", " || s.layers[2].has(level(h, 2))", ""},
		{"filters of other seeds are merged", "filter/quotient/resizemerge.go", "case !f.hash.Same(&g.hash):", "case f == nil:"},
		{"a filter merged with itself reads what it writes", "filter/quotient/resizemerge.go", "if f == g {", "if f == nil {"},
	}
}
