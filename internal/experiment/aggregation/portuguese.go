package aggregation

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"step": "passo", "nodes": "nós", "copies": "cópias",
		"estimate of the middle node, of the true number":       "estimativa do nó mediano, do número verdadeiro",
		"mean error of a node":                                  "erro médio de um nó",
		"error of the node furthest off":                        "erro do nó mais distante",
		"bytes sent by all nodes so far":                        "bytes enviados por todos os nós até então",
		"push-sum":                                              "push-sum",
		"sum of all that came":                                  "soma de tudo o que chegou",
		"exact union (each node sends all items that it knows)": "união exata (cada nó envia todos os itens que conhece)",
	}
}
