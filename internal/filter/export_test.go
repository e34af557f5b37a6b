package filter

// CodesStructure is the example of docs/adding-a-filter.md.
func CodesStructure() Structure { return codesStructure() }
