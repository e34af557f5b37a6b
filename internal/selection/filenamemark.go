package selection

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// longest is how long a mark may be.
const longest = 60

// mark makes a part of a file's name of a text; a long one ends in a checksum, so
// that two selections have two names.
func mark(text string) string {
	text = strings.NewReplacer("%", "pc", "!=", "-not-").Replace(text)
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("=.,-_", r) {
			return r
		}
		return '_'
	}, text)
	if name == text && len(name) <= longest {
		return name
	}
	sum := sha256.Sum256([]byte(text))
	return strings.Trim(name[:min(len(name), longest-9)], "._") + "-" + hex.EncodeToString(sum[:4])
}
