package command

import (
	"path/filepath"
	"strings"
)

// argv is the command as run.json holds it.
func argv(args []string) []string {
	list := []string{"hyphbench"}
	for _, a := range args {
		if !strings.HasPrefix(a, "--") || !isPart(a) {
			list = append(list, baseNames(a))
		}
	}
	return list
}

// baseNames reduces paths to their last part: a run records no folders of its
// user.
func baseNames(value string) string {
	if list, isList := strings.CutPrefix(value, "["); isList && strings.HasSuffix(value, "]") {
		parts := strings.Split(strings.TrimSuffix(list, "]"), ",")
		for i, p := range parts {
			parts[i] = baseNames(p)
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	flag, path, isFlag := strings.Cut(value, "=")
	if isFlag && strings.HasPrefix(flag, "-") {
		return flag + "=" + baseNames(path)
	}
	if strings.ContainsAny(value, `/\`) {
		return filepath.Base(filepath.FromSlash(value))
	}
	return value
}

// shellLine writes words as a line that a shell reads as these words.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellQuote(w)
	}
	return strings.Join(quoted, " ")
}

// shellQuote quotes a word where a shell would read it as something else.
func shellQuote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
