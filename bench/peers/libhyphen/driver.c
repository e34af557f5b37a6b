/*
 * A driver for libhyphen with the protocol of ../childprocess.go.
 *
 *   driver DICTIONARY WORDS API LEFTMIN RIGHTMIN
 *
 * API is one of
 *   inner   the pattern level alone, positions out
 *   public  hnj_hyphen_hyphenate2 on the dictionary as loaded, positions out
 *   text    the same with the hyphenated word out
 *
 * A pass does the work of a caller for each word: copy it in lower case (the
 * library has lower case only), hyphenate it, and read the result. Positions are
 * read into a bit mask, as those of a participant with masks.
 */
#define _GNU_SOURCE
#include <hyphen.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1024 }; /* bytes of the longest word */

typedef struct {
	char *text;
	size_t *ends; /* end of word i in text; word i starts at ends[i-1] */
	size_t count;
} Words;

typedef enum { INNER, PUBLIC, TEXT } Api;

typedef struct {
	HyphenDict *dict, *level;
	Api api;
	int left, right;
	char word[MOST + 1];
	char hyphens[MOST + 5];
	char out[2 * MOST + 5];
} Hyphenator;

static int64_t now(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void die(const char *what, const char *name) {
	fprintf(stderr, "driver: %s: %s\n", name, what);
	exit(1);
}

static void *need(void *memory) {
	if (!memory) die("out of memory", "malloc");
	return memory;
}

static Words read_words(const char *name) {
	FILE *f = fopen(name, "rb");
	if (!f) die("cannot be opened", name);
	fseek(f, 0, SEEK_END);
	long size = ftell(f);
	if (size <= 0) die("is empty", name);
	rewind(f);
	Words w = {need(malloc((size_t)size)), NULL, 0};
	if (fread(w.text, 1, (size_t)size, f) != (size_t)size) die("cannot be read", name);
	fclose(f);

	size_t lines = 1;
	for (long i = 0; i < size; i++) lines += w.text[i] == '\n';
	w.ends = need(malloc(lines * sizeof *w.ends));
	size_t to = 0, start = 0;
	for (long i = 0; i <= size; i++) {
		if (i < size && w.text[i] != '\n') {
			w.text[to++] = w.text[i];
			continue;
		}
		if (to > start && w.text[to - 1] == '\r') to--;
		if (to - start > MOST) die("has a word of more than 1024 bytes", name);
		if (to > start) w.ends[w.count++] = to;
		start = to;
	}
	return w;
}

/* hyphenate writes odd digits to a->hyphens at the breaks of the word, and for
 * TEXT the hyphenated word to a->out. It returns the length of the word. */
static inline int hyphenate(Hyphenator *a, const char *word, int n) {
	char **rep = NULL;
	int *pos = NULL, *cut = NULL;
	for (int i = 0; i < n; i++) {
		unsigned char c = (unsigned char)word[i];
		a->word[i] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
	}
	a->word[n] = 0;
	switch (a->api) {
	case INNER:
		hnj_hyphen_hyphenate3(a->level, a->word, n, a->hyphens, NULL, &rep, &pos, &cut, a->left, a->right, 0, 0);
		break;
	case PUBLIC:
		hnj_hyphen_hyphenate2(a->dict, a->word, n, a->hyphens, NULL, &rep, &pos, &cut);
		break;
	case TEXT:
		hnj_hyphen_hyphenate2(a->dict, a->word, n, a->hyphens, a->out, &rep, &pos, &cut);
		break;
	}
	if (rep) {
		for (int i = 0; i < n; i++) free(rep[i]);
		free(rep);
	}
	free(pos);
	free(cut);
	return n;
}

/* fold returns a mask: bit i is a break before letter i. The library writes the
 * digit to the letter before the break. */
static inline uint64_t fold(const char *hyphens, int n) {
	uint64_t mask = 0;
	if (n > 64) n = 64;
	for (int i = 0; i + 1 < n; i++) mask |= (uint64_t)(hyphens[i] & 1) << (i + 1);
	return mask;
}

static void pass(Hyphenator *a, const Words *w) {
	uint64_t breaks = 0;
	size_t start = 0;
	int64_t wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
	for (size_t i = 0; i < w->count; i++) {
		int n = hyphenate(a, w->text + start, (int)(w->ends[i] - start));
		if (a->api == TEXT)
			breaks += strlen(a->out) - (size_t)n;
		else
			breaks += (uint64_t)__builtin_popcountll(fold(a->hyphens, n));
		start = w->ends[i];
	}
	cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	wall = now(CLOCK_MONOTONIC) - wall;
	printf("{\"cpu_ns\":%lld,\"wall_ns\":%lld,\"breaks\":%llu}\n", (long long)cpu, (long long)wall, (unsigned long long)breaks);
}

/* dump prints, for each word, the indices of the letters after its breaks. For
 * TEXT they are read from the hyphenated word. */
static void dump(Hyphenator *a, const Words *w) {
	size_t start = 0;
	for (size_t i = 0; i < w->count; i++) {
		int n = hyphenate(a, w->text + start, (int)(w->ends[i] - start)), letters = 0;
		const char *gap = "";
		if (a->api == TEXT) {
			for (const char *p = a->out; *p; p++) {
				/* a '=' other than the word's own is a break */
				if (*p == '=' && (letters >= n || a->word[letters] != '=')) {
					printf("%s%d", gap, letters);
					gap = " ";
				} else {
					letters++;
				}
			}
		} else {
			for (int j = 0; j + 1 < n; j++)
				if (a->hyphens[j] & 1) {
					printf("%s%d", gap, j + 1);
					gap = " ";
				}
		}
		putchar('\n');
		start = w->ends[i];
	}
}

int main(int argc, char **argv) {
	if (argc != 6) die("usage: driver DICTIONARY WORDS inner|public|text LEFTMIN RIGHTMIN", "arguments");
	Words words = read_words(argv[2]);
	Hyphenator a = {0};
	if (!strcmp(argv[3], "inner"))
		a.api = INNER;
	else if (!strcmp(argv[3], "public"))
		a.api = PUBLIC;
	else if (!strcmp(argv[3], "text"))
		a.api = TEXT;
	else
		die("is not inner, public or text", argv[3]);
	a.left = atoi(argv[4]);
	a.right = atoi(argv[5]);

	size_t before = mallinfo2().uordblks;
	int64_t cpu = now(CLOCK_PROCESS_CPUTIME_ID);
	a.dict = hnj_hyphen_load(argv[1]);
	cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	if (!a.dict) die("is not a dictionary that libhyphen loads", argv[1]);
	size_t bytes = mallinfo2().uordblks - before;
	a.level = a.dict->nextlevel ? a.dict->nextlevel : a.dict;

	printf("{\"words\":%zu,\"bytes\":%zu,\"load_ns\":%lld}\n", words.count, bytes, (long long)cpu);
	fflush(stdout);
	char line[64];
	while (fgets(line, sizeof line, stdin)) {
		if (!strcmp(line, "pass\n"))
			pass(&a, &words);
		else if (!strcmp(line, "dump\n"))
			dump(&a, &words);
		else
			printf("{\"error\":\"unknown command: use pass or dump\"}\n");
		fflush(stdout);
	}
	hnj_hyphen_free(a.dict);
	free(words.text);
	free(words.ends);
	return 0;
}
