package markup

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestLaTeX(t *testing.T) {
	l := LaTeX{Mark: `\-`, Breaker: english(t)}
	for _, c := range []struct{ name, in, want string }{
		{"text", "A table, of hyphenation.\n", `A ta\-ble, of hy\-phen\-ation.` + "\n"},
		{"CRLF, no newline at the end", "table\r\ntable", "ta\\-ble\r\nta\\-ble"},
		{"commands and their arguments", `\label{table} \table \foo[table]{table}{table} \usepackage[table]{table} table`, `\label{table} \table \foo[table]{table}{table} \usepackage[table]{table} ta\-ble`},
		{"arguments that are printed", `\section[table]{A table} \emph{table} {\bf table} \textcolor{table}{table} \footnote{A table.}`, `\section[table]{A ta\-ble} \emph{ta\-ble} {\bf ta\-ble} \textcolor{table}{ta\-ble} \footnote{A ta\-ble.}`},
		{"arguments over lines", "\\foo{table\n{table}\n\ntable}{table} table\n\\foo{table}%\n  {table} table", "\\foo{table\n{table}\n\ntable}{table} ta\\-ble\n\\foo{table}%\n  {table} ta\\-ble"},
		{"arguments in arguments", `\foo{a {table} table \} table}[{]} table] table`, `\foo{a {table} table \} table}[{]} table] ta\-ble`},
		{"an open bracket ends with the paragraph", "\\foo[table\n\ntable", "\\foo[table\n\nta\\-ble"},
		{"math", `table $table$ $$table$$ \(table\) \[table\] $table \$ table$ table \$table`, `ta\-ble $table$ $$table$$ \(table\) \[table\] $table \$ table$ ta\-ble \$ta\-ble`},
		{"open math ends with the paragraph", "$table\ntable\n\ntable", "$table\ntable\n\nta\\-ble"},
		{"math environments", "\\begin{align*}\ntable % \\end{align*}\ntable\n\\end{align*} table", "\\begin{align*}\ntable % \\end{align*}\ntable\n\\end{align*} ta\\-ble"},
		{"verbatim", "\\verb|table| \\verb*+table+ \\lstinline[table]{table} \\lstinline!table! \\mintinline{table}|table| table", `\verb|table| \verb*+table+ \lstinline[table]{table} \lstinline!table! \mintinline{table}|table| ta\-ble`},
		{"verbatim environments", "\\begin{verbatim}\n% table \\end{verbatin}\n\\end{verbatim} table \\begin{tikzpicture}[table]\ntable\n\\end{tikzpicture}", "\\begin{verbatim}\n% table \\end{verbatin}\n\\end{verbatim} ta\\-ble \\begin{tikzpicture}[table]\ntable\n\\end{tikzpicture}"},
		{"comments", "table % table\n\\% table", "ta\\-ble % table\n\\% ta\\-ble"},
		{"a word over a comment", "hyphen% table\n  ation table\n", "hyphen% table\n  ation ta\\-ble\n"},
		{"preamble", "\\documentclass{table}\ntable % \\begin{document}\n\\begin{document} table\n\\end{document}\ntable", "\\documentclass{table}\ntable % \\begin{document}\n\\begin{document} ta\\-ble\n\\end{document}\ntable"},
		{"environments", "\\begin{table}[htbp]\n\\begin{tabular}{table} table & table \\\\[2pt] table\n\\end{tabular}\\end{table}", "\\begin{table}[htbp]\n\\begin{tabular}{table} ta\\-ble & ta\\-ble \\\\[2pt] ta\\-ble\n\\end{tabular}\\end{table}"},
		{"accents", `caf\'eteria caf\'{e}teria gro\ss artig \"ubertable table\c{c}table table`, `caf\'eteria caf\'{e}teria gro\ss artig \"ubertable table\c{c}table ta\-ble`},
		{"its own hyphens", `hyphen\-ation hyphen"=ation hyphen"ation`, `hyphen\-ation hy\-phen"=ation hyphen"ation`},
		{"a word over braces", `{t}able \emph{hyphen}ation hyphen\emph{ation} {\emph{table}} ta{ble}`, `{t}able \emph{hyphen}ation hyphen\emph{ation} {\emph{ta\-ble}} ta{ble}`},
		{"parts of words", `table--table table's ` + "``table'' table~table (table)", `ta\-ble--ta\-ble ta\-ble's ` + "``ta\\-ble'' ta\\-ble~ta\\-ble (ta\\-ble)"},
		{"addresses", `\url{http://table.org/a%20table} \href{http://x#table}{a table} table`, `\url{http://table.org/a%20table} \href{http://x#table}{a ta\-ble} ta\-ble`},
		{"definitions", `\def\table#1{table} \newcommand{\table}[1]{table} \newcommand\table{table} table`, `\def\table#1{table} \newcommand{\table}[1]{table} \newcommand\table{table} ta\-ble`},
		{"cut", `table \`, `ta\-ble \`},
		{"cut in an environment", `table \begin{table`, `ta\-ble \begin{ta\-ble`},
		{"not UTF-8", "caf\xe9teria table\xff", "caf\xe9teria table\xff"},
		{"empty", "", ""},
	} {
		if got := hyphenate(t, l, c.in); got != c.want {
			t.Errorf("%s: %q\n got %q\nwant %q", c.name, c.in, got, c.want)
		}
	}
}

func FuzzLaTeX(f *testing.F) {
	f.Add([]byte("\\documentclass{a}\\begin{document}ab \\emph{ab}c $ab$ \\verb|ab|%\n ab\\'e \\foo[a]{b}\n"))
	f.Add([]byte("\\begin{align}ab%\\end{align}\n\\end{align}\\[ab\\]\\href{a}{b}\\mintinline[a]{b}{c}\\def\\x#1{y}\n\n\\\\[1]"))
	f.Fuzz(func(t *testing.T, in []byte) {
		if bytes.Contains(in, []byte("\ue000")) {
			return
		}
		var out bytes.Buffer
		if err := (LaTeX{Mark: mark, Breaker: everywhere{}}).Hyphenate(&out, bytes.NewReader(in)); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(out.String(), mark, ""); got != string(in) {
			t.Errorf("without its marks the output is %q, want the input %q", got, in)
		}
	})
}

func ExampleLaTeX() {
	l := LaTeX{Mark: `\-`, Breaker: everywhere{}}
	l.Hyphenate(os.Stdout, strings.NewReader(`\section{ab} ab $ab$ % ab`))
	// Output: \section{a\-b} a\-b $ab$ % ab
}
