package settings

import (
	"errors"
	"os"
	"strings"
	"time"

	"github.com/spf13/cast"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"hyphbench/internal/harness"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/terminal"
	"hyphbench/internal/usage"
)

// Configuration has the sources of a command's flags: the command line, the
// environment, the configuration file and the defaults, in this order. Every
// command has its own, since a shared viper confuses flags of the same name.
type Configuration struct {
	cmd     *cobra.Command
	v       *viper.Viper                 // all sources, by the names of the flags
	file    *configFile                  // nil when there is none
	applied map[string]runfolder.Setting // so far, by the names of the flags
	wheres  map[string]string            // the places of those that are no defaults
}

// Configure sets the flags of cmd that are not on the command line from the
// environment or the configuration file. The flags themselves parse all values,
// so that a bad value is the same error from every source. It returns the
// resolved settings with their sources.
func Configure(cmd *cobra.Command) (map[string]runfolder.Setting, error) {
	c, err := ReadSources(cmd)
	if err != nil {
		return nil, err
	}
	return c.ApplyAll()
}

// ReadSources reads the sources of the flags of cmd and applies none of them yet.
func ReadSources(cmd *cobra.Command) (*Configuration, error) {
	c := &Configuration{cmd: cmd, v: viper.New(), applied: map[string]runfolder.Setting{}, wheres: map[string]string{}}
	var failed []error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if Configurable(f) {
			names := Variables(cmd, f.Name)
			failed = append(failed, c.v.BindPFlag(f.Name, f), c.v.BindEnv(append([]string{f.Name}, names...)...))
		}
	})
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	var err error
	if c.file, err = readConfigFile(c.v.GetString("config"), cmd.Root()); err != nil {
		return nil, usage.Wrong(err)
	}
	if c.file != nil {
		if err := c.file.mergeInto(c.v, cmd); err != nil {
			return nil, usage.Wrong(err)
		}
	}
	return c, nil
}

// ApplyAll applies all settings. An unknown variable is an error, as an unknown key of the file.
func (c *Configuration) ApplyAll() (map[string]runfolder.Setting, error) {
	if err := strayVariables(c.cmd.Root()); err != nil {
		return nil, err
	}
	var failed error
	c.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if failed == nil && Configurable(f) {
			_, failed = c.Apply(f)
		}
	})
	for _, name := range []string{terminal.ColourFlag, terminal.QuietFlag, terminal.VerboseFlag} {
		delete(c.applied, name) // no settings of what is measured
	}
	if failed == nil {
		failed = c.tellSources()
	}
	return c.applied, failed
}

// Apply sets a flag from its source, once.
func (c *Configuration) Apply(f *pflag.Flag) (runfolder.Setting, error) {
	if s, done := c.applied[f.Name]; done {
		return s, nil
	}
	source, where := c.source(f)
	if where != "" {
		if err := c.setFlag(f); err != nil {
			return runfolder.Setting{}, usage.Errorf("%s: %w", where, PlainError(err))
		}
		markPlace(f, where)
	}
	if c.wheres[f.Name] = where; source == "flag" {
		c.wheres[f.Name] = "the command line"
	}
	c.applied[f.Name] = runfolder.Setting{Value: harness.Recorded(f), Source: source}
	return c.applied[f.Name], nil
}

// source is the source of a flag's value in viper, which does not report it,
// and for environment and file the place.
func (c *Configuration) source(f *pflag.Flag) (source, where string) {
	if f.Changed {
		return "flag", ""
	}
	keys := KeysOf(c.cmd, f.Name)
	for _, name := range envNames(keys) {
		if os.Getenv(name) != "" { // an empty variable is skipped
			return "env", name
		}
	}
	for _, key := range keys {
		if c.file != nil && c.file.v.IsSet(key) {
			return "file", c.file.where(key)
		}
	}
	return "default", ""
}

// setFlag sets a flag to its value in viper.
func (c *Configuration) setFlag(f *pflag.Flag) error {
	texts, err := textsOf(c.v.Get(f.Name))
	if err != nil {
		return err
	}
	if _, many := f.Value.(pflag.SliceValue); !many {
		texts = []string{strings.Join(texts, ",")}
	}
	for _, text := range texts {
		text = namesIn(c.cmd).FlagValueNow(f.Name, text)
		if err := c.cmd.Flags().Set(f.Name, text); err != nil {
			return err
		}
	}
	return nil
}

// textsOf is a value as on the command line, a list as several.
func textsOf(value any) ([]string, error) {
	list, many := value.([]any)
	if !many {
		list = []any{value}
	}
	texts := make([]string, len(list))
	for i, v := range list {
		if _, date := v.(time.Time); date {
			return nil, errors.New("YAML reads a date here: want it in quotes")
		}
		var err error
		if texts[i], err = cast.ToStringE(v); err != nil {
			return nil, err
		}
	}
	return texts, nil
}
