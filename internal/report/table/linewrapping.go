package table

import "strings"

// Wrap breaks s at spaces into lines of at most n runes, where it can. A word
// that is longer, such as a list or an address, is broken behind its commas,
// slashes and the like; what has none of them stays whole.
func Wrap(s string, n int) []string {
	var lines []string
	line, length := "", 0
	for _, word := range words(s) {
		for i, piece := range pieces(word, n) {
			size, space := runes(piece), 0
			if i == 0 && length > 0 {
				space = 1
			}
			if length > 0 && length+space+size > n {
				lines, line, length, space = append(lines, line), "", 0, 0
			}
			if space > 0 {
				line, length = line+" ", length+1
			}
			line, length = line+piece, length+size
		}
	}
	return append(lines, line)
}

// words are those of a text. What belongs to one number stays together: its
// interval, "12.3 ± 0.4" and "[1.02, 1.07]", and its name, "k = 6".
func words(s string) (list []string) {
	open := false // a bracket, or a sign that joins
	for _, word := range strings.Fields(s) {
		last := len(list) - 1
		if joins := word == "±" || word == "="; last >= 0 && (open || joins) && runes(list[last])+1+runes(word) <= mostJoined {
			list[last] += " " + word
			open = joins || strings.HasPrefix(list[last], "[") && !strings.Contains(list[last], "]")
			continue
		}
		list = append(list, word)
		open = strings.HasPrefix(word, "[") && !strings.Contains(word, "]")
	}
	return list
}

// mostJoined is the longest text with spaces that is one word.
const mostJoined = 24

// pieces are the parts of a word that is longer than n, cut behind the marks
// that end a part of it.
func pieces(word string, n int) []string {
	if runes(word) <= n || strings.ContainsRune(word, ' ') || strings.Trim(word, "0123456789.,+-–%") == "" {
		return []string{word} // short, joined, or a number
	}
	var list []string
	from := 0
	for i, r := range word {
		if strings.ContainsRune(",/&?=-", r) && i-from >= 3 {
			list = append(list, word[from:i+1])
			from = i + 1
		}
	}
	if from < len(word) {
		list = append(list, word[from:])
	}
	return list
}

// Clip is s in one line of at most n runes: as many words as have room, and "…"
// for those that have none.
func Clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if runes(s) <= n {
		return s
	}
	return Wrap(s, n-2)[0] + " …"
}

// Hanging wraps the lines of a text that are longer than a width, all but the
// first one set in. Shorter lines stay as they are.
func Hanging(s, hang string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		indent := hang
		text := strings.TrimSuffix(line, "\n")
		if runes(text) <= width {
			b.WriteString(line)
			continue
		}
		// The name in front keeps its distance.
		name := ""
		front := string([]rune(text)[:min(runes(indent), runes(text))])
		if strings.HasSuffix(front, " ") && !strings.Contains(strings.TrimRight(front, " "), " ") {
			name = front
		} else {
			indent = "  "
		}
		lines := Wrap(strings.TrimPrefix(text, name), width-runes(indent))
		b.WriteString(name + strings.Join(lines, "\n"+indent) + "\n")
	}
	return b.String()
}
