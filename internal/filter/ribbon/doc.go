// Package ribbon holds static structures that are solutions of linear equations: a
// key is an equation over neighbouring slots of a table.
//
// Guarantee: no false negatives; the whole set is known when it is built.
// Cost: a few per cent above log2(1/ε) bits per key. Building is elimination modulo
// 2 within a band, about 100 ns per key; queries read a window of the table.
// Source: Dillinger, Walzer 2021, Ribbon filter: practically smaller than Bloom and
// Xor, after Dietzfelbinger, Walzer 2019, Efficient Gauss elimination for
// near-quadratic matrices with one short random block per row, with applications.
package ribbon
