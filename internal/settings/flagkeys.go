// Package settings resolves the flags of a command: from the command line, the environment, the
// configuration file and the defaults, in this order.
//
// Guarantee: a value is parsed by the same code whatever its source, and an error names the
// place of the value. A key that no command has is an error, in the file and in the
// environment. The error names the most similar key.
package settings

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/harness"
	"hyphbench/internal/renamed"
	"hyphbench/internal/usage"
)

// A setting has a key for every section that holds it. That of --iterations of
// 'hyphbench run fbl' is, the narrowest first,
//
//	in the file        run.fbl.iterations                 run.iterations            iterations
//	in the environment HYPHBENCH_RUN_FBL_ITERATIONS       HYPHBENCH_RUN_ITERATIONS  HYPHBENCH_ITERATIONS

const EnvPrefix = "HYPHBENCH_"

// ofTests reports whether a variable of the prefix is one of the tests and no setting: the tier
// (package tier), the folder of shared inputs, and what a test tells the processes that it starts.
func ofTests(name string) bool {
	return name == EnvPrefix+"CHECK" || name == EnvPrefix+"SHARED" || strings.HasPrefix(name, EnvPrefix+"TEST_")
}

// SectionOf is the annotation of a command whose section differs from its path.
const SectionOf = "hyphbench_section"

// sections are the sections that hold settings of cmd, the narrowest first:
// run.fbl, run, and the file as a whole, which has no name.
func sections(cmd *cobra.Command) []string {
	section, other := cmd.Annotations[SectionOf]
	if !other {
		section = strings.Join(strings.Fields(cmd.CommandPath())[1:], ".")
	}
	var list []string
	for section != "" {
		list = append(list, section)
		section = section[:max(0, strings.LastIndexByte(section, '.'))]
	}
	return append(list, "")
}

// KeysOf are the keys of a flag of cmd, the narrowest first; of each section that of
// today before those of old names.
func KeysOf(cmd *cobra.Command, flag string) []string {
	in := sections(cmd)
	if f := cmd.Flags().Lookup(flag); f != nil && IsOwn(f) {
		in = in[:len(in)-1]
	}
	var keys []string
	for _, section := range in {
		for _, name := range append([]string{flag}, namesIn(cmd).Old(renamed.Flag, flag)...) {
			keys = append(keys, strings.TrimPrefix(section+"."+name, "."))
		}
	}
	return keys
}

// ownFlag marks a flag in its annotations.
const ownFlag = "hyphbench_own"

// MarkOwn keeps a flag out of the file as a whole and of the variable without a
// command's name: eps there is what is measured, and narrows no table; a name that
// is a section cannot be a key as well.
func MarkOwn(fs *pflag.FlagSet, name string) {
	// The name is a constant of the caller, who has just added the flag.
	_ = fs.SetAnnotation(name, ownFlag, []string{})
}

// IsOwn reports whether a flag is kept out of these.
func IsOwn(f *pflag.Flag) bool {
	_, marked := f.Annotations[ownFlag]
	return marked
}

// helpFlag marks a flag in its annotations.
const helpFlag = "hyphbench_help"

// MarkHelp keeps a flag that says how the help is to be out of the settings.
func MarkHelp(fs *pflag.FlagSet, name string) {
	// The name is a constant of the caller, who has just added the flag.
	_ = fs.SetAnnotation(name, helpFlag, []string{})
}

// Configurable reports whether a flag can be set elsewhere than on the command
// line.
func Configurable(f *pflag.Flag) bool {
	_, help := f.Annotations[helpFlag]
	return !help && f.Name != "help" && f.Name != "version" && !harness.IsPart(f.Name)
}

// knownKeys are the keys of all flags of all commands.
func knownKeys(root *cobra.Command) []string {
	var keys []string
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		add := func(f *pflag.Flag) {
			if Configurable(f) {
				keys = append(keys, KeysOf(cmd, f.Name)...)
			}
		}
		cmd.LocalFlags().VisitAll(add)
		cmd.InheritedFlags().VisitAll(add)
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(root)
	slices.Sort(keys)
	return slices.Compact(keys)
}

// envName is the variable of a key.
func envName(key string) string {
	return EnvPrefix + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(key))
}

// Variables are those that set a flag of cmd, the narrowest first.
func Variables(cmd *cobra.Command, flag string) []string { return envNames(KeysOf(cmd, flag)) }

func envNames(keys []string) []string {
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = envName(key)
	}
	return names
}

// strayVariables is the error of variables with the prefix of settings that are none: a misspelt
// one would leave the setting at its default, unseen.
func strayVariables(root *cobra.Command) error {
	var given []string
	for _, entry := range os.Environ() {
		if name, value, _ := strings.Cut(entry, "="); strings.HasPrefix(name, EnvPrefix) && value != "" && !ofTests(name) {
			given = append(given, name)
		}
	}
	if given == nil {
		return nil
	}
	names := envNames(knownKeys(root))
	slices.Sort(given)
	var unknown []string
	for _, name := range given {
		if !slices.Contains(names, name) {
			unknown = append(unknown, "unknown variable "+name+DidYouMean(name, names))
		}
	}
	if unknown == nil {
		return nil
	}
	return usage.Errorf("%s: want the name of a flag in capitals, such as HYPHBENCH_EPS", strings.Join(unknown, "; "))
}
