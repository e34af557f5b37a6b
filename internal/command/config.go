package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cast"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"hyphbench/internal/nearest"
	"hyphbench/internal/runfolder"
)

const (
	envPrefix  = "HYPHBENCH_"
	configName = "hyphbench.yaml"
)

// configure gives every flag of cmd that the command line leaves out its value
// from the environment or the configuration file. All values are parsed by the
// flags themselves, so that a bad one is the same error whatever its source.
// It returns the resolved settings with their sources.
//
// A flag --word-rule of the command run is run.word-rule or word-rule in the
// file, HYPHBENCH_RUN_WORD_RULE or HYPHBENCH_WORD_RULE in the environment, the
// narrower name first.
func configure(cmd *cobra.Command) (map[string]runfolder.Setting, error) {
	known := knownKeys(cmd.Root())
	if err := checkEnvironment(known); err != nil {
		return nil, usageError{err}
	}
	file, err := readConfigFile(cmd, known)
	if err != nil {
		return nil, usageError{err}
	}
	settings := map[string]runfolder.Setting{}
	var failed error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if failed != nil || f.Name == "help" || f.Name == "version" {
			return
		}
		source := "default"
		if f.Changed {
			source = "flag"
		} else if name, value, ok := fromEnvironment(cmd, f.Name); ok {
			source = "env"
			failed = setFlag(cmd, f, []string{value}, name)
		} else if key, values, ok := file.lookup(cmd, f.Name); ok {
			source = "file"
			failed = setFlag(cmd, f, values, file.where(key))
		}
		settings[f.Name] = runfolder.Setting{Value: baseNames(f.Value.String()), Source: source}
	})
	if failed != nil {
		return nil, usageError{failed}
	}
	return settings, nil
}

// setFlag sets a flag from another source than the command line.
func setFlag(cmd *cobra.Command, f *pflag.Flag, values []string, where string) error {
	if _, many := f.Value.(pflag.SliceValue); !many {
		values = []string{strings.Join(values, ",")}
	}
	for _, v := range values {
		if err := cmd.Flags().Set(f.Name, v); err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
	}
	return nil
}

// knownKeys are the names of all flags of all commands, alone and behind the
// name of their command.
func knownKeys(root *cobra.Command) []string {
	var keys []string
	for _, cmd := range root.Commands() {
		cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) { keys = append(keys, f.Name) })
		for _, c := range append([]*cobra.Command{cmd}, cmd.Commands()...) {
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if f.Name != "help" {
					keys = append(keys, f.Name, cmd.Name()+"."+f.Name)
				}
			})
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// envName is the variable of a key.
func envName(key string) string {
	return envPrefix + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(key))
}

func checkEnvironment(known []string) error {
	names := make([]string, len(known))
	for i, key := range known {
		names[i] = envName(key)
	}
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, envPrefix) && !slices.Contains(names, name) {
			return fmt.Errorf("environment: unknown variable %s%s", name, didYouMean(name, names))
		}
	}
	return nil
}

// fromEnvironment finds the variable of a flag; an empty one counts as unset.
func fromEnvironment(cmd *cobra.Command, flag string) (name, value string, ok bool) {
	for _, key := range []string{section(cmd) + "." + flag, flag} {
		name = envName(key)
		if value = os.Getenv(name); value != "" {
			return name, value, true
		}
	}
	return "", "", false
}

// section is the name of cmd's first level, "data" for "data fetch".
func section(cmd *cobra.Command) string {
	for cmd.HasParent() && cmd.Parent().HasParent() {
		cmd = cmd.Parent()
	}
	return cmd.Name()
}

// configFile is a configuration file as read; nil when there is none.
type configFile struct {
	name string
	v    *viper.Viper
	text []byte
}

// readConfigFile reads the file that --config or its variable names, or
// hyphbench.yaml in the working directory if there is one.
func readConfigFile(cmd *cobra.Command, known []string) (*configFile, error) {
	name, _ := cmd.Flags().GetString("config")
	if name == "" {
		name = os.Getenv(envName("config"))
	}
	explicit := name != ""
	if !explicit {
		name = configName
	}
	text, err := os.ReadFile(name)
	if !explicit && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	c := &configFile{name: name, v: viper.New(), text: text}
	c.v.SetConfigFile(name)
	c.v.SetConfigType("yaml")
	if err := c.v.ReadInConfig(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, key := range c.v.AllKeys() {
		if !slices.Contains(known, key) {
			return nil, fmt.Errorf("%s: unknown key %q%s", c.where(key), key, didYouMean(key, known))
		}
	}
	return c, nil
}

// lookup finds the value of a flag, a list as several strings.
func (c *configFile) lookup(cmd *cobra.Command, flag string) (key string, values []string, ok bool) {
	if c == nil {
		return "", nil, false
	}
	for _, key := range []string{section(cmd) + "." + flag, flag} {
		if !c.v.IsSet(key) {
			continue
		}
		switch value := c.v.Get(key).(type) {
		case []any:
			return key, cast.ToStringSlice(value), true
		default:
			return key, []string{cast.ToString(value)}, true
		}
	}
	return "", nil, false
}

// where is the file and line of a key.
func (c *configFile) where(key string) string {
	var doc yaml.Node
	if yaml.Unmarshal(c.text, &doc) != nil || len(doc.Content) == 0 {
		return c.name
	}
	node, line := doc.Content[0], 0
	for part := range strings.SplitSeq(key, ".") {
		for i := 0; node != nil && i+1 < len(node.Content); i += 2 {
			if strings.EqualFold(node.Content[i].Value, part) {
				line, node = node.Content[i].Line, node.Content[i+1]
				break
			}
		}
	}
	return fmt.Sprintf("%s:%d", c.name, line)
}

func didYouMean(word string, known []string) string {
	if best, ok := nearest.Of(word, known); ok {
		return fmt.Sprintf("; did you mean %s?", best)
	}
	return ""
}

// baseNames cuts paths down to their last part, since a run is no place for
// the names of someone's folders.
func baseNames(value string) string {
	if list, isList := strings.CutPrefix(value, "["); isList && strings.HasSuffix(value, "]") {
		parts := strings.Split(strings.TrimSuffix(list, "]"), ",")
		for i, p := range parts {
			parts[i] = baseNames(p)
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	flag, path, isFlag := strings.Cut(value, "=")
	if isFlag && strings.HasPrefix(flag, "-") {
		return flag + "=" + baseNames(path)
	}
	if strings.ContainsAny(value, `/\`) {
		return filepath.Base(filepath.FromSlash(value))
	}
	return value
}
