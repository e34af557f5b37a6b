package thesis

import (
	"math"
	"slices"
	"strings"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// Names that the claims and figures speak of.
const (
	bloom  = "bloom"
	cuckoo = "cuckoo"
)

// further is the source of the claims that the thesis makes beside its results.
// They are a family of tests of their own, so that they take no power from T1 to
// T13 (docs/verdicts.md).
const further = "thesis further"

// leastEffect is the smallest effect of interest of a time, a share of it. A
// smaller one counts as none.
const leastEffect = 0.01

// Regions of the logarithm of a ratio of times.
func sooner() claim.Region   { return claim.Below(-math.Log1p(leastEffect)) }
func noSlower() claim.Region { return claim.Below(math.Log1p(leastEffect)) }
func slower() claim.Region   { return claim.Above(math.Log1p(leastEffect)) }

// claims are those of the thesis's text, in the order of display: on the algorithms of its
// text, on the same with another table, on the tuned ones, on the library that it measured, in Go and in Node.js.
func claims() []claim.Claim {
	on := func(p pair, more ...claim.Claim) []claim.Claim {
		list := slices.DeleteFunc(onPair(p), func(c claim.Claim) bool { return !slices.Contains(p.claims(), strings.TrimSuffix(c.ID, p.suffix)) })
		return claim.Of(p.source, append(list, more...)...)
	}
	return slices.Concat(on(literal(), results()...), on(array()), on(tuned()), on(port()), on(node()), furtherClaims())
}

// onPair are the claims of a comparison of two filters.
func onPair(p pair) []claim.Claim {
	return []claim.Claim{
		p.own(claim.Claim{ID: "T1", Quote: claim.Says("thesis-final.txt:911-913",
			"Para as razões de falsos positivos analisadas, a reta de regressão linear indica que não existe uma tendência clara de aumento ou diminuição do tempo de inicialização do algoritmo."),
			Section: "5.1", Metric: Init, Statement: p.bloomName() + ": initialisation time shows no clear trend in ε",
			Margin: "±1 % of the mean over the sweep"}, noClearTrend, p.bloom),
		p.own(claim.Claim{ID: "T2", Quote: claim.Says("thesis-final.txt:920-921",
			"Para maiores razões de falsos positivos, a reta de regressão linear indica que existe uma tendência de diminuição do tempo de execução do algoritmo"),
			Section: "5.1", Metric: Hyphenate, Statement: p.bloomName() + ": run time falls as ε grows",
			Margin: interestText("a fall over the sweep")},
			func(d *claim.Data, p pair) claim.Outcome { return falls(d, p.bloom, Hyphenate) }, p.bloom),
		p.own(claim.Claim{ID: "T3", Quote: claim.Says("thesis-final.txt:923-924",
			"o maior tempo médio de execução observado ocorre para o menor valor de ε"),
			Section: "5.1", Metric: Hyphenate, Statement: p.bloomName() + ": the largest mean run time is at the smallest ε",
			Margin: "no other larger by 1 %, and their mean smaller by 1 % or more (published measurements: no other larger)"},
			func(d *claim.Data, p pair) claim.Outcome { return largestAtSmallest(d, p.bloom, Hyphenate) }, p.bloom),
		p.own(claim.Claim{ID: "T4", Quote: claim.Says("thesis-final.txt:938-940",
			"Para maiores razões de falsos positivos, a reta de regressão linear indica que existe uma tendência de diminuição do tempo de inicialização do algoritmo."),
			Section: "5.2", Metric: Init, Statement: p.cuckooName() + ": initialisation time falls as ε grows",
			Margin: interestText("a fall over the sweep")},
			func(d *claim.Data, p pair) claim.Outcome { return falls(d, p.cuckoo, Init) }, p.cuckoo),
		p.own(claim.Claim{ID: "T5", Quote: claim.Says("thesis-final.txt:944-945",
			"Para maiores razões de falsos positivos, a reta de regressão linear indica que existe uma tendência de diminuição do tempo de execução do algoritmo"),
			Section: "5.2", Metric: Hyphenate, Statement: p.cuckooName() + ": run time falls as ε grows",
			Margin: interestText("a fall over the sweep")},
			func(d *claim.Data, p pair) claim.Outcome { return falls(d, p.cuckoo, Hyphenate) }, p.cuckoo),
		p.own(claim.Claim{ID: "T6", Quote: claim.Says("thesis-final.txt:952-957",
			"Observa-se que a construção do algoritmo com […] cuckoo filter leva mais tempo do que na versão implementada com Bloom filter para a maioria dos casos observados"),
			Section: "5.3", Metric: Init, Statement: "initialisation with cuckoo is slower than with " + p.bloomName() + " for most ε",
			Margin: interestText("slower at an ε: a difference")}, slowerForMost(Init)),
		p.own(claim.Claim{ID: "T7", Quote: claim.Says("thesis-final.txt:961-963",
			"Assim como na construção do filtro, a execução do algoritmo implementado com cuckoo filter leva mais tempo na maioria dos cenários analisados."),
			Section: "5.3", Metric: Hyphenate, Statement: "the run with cuckoo is slower than with " + p.bloomName() + " for most ε",
			Margin: interestText("slower at an ε: a difference")}, slowerForMost(Hyphenate)),
		p.own(claim.Claim{ID: "T8a", Quote: claim.Says("thesis-final.txt:967-968",
			"nota-se que há uma tendência de diminuição da vantagem do uso de Bloom filters para valores pequenos de ε (como ε < 3%)"),
			Section: "5.3", Metric: Hyphenate, Statement: p.bloomName() + ": its advantage in the run shrinks for ε < 3 %",
			Margin: interestText("the ratio cuckoo/Bloom smaller below 3 %: a difference")}, shrinks),
		p.own(claim.Claim{ID: "T8b", Quote: claim.Says("thesis-final.txt:968-969",
			"De fato, o tempo médio observado para ε = 1% é menor para a implementação do algoritmo com cuckoo filter."),
			Section: "5.3", Metric: Hyphenate, Statement: "at ε = 1 % the run with cuckoo is faster than with " + p.bloomName(),
			Margin: interestText("a difference")}, fasterAtOnePercent),
		p.own(claim.Claim{ID: "T9", Quote: claim.Says("thesis-final.txt:996-997",
			"Os experimentos sugerem que ambas as estruturas apresentam desempenhos semelhantes em consumo de tempo na maioria dos cenários analisados"),
			Section: "6", Metric: Hyphenate, Statement: "cuckoo and " + p.bloomName() + " take similar time in most scenarios",
			Margin: "neither slower than the other by 5 %, in more than half of all ε, initialisation and run"}, takeSimilarTime),
	}
}

// results are the claims on results that are no comparison of one pair over ε.
func results() []claim.Claim {
	return []claim.Claim{
		claim.About(metric.Bits, "T10", "4", "cuckoo, with a power of two of buckets, uses less space than Bloom in many practical applications if ε < 3 %",
			"many: more than a quarter of all n from 100 to 10,000,000 keys and ε from 0.01 % to 2.9 %, as full as n leaves the table (full tables: TS12, TS13)", usesLessSpace).From(claim.Says("thesis-final.txt:602-603",
			"Usa menos espaço que os Bloom filters em muitas aplicações práticas se a razão de falsos positivos ε alvo é menor que 3%.")),
		claim.About(QueryFull, "T11", "4", "cuckoo answers faster than Bloom (tuned), even at 95 % load",
			interestText("a difference"), answersFaster).From(claim.Says("thesis-final.txt:596-598",
			"Fornece melhor desempenho de consultas do que o Bloom filter tradicional, mesmo quando está quase cheio (com 95% do espaço utilizado, por exemplo)")),
		claim.About(metric.FalsePositives, "T12", "3.2", "the false-positive rate of a Bloom filter is (1 − e^(−kn/m))^k, for the m, k and n of the run",
			"approximately: ±1 % of the formula, on the mean over ε", followsFormula).From(claim.Says("thesis-final.txt:382-386",
			"um resultado falso positivo ocorre aproximadamente com probabilidade (1 − e^−kn/m)^k")),
		claim.About(metric.FalseNegatives, "T13", "4.3.2", "a cuckoo filter has no false negatives",
			"none, after the deletion of half of the keys either", losesNoKeys).From(claim.Says("thesis-final.txt:756-757",
			"resultados falsos negativos não ocorrem desde que não se exceda o tamanho do bucket (o que é garantido pelo funcionamento do algoritmo)")),
	}
}

// furtherClaims are what the text says of the structures, and the reasons that
// it gives for its results, in the order of the text.
func furtherClaims() []claim.Claim {
	return claim.Of(further, []claim.Claim{
		// The text counts the codes of k bits; n elements have as many different ones
		// if the hash function is chosen for them, but it is a random one.
		claim.About(metric.FalsePositives, "T17", "2.1.3", "compressed to k ≥ log2 n bits, n elements do not collide",
			"by arithmetic, of random codes: no collision with a probability of 99 % or more", codesDoNotCollide).From(claim.Says("thesis-final.txt:247-249",
			"Para k = log2 n, note que com k bits é possível representar 2^k = n elementos distintos. Portanto, para k ≥ log2 n não há colisão de representações comprimidas.")),
		// The text has the probability of one equal code; a negative meets n of them.
		claim.About(metric.FalsePositives, "T18", "2.1.3", "the false-positive rate of hash compaction to k bits is at most 2^−k",
			"by arithmetic, of a negative beside all n codes: 1 % of 2^−k", compactionRate).From(claim.Says("thesis-final.txt:255-261",
			"Assumindo que cada bit (0 ou 1) seja escolhido com probabilidade 1/2 pela função de hashing H(x), então é evidente que ε ≤ 1/2^k (pois há 2^k distintas representações comprimidas representáveis).")),
		// Chapter 3: less space at no more time of rejection, which is the mean time to
		// find that an element is not in the set.
		claim.About(metric.Query, "T19", "3", "a Bloom filter (tuned) rejects a word no more slowly than the exact store, in memory a map",
			"1 %", rejectsSoon).From(claim.Says("thesis-final.txt:281-283",
			"Define-se tempo de rejeição como o tempo médio dispendido por uma estrutura de dados para decidir que um dado elemento não pertence ao conjunto representado. De fato, o Bloom filter permite diminuir o consumo de espaço sem acrescer o tempo de rejeição")),
		// Chapters 1, 3 and 6 say it of probabilistic structures, as against
		// dictionaries.
		claim.About(metric.Bits, "T20", "3, 6", "the filters take less space than a dictionary, the map of the exceptions",
			"at every ε", smallerThanStore).From(claim.Says("thesis-final.txt:983-985",
			"Estruturas de dados probabilísticas, como Bloom filters e cuckoo filters, são capazes de responder a esses testes de modo mais eficiente em espaço do que as estruturas convencionais")).
			Constructed("the map holds the words themselves, 200 bits each, a filter of ε ≥ 1 % ten"),
		// Chapters 3 and 5 put the filter before the store to avoid needless accesses.
		claim.About(metric.FalsePositives, "T21", "3, 5", "the filters avoid most accesses to the store",
			"more than half of all words, at every ε", avoidsAccesses).From(claim.Says("thesis-final.txt:305-307",
			"De todo modo são evitados acessos desnecessários ao dicionário e, dado o número pequeno de exceções, usualmente a maior parte das palavras não faz parte do filtro.")).
			Constructed("nearly all words are negatives, of which a filter of ε ≤ 20 % refuses four fifths"),
		// Section 3.1 states it both ways; its next paragraph admits false positives.
		claim.About(metric.FalsePositives, "T22", "3.1", "a Bloom filter has a 0 at a bit examined if and only if the word is not in the set",
			"", zeroIffNegative).From(claim.Says("thesis-final.txt:325-326",
			"algum dos bits examinados contém o valor 0 se e somente se o elemento consultado não pertence ao filtro")),
		// Section 3.3 chooses m for a share of false positives of no more than ε, section 3.2
		// rounds k down.
		claim.About(metric.FalsePositives, "T23", "3.3", "with the least m of section 3.3, which the thesis shows to be necessary and is here taken to be enough, and the k of section 3.2 a Bloom filter admits at most a share ε of the other words",
			"no more than 1 % of ε above it, at every ε", atMostEpsilon).From(claim.Says("thesis-final.txt:405-407",
			"deseja-se obter m mínimo (o comprimento mínimo do vetor de bits do filtro) de modo a permitir resultados falsos positivos para, no máximo, uma fração ε")),
		claim.About(metric.Build, "T24", "3.4.1", "insertion into a Bloom filter by Algorithm 1 takes a time Θ(k)",
			thetaMargin, insertsInThetaK).From(claim.Says("thesis-final.txt:447-449",
			"O procedimento para a inserção de um elemento em um Bloom filter é descrito no Algoritmo 1, que itera sobre as k funções de hashing e pode alterar o valor de uma posição do vetor de bits a cada iteração (logo consome tempo Θ(k)).")),
		claim.About(KeyReads, "T25", "3.4.2", "a query of a Bloom filter by Algorithm 2 reads Θ(k) bits in the worst case, that of a key",
			"counted: k bits of a key, at every ε", readsKBits).From(claim.Says("thesis-final.txt:463-465",
			"basta verificar se os k bits indexados pelos resultados das funções de hashing contêm o valor 1 (o algoritmo itera sobre as k funções de hashing, logo consome tempo Θ(k))")).
			Constructed("all bits of a key are 1, so that Algorithm 2 does not leave before the last of its k"),
		// Sections 3.5 and 5 call the Bloom filter advantageous where most elements
		// asked are negatives, in hyphenation above all.
		claim.About(Hyphenate, "T26", "3.5, 5", "a Bloom filter (tuned) before the exceptions saves time in hyphenation, in memory as on a disk (--store)",
			"a pass 1 % sooner than with the exact store alone", againstStore(Hyphenate, sooner(), bloom)).From(claim.Says("thesis-final.txt:867-868",
			"a aplicação de Bloom filters é especialmente vantajosa em algoritmos hifenizadores de palavras")),
		claim.About(metric.FalseNegatives, "T28", "3.3", "a Bloom filter has no false negatives",
			"", bloomDeniesNoKey).From(claim.Says("thesis-final.txt:412-413",
			"É evidente que toda sequência s aceita todos os elementos de S")).
			Constructed("a run that finds a denied key ends before it has a verdict"),
		// Section 4.2 has a high occupancy as the purpose of partial-key cuckoo
		// hashing; chapter 4 has 95 %.
		claim.About(LoadLimit, "T33", "4, 4.2", "a cuckoo table takes insertions up to 95 % of its space on average",
			"the load at the first failure is above 95 % on average, at every ε", fillsTo95).From(claim.Says("thesis-final.txt:597-702",
			"quase cheio (com 95% do espaço utilizado, por exemplo) […] O partial-key cuckoo hashing é proposto por Fan et al. (2014) como uma forma de obter um alto nível ocupação da tabela, o que evita falhas na execução de inserções.")),
		// Chapter 4, sections 4.3.3 and 5.3, and chapter 6 have removal without a new
		// construction as the advantage of the cuckoo filter. That the keys left are
		// not lost is another claim, T13.
		claim.About(RemovedAdmitted, "T34", "5.3", "a cuckoo filter removes elements, which it had, without being built anew",
			"of the removed half of the keys no more than a share ε is still admitted, at every ε", removesKeys).From(claim.Says("thesis-final.txt:964-965",
			"o cuckoo filter permite remover elementos sem que seja necessário reconstruir o filtro")),
		// Chapter 5 has what a filter is for where the exceptions lie on a disk or behind a
		// network, as section 3.5.1 describes them.
		claim.About(Hyphenate, "T35", "5", "a filter saves time where an access to the store takes long, Bloom and cuckoo (tuned)",
			"a pass 1 % sooner than with the store alone, both filters", savesAccesses).From(claim.Says("thesis-final.txt:876-877",
			"de modo a evitar acessos desnecessários à memória (que podem levar muito tempo em alguns casos)")),
		// The reason that section 5.1 gives for T2.
		claim.About(metric.Bits, "T36", "5.1", "Bloom: a smaller ε needs more space and more hash functions",
			"both never rise with ε, and are larger at the smallest ε than at the largest", needsMoreHashes).From(claim.Says("thesis-final.txt:921-923",
			"para menores valores de ε é necessário que o filtro ocupe mais espaço e implemente mais funções de hashing")).
			Constructed("m and k are computed from ε"),
		// The reason that section 5.2 gives for T5.
		claim.About(metric.Bits, "T37", "5.2", "cuckoo: a smaller ε needs more space",
			"it never rises with ε, and is larger at the smallest ε than at the largest", needsMoreSpace).From(claim.Says("thesis-final.txt:945-946",
			"menores valores de ε demandam que o filtro ocupe mais espaço")).
			Constructed("the length of a fingerprint is computed from ε"),
		// The reason that section 5.3 gives for T6.
		claim.About(metric.Build, "T38", "5.3", "insertion is more complex with cuckoo than with Bloom: construction takes longer by Algorithm 3 than by Algorithm 1",
			"by 1 %", takesLongerToBuild).From(claim.Says("thesis-final.txt:956-958",
			"(o que é esperado dada a maior complexidade do algoritmo de inserção de elementos em um cuckoo filter)")),
		// The condition that section 4.3.3 puts on T34.
		claim.About(AfterForeign, "T39", "4.3.3", "the removal of elements that were not inserted can take another one out of a cuckoo filter",
			"can: a key or more is denied, of any filter of the run, once as many words were removed as it has keys", losesOthers).From(claim.Says("thesis-final.txt:846-849",
			"Por conta disso, idealmente, a remoção só pode ser executada para elementos que foram inseridos na estrutura, caso contrário há risco de remoção de outro item cujo fingerprint colide com o elemento dado.")),
	}...)
}
