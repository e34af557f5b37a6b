package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// comfort is the narrowest column of wrapped text that reads well.
const comfort = 16

// sheet is a table that fits: the texts wrapped, and the gap between columns.
type sheet struct {
	Table
	gap int
}

// fit lays the rows out in a width: as they are; with narrow gaps and wrapped
// texts; without what all rows share; without the columns of a rank; as its other
// table; folded, the keys repeated; as a list of names and values.
func (t Table) fit(width int) (sheets []sheet, list []string, notes []string) {
	if s, ok := t.squeezed(width, comfort); ok {
		return []sheet{s}, nil, nil
	}
	t, shared := t.withoutShared()
	if shared != "" {
		notes = append(notes, shared)
	}
	if s, ok := t.squeezed(width, comfort); ok {
		return []sheet{s}, nil, notes
	}
	narrow, dropped := t.dropped(width)
	if len(dropped) > 0 {
		left := fmt.Sprintf("left out for the width of %d columns: %s; %s has all", width, strings.Join(dropped, ", "), cmp.Or(t.Whole, "--format=csv"))
		if s, ok := narrow.squeezed(width, comfort); ok {
			return []sheet{s}, nil, append(notes, left)
		}
	}
	if s, ok := t.squeezed(width, 0); ok {
		return []sheet{s}, nil, notes
	}
	if t.Else != nil {
		sheets, list, more := t.Else.fit(width)
		return sheets, list, append(notes, more...)
	}
	if sheets, ok := t.folded(width); ok {
		return sheets, nil, notes
	}
	return nil, t.list(width), notes
}

// keys is how many columns say what a row is about.
func (t Table) keys() int { return min(max(t.Keys, 1), len(t.Columns)) }

