package markup

import "bytes"

// command reads a command and what follows of it.
func (s *lineScan) command() {
	from := s.at
	s.at++
	if s.at == len(s.line) {
		return
	}
	if c := s.line[s.at]; !isASCIILetter(c) && c != '@' {
		s.at++
		s.symbol(from, c)
		return
	}
	for s.at < len(s.line) && (isASCIILetter(s.line[s.at]) || s.line[s.at] == '@') {
		s.at++
	}
	name := string(s.line[from+1 : s.at])
	if s.next() == '*' {
		s.at++
	}
	switch name {
	case "documentclass", "documentstyle":
		s.preamble = true
	case "begin", "end":
		s.environment(name == "begin")
	case "def", "edef", "gdef", "xdef": // the parameters up to the brace
		brace := bytes.IndexByte(s.line[s.at:], '{')
		if brace < 0 {
			s.at = len(s.line)
			return
		}
		s.at += brace
		s.leave(1)
	case "verb", "lstinline", "mintinline":
		s.verb(name)
	case "url", "path", "nolinkurl", "href":
		s.brackets()
		s.rawGroup()
	default:
		switch {
		case isLetterCommand(name):
			s.at = from
			s.put(glue, len(name)+1)
			s.spaces(glue)
		case isFontCommand(name):
			end := s.at
			s.at = from
			s.put(hidden, end-from)
		default:
			s.leave(leftArguments(name))
		}
	}
}

// symbol reads a command that is one sign.
func (s *lineScan) symbol(from int, c byte) {
	switch c {
	case '(':
		s.until = `\)`
	case '[':
		s.until = `\]`
	case '\'', '`', '^', '"', '~', '=', '.', '-', '/', '_':
		s.at = from
		s.put(glue, 2)
	case '\\':
		if s.next() == '*' {
			s.at++
		}
		s.leave(0)
	}
}

// leave leaves arguments alone: those in brackets, and n in braces.
func (s *lineScan) leave(n int) {
	s.argument = argument{more: n}
	s.arguments()
}

// brackets leaves an argument in brackets alone that ends in the line.
func (s *lineScan) brackets() {
	if s.next() != '[' {
		return
	}
	if end := bytes.IndexByte(s.line[s.at:], ']'); end >= 0 {
		s.at += end + 1
	}
}

// verb reads verbatim text between two equal signs, or in braces.
func (s *lineScan) verb(name string) {
	if name != "verb" {
		s.brackets()
	}
	if name == "mintinline" {
		s.rawGroup() // the language
	}
	if name != "verb" && s.next() == '{' {
		s.rawGroup()
		return
	}
	if s.at == len(s.line) {
		return
	}
	end := bytes.IndexByte(s.line[s.at+1:], s.line[s.at])
	if end < 0 {
		s.at = len(s.line)
		return
	}
	s.at += end + 2
}

// environment reads what follows \begin or \end.
func (s *lineScan) environment(begin bool) {
	end := bytes.IndexByte(s.line[s.at:], '}')
	if s.next() != '{' || end < 0 {
		return
	}
	name := string(s.line[s.at+1 : s.at+end])
	s.at += end + 1
	switch {
	case !begin:
		s.ended = name == "document"
	case isVerbatim(name):
		s.until, s.verbatim = `\end{`+name+`}`, true
	case isMath(name):
		s.until = `\end{` + name + `}`
	default:
		s.leave(everyArgument)
	}
}

// isVerbatim reports whether the text of an environment is left alone to its end. In
// tabbing \- is a command of its own.
func isVerbatim(name string) bool {
	switch name {
	case "verbatim", "verbatim*", "Verbatim", "Verbatim*", "BVerbatim", "LVerbatim", "SaveVerbatim", "alltt",
		"lstlisting", "minted", "comment", "filecontents", "filecontents*", "luacode", "luacode*",
		"tikzpicture", "pgfpicture", "picture", "asy", "algorithmic", "tabbing", "otherlanguage", "otherlanguage*":
		return true
	}
	return false
}

func isMath(name string) bool {
	switch name {
	case "math", "displaymath", "equation", "equation*", "eqnarray", "eqnarray*", "align", "align*",
		"alignat", "alignat*", "xalignat", "xalignat*", "flalign", "flalign*", "gather", "gather*",
		"multline", "multline*", "dmath", "dmath*", "IEEEeqnarray", "IEEEeqnarray*":
		return true
	}
	return false
}

// isLetterCommand reports whether a command is a letter or an accent on the next
// one.
func isLetterCommand(name string) bool {
	switch name {
	case "c", "v", "u", "H", "r", "k", "b", "d", "t", "i", "j", "ss", "ae", "AE", "oe", "OE",
		"aa", "AA", "o", "O", "l", "L", "th", "TH", "dh", "DH", "dj", "DJ", "ng", "NG", "SS":
		return true
	}
	return false
}

// isFontCommand reports whether a command prints its argument in another font, so
// that a word may go on behind it.
func isFontCommand(name string) bool {
	switch name {
	case "emph", "textbf", "textit", "textsl", "textsc", "textrm", "textsf", "textup", "textmd",
		"textnormal", "underline", "uline", "uppercase", "lowercase", "MakeUppercase", "MakeLowercase":
		return true
	}
	return false
}

// leftArguments is the number of arguments in braces before the text that a command
// prints; of an unknown one no argument is text.
func leftArguments(name string) int {
	switch name {
	case "part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph",
		"title", "subtitle", "thanks", "footnote", "footnotetext", "endnote", "caption", "item",
		"marginpar", "enquote", "textquote", "blockquote", "centerline", "leftline", "rightline",
		"frametitle", "framesubtitle", "alert":
		return 0
	case "textcolor", "colorbox", "captionof":
		return 1
	case "multicolumn", "multirow", "fcolorbox":
		return 2
	}
	return everyArgument
}
