package store_test

import (
	"strings"
	"testing"

	"hyphbench/internal/store"
	"hyphbench/internal/store/storetest"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

func TestConformance(t *testing.T) {
	for _, k := range store.Kinds() {
		cfg := store.Config{}
		if k.Medium == store.Simulated {
			cfg.Wait = 200
		}
		t.Run(k.Name, func(t *testing.T) {
			if strings.HasPrefix(k.Name, "redis") {
				tier.Check(t) // starts another program
			}
			storetest.Test(t, k, cfg)
		})
	}
}

// Stores of this package whose files are changed by others give no wrong answer.
func TestDamagedFiles(t *testing.T) {
	for _, k := range []store.Kind{store.Direct(), store.Bbolt()} {
		t.Run(k.Name, func(t *testing.T) { storetest.Damage(t, k, store.Config{}) })
	}
}

// A server that runs already is a store like the one that is started.
func TestRedisAtAnAddress(t *testing.T) {
	for network, k := range map[string]store.Kind{"unix": store.Redis(), "tcp": store.RedisTCP()} {
		t.Run(network, func(t *testing.T) {
			storetest.Test(t, k, store.Config{Address: store.StartRedis(t, network)})
		})
	}
}

func TestSum(t *testing.T) {
	of := func(keys, values string) string {
		return store.Entries{Keys: wordlist.Of(strings.Fields(keys)...), Values: wordlist.Of(strings.Fields(values)...)}.Sum()
	}
	seen := map[string]string{}
	for _, c := range [][2]string{{"a b", "1 2"}, {"ab", "12"}, {"a b", "2 1"}, {"b a", "1 2"}, {"a", "b 1 2"}, {"a b 1", "2"}} {
		sum := of(c[0], c[1])
		if len(sum) != 16 || sum != of(c[0], c[1]) {
			t.Errorf("%v: %q", c, sum)
		}
		if other, twice := seen[sum]; twice {
			t.Errorf("%v and %s have one checksum", c, other)
		}
		seen[sum] = c[0] + " → " + c[1]
	}
}

func TestParse(t *testing.T) {
	kinds := append(store.Kinds(), store.Kind{Name: "later", Medium: store.Simulated})
	for text, want := range map[string]string{
		"map": "map", "later:50us": "later", "later:10ms": "later",
	} {
		k, cfg, err := store.Parse(kinds, text)
		if err != nil || cfg.Folder+cfg.Address != "" || k.Name != want || (cfg.Wait != 0) != strings.Contains(text, ":") {
			t.Errorf("%s: %v %v %v", text, k.Name, cfg, err)
		}
	}
	for text, want := range map[string]store.Config{
		"bbolt:a/b": {Folder: "a/b"}, `direct:C:\stores`: {Folder: `C:\stores`}, "bbolt": {},
		"redis:/run/redis.sock": {Address: "/run/redis.sock"}, "redis-tcp:localhost:6379": {Address: "localhost:6379"}, "redis-tcp:[::1]:6379": {Address: "[::1]:6379"},
	} {
		if _, cfg, err := store.Parse(kinds, text); err != nil || cfg != want {
			t.Errorf("%s: %+v %v, want %+v", text, cfg, err, want)
		}
	}
	for text, want := range map[string]string{
		"mop": "map", "zzzzzz": "one of map", "map:5us": "map takes nothing behind a colon", "bbolt:": "want bbolt:DIR or bbolt", "later": "want such as later:50us",
		"later:x": "not a duration", "later:50": "not a duration", "later:1ns": "100ns to 10ms", "later:1s": "100ns to 10ms", "": "want one of",
	} {
		if _, _, err := store.Parse(kinds, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in the error", text, err, want)
		}
	}
}
