package selection

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parse reads an expression of benchstat's -filter:
//
//	expression  and { OR and }
//	and         match { [AND] match }
//	match       ( expression ) | -match | * | key:value | key:(value { OR value })
//	value       a word, a quoted word, or /a regular expression/
func parse(text string) (node, error) {
	p := &parser{whole: text, rest: text}
	n, err := p.expression()
	if err == nil && p.peek(false).kind != end {
		err = p.fail("unexpected %q", p.peek(false).text)
	}
	return n, err
}

// kind of a token; an operator is its own sign.
type kind byte

const (
	end     kind = 0
	word    kind = 'w'
	pattern kind = 'r'
	and     kind = 'A'
	or      kind = 'O'
	broken  kind = '!'
)

type token struct {
	kind kind
	text string // of a word, without quotes; of what is broken, what is wrong
	rest string // of the expression, behind it
}

type parser struct{ whole, rest string }

// fail is an error with the place of what comes next.
func (p *parser) fail(format string, args ...any) error {
	at := strings.TrimLeftFunc(p.rest, unicode.IsSpace)
	text := fmt.Sprintf(format, args...)
	if t := p.peek(false); t.kind == broken {
		text = t.text
	}
	if at == "" {
		return fmt.Errorf("%q: %s at the end", p.whole, text)
	}
	return fmt.Errorf("%q: %s at %q", p.whole, text, at)
}

func (p *parser) take(t token) { p.rest = t.rest }

// peek is the next token. A value may be a regular expression.
func (p *parser) peek(value bool) token {
	s := strings.TrimLeftFunc(p.rest, unicode.IsSpace)
	switch {
	case s == "":
		return token{kind: end}
	case strings.ContainsRune("():-*@,", rune(s[0])):
		return token{kind(s[0]), s[:1], s[1:]}
	case value && s[0] == '/':
		return regexpToken(s)
	case s[0] == '"':
		quoted, err := strconv.QuotedPrefix(s)
		if err != nil {
			return token{broken, "missing end quote", s}
		}
		text, _ := strconv.Unquote(quoted) // QuotedPrefix has checked it
		return token{word, text, s[len(quoted):]}
	}
	n := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("():@,", r) })
	if n < 0 {
		n = len(s)
	}
	switch s[:n] {
	case "AND":
		return token{and, s[:n], s[n:]}
	case "OR":
		return token{or, s[:n], s[n:]}
	}
	return token{word, s[:n], s[n:]}
}

// regexpToken reads /…/, in which a slash is escaped, in brackets or in parentheses.
// Like benchstat it counts brackets within brackets, though they have no end of their own,
// and takes a slash with a word behind it for one that should have been escaped.
func regexpToken(s string) token {
	escaped, brackets, parentheses := false, 0, 0
	for i := 1; i < len(s); i += max(1, runeLen(s[i:])) {
		switch c := s[i]; {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '[':
			brackets++
		case c == ']':
			brackets = max(0, brackets-1)
		case c == '(' && brackets == 0:
			parentheses++
		case c == ')' && brackets == 0:
			parentheses--
		case c == '/' && brackets == 0 && parentheses == 0:
			if rest := s[i+1:]; rest != "" && !strings.ContainsRune("():-*@, \t\n\v\f\r", rune(rest[0])) {
				return token{broken, `want a space or an operator behind the "/" of a regular expression (a "/" in it is written "\/")`, rest}
			}
			return token{pattern, s[1:i], s[i+1:]}
		}
	}
	return token{broken, `missing close "/"`, s}
}

func runeLen(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

func (p *parser) expression() (node, error) {
	var list []node
	for {
		n, err := p.and()
		if err != nil {
			return nil, err
		}
		list = append(list, n)
		t := p.peek(false)
		if t.kind != or {
			return join(false, list), nil
		}
		p.take(t)
	}
}

// join is one condition alone, or several.
func join(all bool, list []node) node {
	if len(list) == 1 {
		return list[0]
	}
	return &joined{all, list}
}

func (p *parser) and() (node, error) {
	first, err := p.match()
	if err != nil {
		return nil, err
	}
	list := []node{first}
	for {
		switch t := p.peek(false); t.kind {
		case and:
			p.take(t)
		case '(', '-', '*', word:
			n, err := p.match()
			if err != nil {
				return nil, err
			}
			list = append(list, n)
		case ')', or, end:
			return join(true, list), nil
		default:
			return nil, p.fail("unexpected %q", t.text)
		}
	}
}

func (p *parser) match() (node, error) {
	switch t := p.peek(false); t.kind {
	case '(':
		p.take(t)
		n, err := p.expression()
		if err != nil {
			return nil, err
		}
		if t = p.peek(false); t.kind != ')' {
			return nil, p.fail("missing \")\"")
		}
		p.take(t)
		return n, nil
	case '-':
		p.take(t)
		n, err := p.match()
		return negated{n}, err
	case '*':
		p.take(t)
		return &joined{all: true}, nil
	case word:
		return p.term(t)
	}
	return nil, p.fail("want key=value, key:value or a part in brackets")
}

// term reads the key t and what follows it.
func (p *parser) term(t token) (node, error) {
	if t.text == "" {
		return nil, p.fail("want a key that is not empty")
	}
	key := canonical(t.text)
	before := p.rest
	p.take(t)
	if t = p.peek(false); t.kind != ':' {
		p.rest = before
		return nil, p.fail("want key=value or key:value")
	}
	p.take(t)
	if t = p.peek(true); t.kind != '(' {
		return p.value(key)
	}
	p.take(t)
	var list []node
	for {
		n, err := p.value(key)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
		t = p.peek(false)
		if t.kind != or && t.kind != ')' {
			return nil, p.fail("want OR or \")\" behind a value")
		}
		if p.take(t); t.kind == ')' {
			return oneOf(list), nil
		}
	}
}

// oneOf joins terms of one key: words are one list.
func oneOf(list []node) node {
	all := &term{key: list[0].(*term).key}
	for _, n := range list {
		if t := n.(*term); t.pattern != nil {
			return join(false, list)
		} else {
			all.values = append(all.values, t.values...)
		}
	}
	return all
}

func (p *parser) value(key string) (node, error) {
	t := p.peek(true)
	switch t.kind {
	case word:
		p.take(t)
		return &term{key: key, values: []string{t.text}}, nil
	case pattern:
		re, err := regexp.Compile(t.text)
		if err != nil {
			return nil, p.fail("%v", err)
		}
		p.take(t)
		return &term{key: key, pattern: re}, nil
	case broken:
		return nil, fmt.Errorf("%q: %s", p.whole, t.text)
	}
	return nil, p.fail("want a value")
}
