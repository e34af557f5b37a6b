package thesis

import (
	"fmt"
	"strings"

	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
)

// where says within a sentence where the exceptions of a run are, "exceptions on disk,
// cold (direct)"; nothing of those in the hyphenator's own table.
func where(m *runfolder.Meta) figure.Text {
	name := m.Parameters[storeParameter]
	if name == "" {
		return figure.Text{}
	}
	media := map[store.Medium]figure.Text{
		store.Memory:    {EN: "in memory", PT: "em memória"},
		store.Disk:      {EN: "on disk", PT: "em disco"},
		store.Network:   {EN: "behind a network", PT: "atrás de uma rede"},
		store.Simulated: {EN: "in a simulated store", PT: "em um armazenamento simulado"},
	}
	temperatures := map[string]figure.Text{
		cold: {EN: ", cold", PT: ", sem cache"},
		warm: {EN: ", warm", PT: ", em cache"},
	}
	medium, temperature := media[store.Medium(m.Parameters[mediumParameter])], temperatures[m.Parameters[temperatureParameter]]
	return figure.Text{
		EN: fmt.Sprintf("%s %s%s (%s)", exceptionsEN, medium.EN, temperature.EN, name),
		PT: fmt.Sprintf("%s %s%s (%s)", exceptionsPT, medium.PT, temperature.PT, name),
	}
}

const exceptionsEN, exceptionsPT = "exceptions", "exceções"

// passOf says within a sentence how a run's passes go; nothing of published measurements.
func passOf(m *runfolder.Meta) string {
	switch {
	case m.Design == runfolder.Published:
		return ""
	case m.Parameters[passParameter] == passLiteral:
		return "pass word by word"
	}
	return "pass by batches"
}

// behindExceptions is what behindComma gives, behind a caption's own word for them.
func behindExceptions(on figure.Text) figure.Text {
	return figure.Text{EN: strings.TrimPrefix(on.EN, ", "+exceptionsEN), PT: strings.TrimPrefix(on.PT, ", "+exceptionsPT)}
}

// behindComma is a part of a caption that may be empty.
func behindComma(t figure.Text) figure.Text {
	if t.EN == "" {
		return t
	}
	return figure.Text{EN: ", " + t.EN, PT: ", " + t.PT}
}
