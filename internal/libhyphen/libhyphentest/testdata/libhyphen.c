/* Hyphenates the words on standard input, one a line, with libhyphen and
   prints for each the positions of its breaks, in characters, without those
   at which letters change: libhyphen DICTIONARY < words */
#include <hyphen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
	HyphenDict *dict = argc == 2 ? hnj_hyphen_load(argv[1]) : NULL;
	static char word[4096], hyphens[4096 + 5];
	if (dict == NULL) {
		fprintf(stderr, "no dictionary\n");
		return 1;
	}
	while (fgets(word, sizeof word, stdin) != NULL) {
		size_t n = strcspn(word, "\n"), i;
		char **rep = NULL;
		int *pos = NULL, *cut = NULL;
		word[n] = 0;
		if (hnj_hyphen_hyphenate2(dict, word, (int)n, hyphens, NULL, &rep, &pos, &cut) != 0) {
			fprintf(stderr, "%s: error\n", word);
			return 1;
		}
		for (i = 0; i < n && hyphens[i] != 0; i++)
			if ((hyphens[i] & 1) && (rep == NULL || rep[i] == NULL))
				printf("%zu ", i + 1);
		putchar('\n');
		free(rep);
		free(pos);
		free(cut);
	}
	hnj_hyphen_free(dict);
	return 0;
}
