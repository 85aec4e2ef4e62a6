#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace freefloat {

/// An option, a flag or a positional argument of a command; copies mean the same one.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  Option required();
  /// The last value counts when it is given several times.
  Option take_last();
  /// One value may hold several, separated by commas.
  Option comma_separated();
  /// --help shows the value that stands when the option is left out.
  Option show_default();

  /// The name of a configuration file: one that is not in the current folder is looked for among the
  /// installed ones, and that is said.
  Option configuration_file();
  Option one_of(std::initializer_list<const char*> values);
  Option in_range(double smallest, double largest);
  Option positive();
  Option non_negative();

  Option excludes(Option other);
  Option needs(Option other);

 private:
  CLI::Option* option_;
};

/// The program's or a subcommand's options; copies mean the same command. The only door to the parser's
/// library, which takes half a minute to compile.
class Command {
 public:
  /// Where a positional argument was added before, the command works without a subcommand as well; with one,
  /// nothing of the command's own is asked for, and nothing of it may stand before.
  Command add_subcommand(const std::string& name, const std::string& description);
  /// The same with arguments of its own, which live as long as the program's and are given to `work`.
  /// @return The command and its arguments, for the options.
  template <class T>
  std::pair<Command, std::remove_cvref_t<T>&> add_subcommand(const std::string& name,
                                                             const std::string& description,
                                                             bool (*work)(T)) {
    auto arguments = std::make_shared<std::remove_cvref_t<T>>();
    Command command = add_subcommand(name, description);
    command.on_run([arguments, work] { return work(*arguments); });
    return {command, *arguments};
  }

  /// What stands below the options in --help: examples, and what the exit code means.
  void footer(const std::string& text);
  /// One of the options that are added to what is returned must be given.
  Command add_choice(const std::string& name, const std::string& description);

  /// @param names `-o,--output`, or a name without dashes for a positional argument.
  /// @param value Takes what is given; its value until then is the default. It must live as long as the
  /// program's.
  template <class T>
  Option add_option(const std::string& names, T& value, const std::string& description);
  /// A configuration file that must be named.
  Option add_file(const std::string& name, std::string& value, const std::string& description) {
    return add_option(name, value, description).required().configuration_file();
  }
  Option add_flag(const std::string& names, bool& value, const std::string& description);

  /// @param work Done when the command line names this command; returns whether all went well. What it throws
  /// is printed as an error.
  void on_run(std::function<bool()> work);

 private:
  friend class Program;
  Command(CLI::App& app, int& exit_code) : app_(&app), exit_code_(&exit_code) {}

  CLI::App* app_;
  int* exit_code_;
};

/// What --help says of an option: for the manual page and the shells' completions.
struct OptionDescription {
  std::vector<std::string> names;  ///< `-o`, `--output`; of a positional argument its name
  std::string description;
  std::string default_text;          ///< empty: none is shown
  std::vector<std::string> choices;  ///< the only values allowed; empty: any
  bool positional = false;
  bool required = false;
  bool takes_value = false;
};

/// What --help says of a command.
struct CommandDescription {
  std::string name;
  std::string description;
  std::string footer;
  std::vector<OptionDescription> options;
  std::vector<CommandDescription> subcommands;

  /// @return Whether it does something without a subcommand.
  bool works_alone() const;
};

/// @return What the parser knows of a command and of all that stand below it.
CommandDescription describe_command(const CLI::App& app);

/// The command line: all commands, and which of them was given.
class Program {
 public:
  static constexpr int kUsageError = 2;

  Program(const std::string& name, const std::string& description, const std::string& version);
  ~Program();

  Command& root() { return root_; }

  CommandDescription describe() const;

  /// Does what the command line says. @return The exit code: 0 when all went well, 2 for a command line that
  /// is wrong.
  int run(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
  int exit_code_ = 0;
  Command root_;
};

}  // namespace freefloat
