package table

import (
	"encoding/csv"
	"encoding/json"
	"io"
)

// JSONNumber is a number, or null where there is none: JSON has no NaN.
type JSONNumber float64

// MarshalJSON implements json.Marshaler.
func (n JSONNumber) MarshalJSON() ([]byte, error) {
	if text := Exact(float64(n)); text != "" {
		return []byte(text), nil
	}
	return []byte("null"), nil
}

// WriteJSON writes v as all commands do.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// WriteCSV writes records, the header first.
func WriteCSV(w io.Writer, records [][]string) error {
	return csv.NewWriter(w).WriteAll(records)
}
