package lookup

import (
	_ "embed"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/workload"
)

// Names of structures in the claims.
const (
	goMap       = "map"
	hashtable   = "hashtable"
	cuckootable = "cuckootable"
	randomTable = "cuckootable-random"
	linearList  = "list"
	linkedList  = "linkedlist"
	sortedArray = "sortedarray"
	bloom       = "bloom"
	blocked     = "blocked"
	splitblock  = "splitblock"
	register    = "register"
	cuckoo      = "cuckoo"
	counting    = "counting"
	quotient    = "quotient"
	prefix      = "prefix"
	xor         = "xor"
	fuse        = "fuse"
	ribbon      = "ribbon"
)

// leastEffect is the smallest effect of interest of a time, a share of it. A smaller
// one counts as none.
const leastEffect = 0.01

// levelMargin is the largest change of a number of steps that counts as none between the
// smallest set and another one.
const levelMargin = 0.10

// pastCache is from where on a Bloom filter at 1 % has left a cache of 1 MB.
const pastCache = workload.Million

//go:embed claims.txt
var claimTexts string

// claims are those of the texts about time, in the order of the texts, each source a
// family of its own.
func claims() []claim.Claim {
	faster, notSlower := claim.FasterBy(leastEffect), claim.Below(math.Log1p(leastEffect))
	return claim.Read(claimTexts, fanClaims(), claim.Tests{
		"Q1":  level(bloom, QuerySteps, metric.Query),
		"Q2":  level(bloom, InsertSteps, Insert),
		"Q22": level(hashtable, QuerySteps, metric.Query),
		"Q23": level(hashtable, InsertSteps, Insert),
		"Q24": level(cuckootable, InsertSteps, Insert),
		"Q28": level(randomTable, InsertSteps, Insert),
		"Q29": steps("comparisons / n", func(n float64) float64 { return n }, claim.Near(0.01), linearList, linkedList),
		"Q30": steps("comparisons / log2 n", math.Log2, claim.Near(0.15), sortedArray),

		"Q4":  slower(N, bloom, blocked, 0),
		"Q5":  slower(N, bloom, xor, 0),
		"Q6":  slower(N, cuckoo, xor, 0),
		"Q9":  slower(axis.Eps, bloom, cuckoo, 0),
		"Q10": slower(axis.Eps, quotient, bloom, 0),
		"Q21": slower(axis.Eps, counting, bloom, 0),
		"Q13": slower(N, bloom, blocked, pastCache),
		"Q14": slower(N, bloom, register, 0),
		"Q15": slower(N, bloom, splitblock, 0),

		"Q3":  inPlaces(N, metric.Query, 0, claim.Some, faster, "faster", versus(goMap, hashtable).against(bloom, counting)),
		"Q27": inPlaces(N, metric.Query, workload.Million, claim.Some, faster, "sooner", versus(bloom, cuckoo).against(hashtable, goMap)),
		"Q7":  inPlaces(N, metric.Query, 0, claim.MostOf, notSlower, "not slower", versus(bloom).against(hashtable), versus(bloom).against(goMap)),
		"Q12": inPlaces(Hits, metric.Query, 0, claim.AllOf, notSlower, "not slower", versus(cuckoo).against(bloom)),
		"Q16": inPlaces(axis.Eps, metric.Query, 0, claim.Some, faster, "faster", versus(xor).against(bloom), versus(xor).against(cuckoo)),
		"Q17": inPlaces(N, metric.Query, 0, claim.MostOf, notSlower, "not slower", versus(fuse).against(xor)),
		"Q26": inPlaces(N, metric.Query, 0, claim.MostOf, claim.Within(math.Log(1.25)), "within 25 %", versus(prefix).against(cuckoo)),
		"Q18": inPlaces(N, metric.Build, 0, claim.Some, claim.Above(math.Ln2), "above 2", versus(xor).against(fuse)),
		"Q19": inPlaces(N, metric.Build, 0, claim.MostOf, threeToFour(), "from 3 to 4", versus(ribbon).against(bloom)),
		"Q25": inPlaces(N, metric.Build, 0, claim.MostOf, threeToFour(), "from 3 to 4", versus(cuckoo).against(prefix)),
	})
}

// threeToFour is the region of the logarithm of a ratio.
func threeToFour() claim.Region { return claim.Region{Low: math.Log(3), High: math.Log(4)} }
