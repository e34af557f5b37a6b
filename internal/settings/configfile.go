package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"hyphbench/internal/inputfile"
	"hyphbench/internal/renamed"
)

// configFile is a configuration file as it was read.
type configFile struct {
	name string
	text []byte
	v    *viper.Viper // its keys as they stand there, sections and all
}

// readConfigFile reads the file of that name or, where there is no name,
// hyphbench.yaml or hyphbench.yml in the working directory. It returns nil
// when there is none of them.
func readConfigFile(name string, root *cobra.Command) (*configFile, error) {
	if name == "" {
		var err error
		if name, err = defaultConfigFile(); name == "" {
			return nil, err
		}
	}
	text, err := inputfile.Read(name, inputfile.Settings)
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	file := &configFile{name: name, text: text, v: viper.New()}
	if err := file.checkYAML(); err != nil {
		return nil, err
	}
	file.v.SetConfigType("yaml")
	if err := file.v.ReadConfig(bytes.NewReader(text)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return file, file.check(knownKeys(root))
}

// yamlLine is where the YAML package says that a file breaks.
var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// checkYAML says in which line a file is no list of settings.
func (f *configFile) checkYAML() error {
	const want = "want YAML, a setting or a section in a line, as 'reps: 10'"
	var doc yaml.Node
	if err := yaml.Unmarshal(f.text, &doc); err != nil {
		place, text := f.name, err.Error()
		if parts := yamlLine.FindStringSubmatch(text); parts != nil {
			text = parts[2]
			if parts[1] != "" {
				place += ":" + parts[1]
			}
		}
		return fmt.Errorf("%s: %s: %s", place, text, want)
	}
	if len(doc.Content) > 0 && doc.Content[0].Kind != yaml.MappingNode && doc.Content[0].Tag != "!!null" {
		return fmt.Errorf("%s:%d: no settings: %s", f.name, doc.Content[0].Line, want)
	}
	return nil
}

// defaultConfigFile replaces viper's own search, which also accepts a file
// named hyphbench, such as this program.
func defaultConfigFile() (string, error) {
	var found []string
	for _, name := range []string{"hyphbench.yaml", "hyphbench.yml"} {
		if _, err := os.Stat(name); err == nil {
			found = append(found, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("configuration: %w", err)
		}
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("configuration: there are %s: want one, or --config", strings.Join(found, " and "))
}

// check refuses keys that no command has, and config itself.
func (f *configFile) check(known []string) error {
	known = slices.DeleteFunc(slices.Clone(known), func(key string) bool {
		return key == "config" || strings.HasSuffix(key, ".config")
	})
	for _, key := range f.v.AllKeys() {
		if !slices.Contains(known, key) && !f.emptySection(key, known) {
			return fmt.Errorf("%s: unknown key %q%s", f.where(key), key, DidYouMean(key, known))
		}
	}
	return nil
}

// emptySection reports whether the key is a section in which nothing is set.
func (f *configFile) emptySection(key string, known []string) bool {
	return f.v.Get(key) == nil && slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, key+".") })
}

// mergeInto gives v the settings of cmd by the names of its flags: those of
// narrower sections replace those of wider ones.
func (f *configFile) mergeInto(v *viper.Viper, cmd *cobra.Command) error {
	for _, section := range slices.Backward(sections(cmd)) {
		settings := f.v.AllSettings()
		if section != "" {
			settings = f.v.GetStringMap(section)
		}
		settings = underNamesOfToday(cmd, settings)
		if err := v.MergeConfigMap(settings); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// underNamesOfToday are the settings of a section, old names of flags replaced.
func underNamesOfToday(cmd *cobra.Command, settings map[string]any) map[string]any {
	names := namesIn(cmd)
	if !names.Any(renamed.Flag) {
		return settings
	}
	now := maps.Clone(settings)
	for old, value := range settings {
		name := names.Now(renamed.Flag, old)
		if _, both := settings[name]; name != old && !both {
			delete(now, old)
			now[name] = value
		}
	}
	return now
}

// where is the file and the line of a key.
func (f *configFile) where(key string) string {
	var doc yaml.Node
	if yaml.Unmarshal(f.text, &doc) != nil || len(doc.Content) == 0 {
		return f.name
	}
	line := lineOf(doc.Content[0], strings.Split(key, "."))
	if line == 0 {
		return f.name
	}
	return fmt.Sprintf("%s:%d", f.name, line)
}

// lineOf is the line of the last part of a key in the file, 0 for none. The
// keys of a mapping and their values alternate.
func lineOf(mapping *yaml.Node, key []string) int {
	for i := 0; len(key) > 0 && i+1 < len(mapping.Content); i += 2 {
		if at := mapping.Content[i]; strings.EqualFold(at.Value, key[0]) {
			return max(at.Line, lineOf(mapping.Content[i+1], key[1:]))
		}
	}
	return 0
}
