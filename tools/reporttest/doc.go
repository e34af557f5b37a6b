// Package reporttest tests the page of `hyphbench report` in a real browser.
//
// It is a module of its own, so that the program does not depend on what
// drives the browser. `go test` here builds the program, makes small runs and
// opens their pages in a headless Chromium; without one in PATH it skips, or
// fails when REPORTTEST_REQUIRED is set. REPORTTEST_SHOTS names a folder for
// screenshots and printed pages; REPORTTEST_RUN a run whose page is tested as
// well.
package reporttest
