package reconcile

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"task": "tarefa", "difference": "diferença", "intersection": "interseção", "size": "tamanho",
		"bytes": "bytes", "messages": "mensagens", "questions": "perguntas", "tables": "tabelas", "cells": "células",

		"bytes sent, both directions":                     "bytes enviados, nos dois sentidos",
		"messages, both directions":                       "mensagens, nos dois sentidos",
		"keys of the difference not found":                "chaves da diferença não encontradas",
		"keys sent in vain for the intersection":          "chaves enviadas em vão para a interseção",
		"cells or symbols for each difference":            "células ou símbolos por diferença",
		"tables until one peels":                          "tabelas até que uma se resolva",
		"rateless symbols for each difference, simulated": "símbolos sem taxa fixa por diferença, simulados",
		"least cells a key of a large table, simulated":   "menos células por chave de uma tabela grande, simuladas",
		"invertible Bloom lookup table with * hashes":     "tabela de Bloom invertível com * hashes", "symbols": "símbolos",
		"error of the number of differences":   "erro do número de diferenças",
		"questions to the summary of the peer": "perguntas ao resumo do par",
		"CPU time of both peers":               "tempo de CPU dos dois pares",

		"all keys sent":                   "todas as chaves enviadas",
		"list of 32-bit hashes":           "lista de hashes de 32 bits",
		"approximate reconciliation tree": "árvore de reconciliação aproximada",
		"counters compared":               "contadores comparados",
		"strata estimator":                "estimador por estratos",
		"invertible Bloom lookup table, doubled until it peels":   "tabela de Bloom invertível, dobrada até se resolver",
		"invertible Bloom lookup table behind a strata estimator": "tabela de Bloom invertível após um estimador por estratos",
		"rateless invertible Bloom lookup table":                  "tabela de Bloom invertível sem taxa fixa",

		"Left out, since they cannot be sent or lose keys: *.": "Omitidas, pois não podem ser enviadas ou perdem chaves: *.",
	}
}
