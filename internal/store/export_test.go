package store

import (
	"testing"

	"hyphbench/internal/tier"
)

// StartRedis starts a server for the time of a test, which skips without one, and
// says where it is. It stands for another's: it has no password.
func StartRedis(t testing.TB, network string) (address string) {
	t.Helper()
	tier.Check(t) // starts another program
	if err := redisReady(); err != nil {
		t.Skip(err)
	}
	server, conn, err := startRedis(t.Context(), network, freePort)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.call("+OK", "CONFIG", "SET", "requirepass", ""); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn.close()
		if err := server.end(); err != nil {
			t.Error(err)
		}
	})
	return conn.address
}
