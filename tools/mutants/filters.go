package main

// filters are errors in what all structures stand on.
func filters() []mutant {
	return []mutant{
		{"the checksum of a filter's file not compared", "filter/file.go", "; got != want {\n\t\treturn \"\", 0, nil, fmt.Errorf(\"the file of a filter is damaged or cut", "; false && got != want {\n\t\treturn \"\", 0, nil, fmt.Errorf(\"the file of a filter is damaged or cut", "filter"},
		{"what is left over of a filter's file ignored", "filter/file.go", "d.Check(len(d.left) == 0,", "d.Check(d.left != nil,", "filter"},
		{"a hash of the caller's own in a filter's file", "filter/file.go", "if !h.Usual() {", "if h == nil {", "filter"},
		{"a filter's file of another version read", "filter/file.go", "case v != version:", "case v > 99:", "filter"},
		{"a file of another structure read", "filter/file.go", "case name != structure:", "case name == \"\":", "filter"},
		{"a refused insertion that draws", "filter/cuckoo/standard.go", "\tc.random = random\n\treturn false", "\tc.random = random + 2\n\treturn false", "filter/cuckoo filter/all"},
	}
}
