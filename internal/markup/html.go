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

// largestToken bounds the memory that a piece of text or a tag takes.
const largestToken = 64 << 20

// Hyphenate copies a document from r to w with its text nodes hyphenated. Those in
// code, pre, script, style, textarea and their kind are left alone. The language is
// that of the nearest lang or xml:lang attribute.
func (h HTML) Hyphenate(w io.Writer, r io.Reader) error {
	out := newOutput(w, r)
	d := &htmlDocument{HTML: h, out: out}
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
	out   *output
	stack []element // open elements; the first one is the document
	xml   bool      // a tag that closes itself is empty

	held   heldToken
	letter bool // the text before ended in a letter, with nothing but inline tags since
	buf    []byte
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
	z.SetMaxBuf(cmp.Or(d.largest, largestToken))
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
					return fmt.Errorf("more than %d MiB of text without a tag, or in one: want HTML", cmp.Or(d.largest, largestToken)>>20)
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
			name, _ := z.TagName()
			d.tag(isInline(string(name)))
			d.end(string(name))
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

// text writes a text node. Its last token is held when the word may go on.
func (d *htmlDocument) text() {
	t := newHTMLText(d.buf)
	goesOn := d.letter && t.beginsInWord()
	d.release(goesOn)
	d.letter = t.endsInWord()
	breaker := d.top().breaker
	if d.top().skip || breaker == nil {
		d.out.Write(d.buf)
		return
	}
	for first := true; ; first = false {
		token, spaceAfter, ok := t.next()
		if !ok {
			return
		}
		use := breaker
		if first && goesOn {
			use = nil
		}
		if !spaceAfter && d.letter {
			token.raw = append([]byte(nil), token.raw...)
			d.held = heldToken{token: token, breaker: use}
			return
		}
		d.out.Write(token.marked(use, d.Mark))
	}
}

// tag writes the bytes of a tag, behind a held token that may go on.
func (d *htmlDocument) tag(inline bool) {
	if !inline {
		d.release(false)
		d.letter = false
	}
	if d.held.token.raw != nil {
		d.held.tags = append(d.held.tags, d.buf...)
		return
	}
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
	text, more := z.TagName()
	name := string(text)
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
		d.stack = append(d.stack, e)
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

// end closes the innermost open element of a name.
func (d *htmlDocument) end(name string) {
	for i := len(d.stack) - 1; i > 0; i-- {
		if d.stack[i].name == name {
			d.stack = d.stack[:i]
			return
		}
	}
}
