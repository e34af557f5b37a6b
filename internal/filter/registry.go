package filter

import (
	"fmt"
	"slices"
	"strings"
)

// Structures lists every structure in the order of display. The slice is the
// caller's own.
func Structures() []Structure {
	return []Structure{
		bloomStructure(),
		cuckooStructure(),
		linearStructure(),
		npmBloomStructure(),
		npmCuckooStructure(),
	}
}

// ByName finds one structure. The error for an unknown name suggests the
// nearest known one.
func ByName(name string) (Structure, error) {
	all := Structures()
	for _, s := range all {
		if s.Name == name {
			return s, nil
		}
	}
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.Name
	}
	nearest := slices.MinFunc(names, func(a, b string) int {
		return editDistance(name, a) - editDistance(name, b)
	})
	return Structure{}, fmt.Errorf("unknown filter %q: did you mean %q? known are %s, and all",
		name, nearest, strings.Join(names, ", "))
}

// Resolve reads a comma list of names and returns the structures in its
// order, each once. The name "all" stands for every structure without known
// faults that is not historical.
func Resolve(spec string) ([]Structure, error) {
	var list []Structure
	add := func(s Structure) {
		if !slices.ContainsFunc(list, func(t Structure) bool { return t.Name == s.Name }) {
			list = append(list, s)
		}
	}
	for name := range strings.SplitSeq(spec, ",") {
		switch name = strings.TrimSpace(name); name {
		case "":
			return nil, fmt.Errorf("filter list %q has an empty name: write bloom,cuckoo or all", spec)
		case "all":
			for _, s := range Structures() {
				if !s.Historical && s.Faults == 0 {
					add(s)
				}
			}
		default:
			s, err := ByName(name)
			if err != nil {
				return nil, err
			}
			add(s)
		}
	}
	return list, nil
}

// editDistance is the Levenshtein distance in bytes, without regard to case.
func editDistance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
