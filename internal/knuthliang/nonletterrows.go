package knuthliang

// A narrow table has three further classes, for bytes that are no letters, and
// three further rows, which remember them until the final boundary of the token:
//
//	hyphen  under TeX's rule a hyphen, wherever it is: no breaks
//	cut     under TeX's rule a byte of ASCII after the first run of letters, which
//	        it ends as a boundary does
//	stop    any other byte: the automaton cannot answer
//
// The classes are the last columns of a row, the rows are the last of the table,
// both in this order.
const (
	specialClasses = 3
	specialRows    = 3
)

// special has the columns and the offsets of the rows.
type special struct {
	classHyphen, classCut, classStop uint32
	hyphen, cut, stop                uint32
}

func specialOf(table []uint32, stride int) special {
	columns, size, row := uint32(stride), uint32(len(table)), uint32(stride)
	return special{
		classHyphen: columns - 3, classCut: columns - 2, classStop: columns - 1,
		hyphen: size - 3*row, cut: size - 2*row, stop: size - row,
	}
}

// addSpecial writes the special columns and rows of a table. start is the offset
// of the row after the boundary before a word.
func addSpecial(table []uint32, stride int, start uint32) {
	s := specialOf(table, stride)
	for at := uint32(0); at < uint32(len(table)); at += uint32(stride) {
		row := table[at:][:stride]
		if at >= s.hyphen {
			for c := range row {
				row[c] = at << outputBits
			}
			row[classBoundary] = start << outputBits
		} else {
			row[s.classCut] = s.cut<<outputBits | row[classBoundary]&outputMask
			row[s.classStop] = s.stop << outputBits
		}
		row[s.classHyphen] = s.hyphen << outputBits
	}
	table[start+s.classCut] = s.stop << outputBits // before the first letter
}
