package markup

import (
	"fmt"
	"slices"
)

// element is an open element.
type element struct {
	name    string
	below   int     // the place of the open element of its name that it stands in; 0: there is none
	breaker Breaker // of its language
	skip    bool    // its text is left alone
}

// isSkipped reports whether the text of an element is left alone: it is none, or
// its characters count.
func isSkipped(name string) bool {
	switch name {
	case "code", "pre", "kbd", "samp", "var", "tt", "listing", "xmp", "plaintext",
		"script", "style", "textarea", "title", "option", "template", "datalist",
		"iframe", "noembed", "noframes", "object", "svg", "math":
		return true
	}
	return false
}

// isInline reports whether a word may go on behind a tag of the element.
func isInline(name string) bool {
	switch name {
	case "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn",
		"em", "font", "i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span",
		"strike", "strong", "sub", "sup", "time", "tt", "u", "var":
		return true
	}
	return false
}

// isVoid reports whether an element has no end.
func isVoid(name string) bool {
	switch name {
	case "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img",
		"input", "keygen", "link", "meta", "param", "source", "track", "wbr":
		return true
	}
	return false
}

// closes returns the elements that a start tag ends without an end tag of theirs,
// and those that it does not look behind.
func closes(name string) (ended, behind []string) {
	switch name {
	case "li":
		return []string{"li"}, []string{"ul", "ol", "menu"}
	case "dt", "dd":
		return []string{"dt", "dd"}, []string{"dl"}
	case "td", "th":
		return []string{"td", "th"}, []string{"table", "tr"}
	case "tr":
		return []string{"tr", "caption", "colgroup"}, []string{"table", "tbody", "thead", "tfoot"}
	case "tbody", "thead", "tfoot":
		return []string{"tbody", "thead", "tfoot", "caption", "colgroup"}, []string{"table"}
	case "option", "optgroup":
		return []string{"option"}, []string{"select", "datalist"}
	case "rt", "rp":
		return []string{"rt", "rp"}, []string{"ruby"}
	case "body":
		return []string{"head"}, nil
	case "address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl",
		"fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
		"hgroup", "hr", "main", "menu", "nav", "ol", "p", "pre", "search", "section", "summary", "table", "ul":
		return []string{"p"}, []string{"button", "table", "td", "th", "caption", "object", "template"}
	}
	return nil, nil
}

// open puts an element within those that are open.
func (d *htmlDocument) open(e element) error {
	if len(d.stack) > deepest {
		return fmt.Errorf("<%.40s> is within %d open elements: want no more, or their end tags", e.name, deepest)
	}
	e.below = d.innermost[e.name]
	d.innermost[e.name] = len(d.stack)
	d.stack = append(d.stack, e)
	return nil
}

// close closes the open element at a place and all within it.
func (d *htmlDocument) close(at int) {
	for _, e := range slices.Backward(d.stack[at:]) {
		if e.below == 0 {
			delete(d.innermost, e.name)
		} else {
			d.innermost[e.name] = e.below
		}
	}
	d.stack = d.stack[:at]
}

// end closes the innermost open element of a name.
func (d *htmlDocument) end(name string) {
	if at := d.innermost[name]; at > 0 {
		d.close(at)
	}
}

// closeImplied closes what a start tag ends.
func (d *htmlDocument) closeImplied(name string) {
	innermost := func(names []string) (at int) {
		for _, name := range names {
			at = max(at, d.innermost[name])
		}
		return at
	}
	ended, behind := closes(name)
	if at := innermost(ended); at > innermost(behind) {
		d.close(at)
	}
}