// squeezed is the table in a width, with texts that are wrapped to no less than
// some columns; false where that does not fit.
func (t Table) squeezed(width, least int) (sheet, bool) {
	n := len(t.Columns)
	natural, narrow := make([]int, n), make([]int, n)
	for i := range n {
		natural[i], narrow[i] = t.span(i, least)
	}
	for _, gap := range []int{2, 1} {
		// A gap in front too, and none at the end.
		if room := width - gap*n + 1; sum(natural) <= room {
			return t.wrapped(natural, gap), true
		}
	}
	room := width - n + 1
	if sum(narrow) > room {
		return sheet{}, false
	}
	widths := slices.Clone(narrow)
	for spare := room - sum(narrow); spare > 0; spare-- {
		// The next column of room is for the text that has least for its part.
		best := -1
		for i := range n {
			if widths[i] < natural[i] && (best < 0 || widths[i]*t.part(best) < widths[best]*t.part(i)) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		widths[best]++
	}
	return t.wrapped(widths, 1), true
}

// part is a column's part of the room for wrapped texts.
func (t Table) part(i int) int {
	if i < len(t.Widths) && t.Widths[i] > 0 {
		return t.Widths[i]
	}
	return comfort
}

// span is the width of a column as it is, and of it as narrow as it gets: heads
// are wrapped, and texts where the table admits that.
func (t Table) span(i, least int) (natural, narrow int) {
	wraps := i < len(t.Widths) && t.Widths[i] > 0
	clips := i+1 == t.Clip
	if !t.Bare {
		natural, narrow = runes(t.Columns[i]), longest(t.Columns[i])
	}
	for _, row := range t.Rows {
		for line := range strings.SplitSeq(row[i], "\n") {
			natural = max(natural, runes(line))
			switch {
			case clips:
				narrow = max(narrow, min(runes(line), max(least, 2*comfort)))
			case wraps:
				narrow = max(narrow, longest(line), min(runes(line), least))
			default:
				narrow = max(narrow, runes(line))
			}
		}
	}
	return natural, narrow
}

// wrapped has all texts in lines of the widths.
func (t Table) wrapped(widths []int, gap int) sheet {
	out := t
	out.Columns, out.Rows = make([]string, len(t.Columns)), make([][]string, len(t.Rows))
	for i, head := range t.Columns {
		out.Columns[i] = strings.Join(Wrap(head, widths[i]), "\n")
	}
	for r, row := range t.Rows {
		out.Rows[r] = make([]string, len(row))
		for i, text := range row {
			if i+1 == t.Clip {
				out.Rows[r][i] = Clip(text, widths[i])
				continue
			}
			var lines []string
			for line := range strings.SplitSeq(text, "\n") {
				if runes(line) > widths[i] {
					lines = append(lines, Wrap(line, widths[i])...)
				} else {
					lines = append(lines, line)
				}
			}
			out.Rows[r][i] = strings.Join(lines, "\n")
		}
	}
	return sheet{out, gap}
}

// pick is the table with some of its columns, in order.
func (t Table) pick(columns []int) Table {
	out := t
	out.Columns, out.Widths, out.Ranks, out.Folds = nil, nil, nil, nil
	out.Left, out.Keys, out.Clip, out.Rows = 0, 0, 0, make([][]string, len(t.Rows))
	at := func(list []int, i int) int {
		if i < len(list) {
			return list[i]
		}
		return 0
	}
	for _, i := range columns {
		if i+1 == t.Clip {
			out.Clip = len(out.Columns) + 1
		}
		if slices.Contains(t.Folds, i) {
			out.Folds = append(out.Folds, len(out.Columns))
		}
		if i < t.Left {
			out.Left++
		}
		if i < t.keys() {
			out.Keys++
		}
		out.Columns = append(out.Columns, t.Columns[i])
		out.Widths, out.Ranks = append(out.Widths, at(t.Widths, i)), append(out.Ranks, at(t.Ranks, i))
		for r, row := range t.Rows {
			out.Rows[r] = append(out.Rows[r], row[i])
		}
	}
	return out
}

// withoutShared leaves out the keys that are the same in all of several rows,
// and says what they are. A row with the first key alone, such as a mean of the others, has any.
func (t Table) withoutShared() (Table, string) {
	if len(t.Rows) < 2 || t.keys() < 2 {
		return t, ""
	}
	var keep []int
	var shared []string
	for i := range t.Columns {
		other := slices.ContainsFunc(t.Rows, func(row []string) bool {
			return row[i] != t.Rows[0][i] && strings.Join(row[1:t.keys()], "") != ""
		})
		if i > 0 && i < t.keys() && !other && t.Rows[0][i] != "" {
			shared = append(shared, t.Columns[i]+" "+t.Rows[0][i])
			continue
		}
		keep = append(keep, i)
	}
	if len(shared) == 0 {
		return t, ""
	}
	return t.pick(keep), "in all rows: " + strings.Join(shared, ", ")
}

// dropped leaves columns out, by their ranks, until the rest fits or no column
// with a rank is left.
func (t Table) dropped(width int) (Table, []string) {
	gone := map[int]bool{}
	out := t
	for {
		highest := -1
		for i, rank := range t.Ranks {
			if rank > 0 && !gone[i] && (highest < 0 || rank >= t.Ranks[highest]) {
				highest = i
			}
		}
		if highest < 0 {
			break
		}
		gone[highest] = true
		var keep []int
		for i := range t.Columns {
			if !gone[i] {
				keep = append(keep, i)
			}
		}
		out = t.pick(keep)
		if _, ok := out.squeezed(width, comfort); ok {
			break
		}
	}
	var names []string
	for i, name := range t.Columns {
		if gone[i] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return out, names
}

// folded cuts the table between columns into tables that fit, each with the
// keys; false where a column beside the keys has no room.
func (t Table) folded(width int) (sheets []sheet, ok bool) {
	var keys []int
	for i := range t.keys() {
		keys = append(keys, i)
	}
	if len(keys) == len(t.Columns) {
		return nil, false
	}
	part := slices.Clone(keys)
	fits := func(columns []int) bool {
		_, ok := t.pick(columns).squeezed(width, 0)
		return ok
	}
	end := func() {
		s, _ := t.pick(part).squeezed(width, 0)
		sheets, part = append(sheets, s), slices.Clone(keys)
	}
	for first := len(keys); first < len(t.Columns); {
		next := first + 1
		for len(t.Folds) > 0 && next < len(t.Columns) && !slices.Contains(t.Folds, next) {
			next++
		}
		group := make([]int, 0, next-first)
		for i := first; i < next; i++ {
			group = append(group, i)
		}
		if len(part) > len(keys) && !fits(slices.Concat(part, group)) {
			end()
		}
		for _, i := range group { // a group of its own may be too wide
			if len(part) > len(keys) && !fits(append(slices.Clone(part), i)) {
				end()
			}
			if part = append(part, i); !fits(part) {
				return nil, false
			}
		}
		first = next
	}
	end()
	return sheets, true
}

// list writes each row as its names and values, which fit any width.
func (t Table) list(width int) (lines []string) {
	const indent = "    "
	for _, row := range t.Rows {
		var keys, values []string
		for i, text := range row {
			unit := strings.TrimSpace(t.Columns[i] + " " + strings.ReplaceAll(text, "\n", " "))
			if i < t.keys() {
				keys = append(keys, unit)
			} else {
				values = append(values, unit)
			}
		}
		lines = append(lines, together(keys, width)...)
		for _, line := range together(values, width-len(indent)) {
			lines = append(lines, indent+line)
		}
	}
	return lines
}

// together puts texts into lines, and breaks none that has room in one.
func together(texts []string, width int) (lines []string) {
	line := ""
	for i, text := range texts {
		if i+1 < len(texts) {
			text += ";"
		}
		if line != "" && runes(line)+1+runes(text) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += text
		if runes(line) > width {
			wrapped := Wrap(line, width)
			last := len(wrapped) - 1
			lines, line = append(lines, wrapped[:last]...), wrapped[last]
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// longest is the length of the longest word of a text.
func longest(s string) (n int) {
	for _, word := range words(s) {
		for _, piece := range pieces(word, comfort) {
			n = max(n, runes(piece))
		}
	}
	return n
}

func sum(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}
