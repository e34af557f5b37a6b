package command

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"hyphbench/internal/experiment/thesis/published/publishedtest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/tier"
)

// The tables of docs/tese.md are the verdicts on the thesis's sentences, in Portuguese, beside
// those on its published measurements. UPDATE_GOLDEN=1, beside HYPHBENCH_CHECK=1, writes them.
func TestTeseDocument(t *testing.T) {
	tier.Check(t)
	sources := publishedtest.Sources(t, "../..")
	source := sources[len(sources)-1]
	if source.Name == publishedtest.StandIn {
		t.Skip("the thesis's published measurements are not there: want HYPHBENCH_SHARED, or ../shared beside the repository")
	}
	var files []string
	for _, name := range source.Files {
		file, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	imported := t.TempDir()
	hyphbench(t.Context(), t, program(), exitOK, append([]string{"data", "import", "--out=" + imported}, files...)...)
	t.Chdir("../..")
	verdicts := func(dir string) []claim.Judged {
		list, err := program().ofAll(&cobra.Command{}, []string{dir})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	const name = "docs/tese.md"
	old := readFile(t, name)
	got, err := within(old, teseTables(t, verdicts("results"), verdicts(imported)))
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(got, old) {
		t.Errorf("%s is out of date: HYPHBENCH_CHECK=1 UPDATE_GOLDEN=1 go test ./internal/command -run TestTeseDocument writes it", name)
	}
}

// within is a document with a text between the marks of what is generated.
func within(document []byte, text string) ([]byte, error) {
	const begin, end = "<!-- gerado: início -->\n", "<!-- gerado: fim -->\n"
	before, rest, found := strings.Cut(string(document), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		return nil, fmt.Errorf("want a line %q, and %q behind it", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return []byte(before + begin + text + end + after), nil
}

// teseTables are the tables of the claims that quote the thesis: those of chapter 5 by
// implementation, all others in the order of the text.
func teseTables(t *testing.T, runs, published []claim.Judged) string {
	var b strings.Builder
	b.WriteString("\n## Os resultados do capítulo 5\n\n" +
		"| | frase da tese | algoritmos ao pé da letra | versões otimizadas | biblioteca em Node.js | medições publicadas |\n|---|---|---|---|---|---|\n")
	var others []claim.Result
	for _, r := range quoting(runs) {
		id, variant, _ := strings.Cut(r.ID, "-")
		if number := strings.TrimRight(id, "ab"); len(number) > 2 || number[0] != 'T' { // T1 to T9
			others = append(others, r)
			continue
		}
		if variant == "" {
			fmt.Fprintf(&b, "| %s | “%s” (%s) | %s | %s | %s | %s |\n", r.ID, r.Quote.Text, r.Section,
				on(t, runs, "results/literal", id), on(t, runs, "results/implementations", id+"-tuned"),
				on(t, runs, "results/node", id+"-node"), on(t, published, "", id))
		}
	}
	b.WriteString("\n## As demais afirmações do texto\n\n| | seção | frase da tese | veredito e efeito |\n|---|---|---|---|\n")
	of := map[string]int{} // sentences, by how many claims judge them
	for _, r := range others {
		of[r.Quote.Place]++
	}
	for _, r := range others {
		text := "“" + r.Quote.Text + "”"
		switch judged := aspects()[r.ID]; {
		case of[r.Quote.Place] > 1 && judged == "":
			t.Errorf("%s judges a sentence that another claim judges too: want its aspect in Portuguese", r.ID)
		case of[r.Quote.Place] > 1:
			text += " – *" + judged + "*"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.ID, r.Section, text, on(t, runs, "", r.ID))
	}
	b.WriteString("\n")
	return b.String()
}

// aspects are what each of the claims on one sentence judges of it, by the claim.
func aspects() map[string]string {
	return map[string]string{
		"T10": "número de buckets que é potência de dois: tabela ocupada conforme n", "TS12": "tabela cheia, 94 % das posições", "TS13": "tabela cheia, buckets ordenados",
		"T18": "código de 11 bits, 1.753 chaves", "TS14": "todos os n da execução",
		"T19": "contra o armazenamento exato da execução: um mapa na memória, ou disco", "Q7": "contra uma tabela de hashing e o mapa de Go, na maioria dos n",
		"J1": "pelo menos um décimo das linhas não tem par", "J2": "todas as linhas têm par",
		"J23": "busca por duas palavras, contra a lista mais curta", "RC3": "contra uma cópia de todas as chaves, para todos os n, d e ε",
		"S1": "disjunção de dois filtros: sem falsos negativos", "RT1": "rotas: falsos positivos são desvios",
		"TS6": "menos espaço que um counting Bloom filter de mesma razão", "C7": "o tamanho não muda com as remoções",
		"TS3": "counting Bloom filter", "TS4": "quotient filter", "Q10": "quotient filter", "Q21": "counting Bloom filter",
		"Q24": "passos de uma inserção, até 94 % de ocupação", "Q28": "o mesmo, com realocação de um elemento ao acaso, como no algoritmo da tese",
	}
}

// quoting are the claims that quote the thesis, in the order of its lines.
func quoting(runs []claim.Judged) (list []claim.Result) {
	for _, run := range runs {
		for _, r := range run.Results {
			known := slices.ContainsFunc(list, func(l claim.Result) bool { return l.ID == r.ID })
			if strings.HasPrefix(r.Quote.Place, "thesis-final.txt:") && !known {
				list = append(list, r)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b claim.Result) int { return cmp.Compare(line(a), line(b)) })
	return list
}

// line is the first line of the sentence that a claim judges.
func line(r claim.Result) int {
	_, lines, _ := strings.Cut(r.Quote.Place, ":")
	first, _, _ := strings.Cut(lines, "-")
	n, _ := strconv.Atoi(first) // 0 sorts first
	return n
}

// on is the verdict on a claim, of the runs below a folder: of equal ones the first, with how
// many runs there are.
func on(t *testing.T, runs []claim.Judged, folder, id string) string {
	type verdict struct {
		word, effect string
		runs         int
	}
	var list []verdict
	for _, run := range runs {
		if !strings.HasPrefix(run.Dir, folder) {
			continue
		}
		for _, r := range run.Results {
			if r.ID != id || r.Verdict == claim.NotTested {
				continue
			}
			word := verdictWord(r.Verdict)
			if r.Effect.Argument != "" {
				word += ", por aritmética"
			}
			if i := slices.IndexFunc(list, func(v verdict) bool { return v.word == word }); i >= 0 {
				list[i].runs++
				continue
			}
			list = append(list, verdict{word, inPortuguese(t, r.Effect.String()), 1})
		}
	}
	if len(list) == 0 {
		return "não testada"
	}
	var texts []string
	for _, v := range list {
		text := v.word + ": " + v.effect
		if v.runs > 1 {
			text += fmt.Sprintf(" (%d execuções)", v.runs)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

func verdictWord(v claim.Verdict) string {
	switch v {
	case claim.Supported:
		return "confirmada"
	case claim.Contradicted:
		return "contradita"
	case claim.Inconclusive:
		return "inconclusiva"
	case claim.ByConstruction:
		return "por construção"
	}
	return "não testada"
}

// inPortuguese is an effect with a decimal comma, its words in Portuguese. A word without
// Portuguese is an error.
func inPortuguese(t *testing.T, effect string) string {
	for _, sentence := range []struct{ english, portuguese string }{
		{`^of (\d+) random codes of (\d+) bits (\S+) pairs are equal on average$`, "de $1 códigos aleatórios de $2 bits, em média $3 pares são iguais"},
		{`^a random code of (\d+) bits is that of one of (\d+) keys with the probability (\S+); 2\^−k is (\S+)$`, "um código aleatório de $1 bits é o de uma das $2 chaves com probabilidade $3; 2^−k é $4"},
		{`^at n = (\S+), ε = (\S+) % a negative meets (\S+) codes of (\d+) bits: the rate is (\S+), 2\^−l (\S+)$`,
			"com n = $1 e ε = $2 %, um negativo encontra $3 códigos de $4 bits: a razão é $5; 2^−l é $6"},
		{`\bpercentage points\b`, "pontos percentuais"},
		{`\bhash functions\b`, "funções de hashing"},
		{`\bto\b`, "a"},
		{`\bof\b`, "de"},
		{`\bkeys\b`, "chaves"},
		{`\bwords\b`, "palavras"},
		{`(\[[^,\]]*), `, "$1; "},
	} {
		effect = regexp.MustCompile(sentence.english).ReplaceAllString(effect, sentence.portuguese)
	}
	effect = regexp.MustCompile(`\d+(,\d{3})*(\.\d+)?`).ReplaceAllStringFunc(effect, func(number string) string {
		return strings.NewReplacer(",", ".", ".", ",").Replace(number)
	})
	for _, word := range regexp.MustCompile(`\pL{3,}`).FindAllString(effect, -1) {
		if !strings.Contains("negativo encontra razão pontos percentuais funções hashing chaves palavras códigos aleatórios aleatório bits média pares são iguais código uma das com probabilidade", word) {
			t.Errorf("%q has no Portuguese for %q", effect, word)
		}
	}
	return strings.ReplaceAll(effect, "-", "−")
}
