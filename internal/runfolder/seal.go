package runfolder

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// A sealed file is a JSON object whose last member is a checksum of every byte
// in front of it. What follows the checksum is always the same, so that no byte
// of the file can change without being noticed.
const (
	sealMark  = `"seal": "sha256:`
	sealStart = ",\n  " + sealMark
	sealEnd   = "\"\n}\n"
)

// errUnsealed says that a file which must have a seal has none.
var errUnsealed = errors.New("the file does not end with its seal, so it was cut or changed after hyphbench wrote it: restore the file")

// seal returns the JSON object with its seal.
func seal(object []byte) ([]byte, error) {
	body, closed := bytes.CutSuffix(bytes.TrimSpace(object), []byte("}"))
	body = bytes.TrimSpace(body)
	if !closed || len(body) < 2 || !json.Valid(object) {
		return nil, fmt.Errorf("%.40q cannot be sealed: want a JSON object that is not empty", object)
	}
	body = append(bytes.Clone(body), sealStart...)
	return append(body, checksum(body)+sealEnd...), nil
}

// checkSeal reports whether the file has a seal. A seal that does not fit the
// file is an error.
func checkSeal(src []byte) (sealed bool, err error) {
	digits := 2 * sha256.Size
	rest, whole := bytes.CutSuffix(src, []byte(sealEnd))
	if !whole || len(rest) < digits || !bytes.HasSuffix(rest[:len(rest)-digits], []byte(sealStart)) {
		if bytes.Contains(src, []byte(sealMark)) {
			return false, errUnsealed
		}
		return false, nil
	}
	body, is := rest[:len(rest)-digits], string(rest[len(rest)-digits:])
	if want := checksum(body); is != want {
		return false, fmt.Errorf("the file was changed after hyphbench wrote it (its seal is %.12s…, its content has %.12s…): restore the file", is, want)
	}
	return true, nil
}

func checksum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// lineOf is the line of a file in which its JSON breaks, 0 where it does not.
func lineOf(src []byte, err error) int {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return 0
	}
	return 1 + bytes.Count(src[:min(int(syntax.Offset), len(src))], []byte("\n"))
}
