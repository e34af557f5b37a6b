package semijoin

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"selectivity":                           "seletividade",
		"bytes of a join":                       "bytes de uma junção",
		"bytes of the keys or their filter":     "bytes das chaves ou do filtro delas",
		"rows shipped for nothing":              "linhas transmitidas em vão",
		"one join over loopback":                "uma junção na própria máquina",
		"rows":                                  "linhas",
		"*/join":                                "*/junção",
		"all rows (one table is shipped whole)": "todas as linhas (uma tabela é transmitida inteira)",
		"list of the keys":                      "lista das chaves",
		"smallest filter of the program":        "menor filtro do programa",
		"The smallest of the program: *.":       "O menor do programa: *.",
	}
}
