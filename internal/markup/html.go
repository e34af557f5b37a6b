package markup

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// HTML says how an HTML document is hyphenated.
type HTML struct {
	Mark    string  // inserted at a break
	Default Breaker // of text without a language; nil: it is left alone
	// Language returns the Breaker for text with a lang attribute, nil to leave it
	// alone. A nil Language leaves all such text alone.
	Language func(tag string) (Breaker, error)

	largest int // token in bytes; 0: largestToken
}

// Bounds of the memory that a document takes.
const (
	largestToken = 16 << 20 // bytes of a piece of text or of a tag: a tag of short attributes takes some 30 times as much
	deepest      = 1 << 18  // open elements
	longestName  = 256      // bytes of an element's name; what it has behind them is nowhere looked at
)

// Hyphenate copies a document from r to w with its text nodes hyphenated. Those in
// code, pre, script, style, textarea and their kind are left alone. The language is
// that of the nearest lang or xml:lang attribute.
func (h HTML) Hyphenate(w io.Writer, r io.Reader) error {
	out := newOutput(w, r)
	d := &htmlDocument{HTML: h, out: out, innermost: map[string]int{}}
	d.largest = cmp.Or(d.largest, largestToken)
	d.stack = []element{{breaker: h.Default}}
	err := d.copy(out)
	if failed := out.flush(); failed != nil {
		return failed
	}
	return err
}

// htmlDocument is the state between two tokens.
type htmlDocument struct {
	HTML
	out       *output
	stack     []element      // open elements; the first one is the document
	innermost map[string]int // of the open elements of a name: its place in stack
	xml       bool           // a tag that closes itself is empty

	held   heldToken
	letter bool // the text before ended in a letter, with nothing but inline tags since
	buf    []byte
	token  htmlText // the last one cut off; its memory is used again
}

// heldToken is the last token of a text node, which may go on behind inline tags,
// and those tags.
type heldToken struct {
	token   htmlText
	breaker Breaker
	tags    []byte
}

func (d *htmlDocument) copy(r io.Reader) error {
	z := html.NewTokenizer(r)
	z.SetMaxBuf(d.largest)
	for {
		kind := z.Next()
		// Names and attributes are decoded in place: the bytes are copied first.
		d.buf = append(d.buf[:0], z.Raw()...)
		var err error
		switch kind {
		case html.ErrorToken:
			d.release(false)
			d.out.Write(d.buf)
			if err := z.Err(); err != io.EOF {
				if errors.Is(err, html.ErrBufferExceeded) {
					return fmt.Errorf("more than %d MiB of text without a tag, or in one: want HTML", d.largest>>20)
				}
				if failed := d.out.flush(); failed != nil {
					return failed
				}
				return fmt.Errorf("reading HTML: %w", err)
			}
			return nil
		case html.TextToken:
			d.text()
		case html.StartTagToken, html.SelfClosingTagToken:
			err = d.start(z, kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			name, _ := tagName(z)
			d.tag(isInline(name))
			d.end(name)
		default: // comments, the doctype
			d.xml = d.xml || strings.HasPrefix(string(d.buf), "<?xml")
			d.tag(kind == html.CommentToken)
		}
		if err != nil {
			return err
		}
	}
}

func (d *htmlDocument) top() element { return d.stack[len(d.stack)-1] }

// tagName is the name of the tag that was read, and whether it has attributes.
func tagName(z *html.Tokenizer) (name string, attributes bool) {
	text, attributes := z.TagName()
	return string(text[:min(len(text), longestName)]), attributes
}

// text writes a text node. Its last token is held when the word may go on.
func (d *htmlDocument) text() {
	rest := d.buf
	goesOn := d.letter && beginsInWord(rest)
	d.release(goesOn)
	breaker := d.top().breaker
	if d.top().skip || breaker == nil {
		d.letter = endsInWord(rest)
		d.out.Write(rest)
		return
	}
	d.letter = false
	for first := true; len(rest) > 0; first = false {
		rest = d.token.cut(rest)
		use := breaker
		if first && goesOn {
			use = nil
		}
		if len(rest) == 0 && d.token.endsInWord() {
			d.letter = true
			d.held = heldToken{token: d.token.clone(), breaker: use}
			return
		}
		d.out.Write(d.token.marked(use, d.Mark))
	}
}

// tag writes the bytes of a tag, behind a held token that may go on.
func (d *htmlDocument) tag(inline bool) {
	if !inline {
		d.release(false)
		d.letter = false
	}
	if d.held.token.raw != nil && len(d.held.tags)+len(d.buf) <= d.largest {
		d.held.tags = append(d.held.tags, d.buf...)
		return
	}
	d.release(true)
	d.out.Write(d.buf)
}

// release writes the held token, unmarked when its word goes on, and the tags
// behind it.
func (d *htmlDocument) release(goesOn bool) {
	if d.held.token.raw == nil {
		return
	}
	if goesOn {
		d.held.breaker = nil
	}
	d.out.Write(d.held.token.marked(d.held.breaker, d.Mark))
	d.out.Write(d.held.tags)
	d.held = heldToken{}
}

// start writes a start tag and opens its element.
func (d *htmlDocument) start(z *html.Tokenizer, closed bool) error {
	name, more := tagName(z)
	var language *string
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "lang":
			v := string(value)
			language = &v
		case "xml:lang":
			if v := string(value); language == nil {
				language = &v
			}
		case "charset", "content":
			if err := d.checkCharset(name, string(key), string(value)); err != nil {
				return err
			}
		}
	}
	d.tag(isInline(name))
	d.closeImplied(name)
	e := element{name: name, breaker: d.top().breaker, skip: d.top().skip || isSkipped(name)}
	if language != nil {
		e.breaker = nil
		if tag := strings.TrimSpace(*language); tag != "" && d.Language != nil {
			var err error
			if e.breaker, err = d.Language(tag); err != nil {
				return err
			}
		}
	}
	if !isVoid(name) && !(closed && (d.xml || e.skip)) {
		return d.open(e)
	}
	return nil
}

// checkCharset refuses a document in another character set than that of the mark.
func (d *htmlDocument) checkCharset(element, key, value string) error {
	if element != "meta" || strings.IndexFunc(d.Mark, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return nil
	}
	set := strings.ToLower(strings.TrimSpace(value))
	if key == "content" {
		var found bool
		if _, set, found = strings.Cut(set, "charset="); !found {
			return nil
		}
	}
	if set = strings.Trim(set, " \"';"); set == "utf-8" || set == "utf8" || set == "us-ascii" {
		return nil
	}
	return fmt.Errorf("the document is in %.40q, the mark in UTF-8: want a document in UTF-8, or a mark in ASCII such as --mark='&shy;'", set)
}
