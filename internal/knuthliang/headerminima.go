package knuthliang

import (
	"fmt"
	"strconv"
	"strings"
)

// headerMinima reads the minima of a hyph-utf8 header, a YAML mapping in
// comments:
//
//	% hyphenmins:
//	%     typesetting:
//	%         left: 2
//	%         right: 3
//
// typesetting takes precedence over generation. A value may be followed by a
// comment of YAML's. Without minima they are TeX's defaults.
func headerMinima(name, src string) (left, right int, err error) {
	found := map[string]int{}
	section, inside, indent := "", false, 0
	for line := 1; src != ""; line++ {
		var text string
		text, src, _ = strings.Cut(src, "\n")
		text = strings.TrimRight(text, " \t\r")
		comment, isComment := strings.CutPrefix(text, "%")
		if !isComment {
			if text == "" {
				continue
			}
			break // TeX code ends the header
		}
		body := strings.TrimLeft(comment, " \t")
		depth := len(comment) - len(body)
		key, value, isKey := strings.Cut(body, ":")
		if body == "hyphenmins:" {
			inside, indent, section = true, depth, ""
			continue
		}
		if !inside || body == "" {
			continue
		}
		if depth <= indent {
			inside = false
			continue
		}
		if at := strings.Index(value, " #"); at >= 0 { // a comment of YAML's
			value = value[:at]
		}
		value = strings.TrimSpace(value)
		switch {
		case !isKey:
		case value == "":
			section = key
		case key == "left" || key == "right":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > MaxMin {
				return 0, 0, fmt.Errorf("%s:%d: hyphenmins: %s: %q is not a minimum: want 1 to %d", name, line, key, value, MaxMin)
			}
			found[section+"/"+key] = n
		}
	}
	pick := func(key string, otherwise int) int {
		for _, section := range []string{"typesetting/", "/", "generation/"} {
			if n, ok := found[section+key]; ok {
				return n
			}
		}
		return otherwise
	}
	return pick("left", defaultLeftMin), pick("right", defaultRightMin), nil
}
