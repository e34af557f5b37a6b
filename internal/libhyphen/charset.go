package libhyphen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// decode returns the text of a dictionary in UTF-8. Its first line names the
// character set, such as UTF-8, ISO8859-1, KOI8-R or microsoft-cp1251.
func decode(name string, src []byte) (text, charset string, err error) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(string(src), "\ufeff"), "\n")
	charset = strings.TrimSpace(first)
	if plainName(charset) == "utf8" {
		if at := firstInvalid(rest); at >= 0 {
			return "", "", fmt.Errorf("%s:%d: byte %#02x is not UTF-8, the character set that line 1 names", name, 2+strings.Count(rest[:at], "\n"), rest[at])
		}
		return rest, charset, nil
	}
	set := setNamed(charset)
	if set == nil {
		shown := charset
		if len(shown) > 40 || !utf8.ValidString(shown) || strings.ContainsFunc(shown, unicode.IsControl) {
			shown = fmt.Sprintf("%.40q", shown)
		}
		return "", "", fmt.Errorf("%s:1: %s is not a known character set: want one on the first line of a dictionary, such as UTF-8 or ISO8859-1", name, shown)
	}
	text, err = set.NewDecoder().String(rest)
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", name, err)
	}
	return text, charset, nil
}

// firstInvalid is the offset of the first byte of s that is no UTF-8, or -1.
func firstInvalid(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// setNamed finds a character set of one byte by any of its usual names.
func setNamed(name string) encoding.Encoding {
	name = plainName(name)
	name = strings.TrimPrefix(name, "microsoft")
	if number, ok := strings.CutPrefix(name, "cp125"); ok {
		name = "windows125" + number
	}
	if strings.HasPrefix(name, "tis620") { // a subset
		name = "windows874"
	}
	for _, set := range charmap.All {
		if named, ok := set.(fmt.Stringer); ok && plainName(named.String()) == name {
			return set
		}
	}
	return nil
}

// plainName is a name's letters and digits, in lower case.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
