#include "app/command_line/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <new>
#include <optional>
#include <span>
#include <string_view>

#include "app/command_line/find_configuration.h"
#include "app/command_line/messages.h"
#include "config/fields/key_check.h"

namespace freefloat {

namespace {

/// The only values allowed; unlike CLI11's own, it keeps them for the descriptions.
class OneOf : public CLI::Validator {
 public:
  explicit OneOf(std::vector<std::string> values) {
    std::string list = "{" + CLI::detail::join(values, ",") + "}";
    desc_function_ = [list] { return list; };
    func_ = [values = std::move(values), list](const std::string& value) -> std::string {
      if (std::find(values.begin(), values.end(), value) != values.end()) return {};
      return value + " not in " + list;
    };
  }
};

/// CLI11's own write limits with all their digits.
/// @param holds Of a number that is allowed. @param words What these are. @param name The same, for the help.
CLI::Validator number_check(std::function<bool(double)> holds, const std::string& words,
                            const std::string& name) {
  const auto check = [holds = std::move(holds), words](const std::string& text) -> std::string {
    double value = 0.0;
    if (CLI::detail::lexical_cast(text, value) && holds(value)) return {};
    return text + " is no number " + words;
  };
  return CLI::Validator(check, name);
}

/// @return "; did you mean 'X'?" for the nearest of the names, or nothing when none is near.
std::string suggest(const std::string& word, const std::vector<std::string>& names) {
  // More changes than half of its letters make another word.
  const std::string* nearest = find_nearest(word, names, word.size() / 2);
  return nearest == nullptr ? "" : "; did you mean '" + *nearest + "'?";
}

bool takes_argument(const CLI::App& app) {
  const std::vector<const CLI::Option*> options = app.get_options();
  return std::any_of(options.begin(), options.end(),
                     [](const CLI::Option* option) { return option->get_positional(); });
}

/// A command that is followed by its subcommand asks for none of its own arguments; the parser would take the
/// subcommand's name for one.
void ask_for_no_arguments_before_subcommands(CLI::App& program, std::span<char*> words) {
  CLI::App* command = &program;
  for (const std::string_view word : words.subspan(1)) {
    const auto named = command->get_subcommands([&](CLI::App* inner) { return inner->get_name() == word; });
    if (named.empty()) return;
    for (CLI::Option* option : command->get_options()) option->required(false);
    command = named.front();
  }
}

/// What stands before a subcommand would be given to nobody.
void refuse_options_before(const CLI::App& command) {
  for (const CLI::Option* option : command.get_parent()->get_options()) {
    if (option->count() > 0)
      throw CLI::ValidationError(option->get_name(), "stands before " + command.get_name() +
                                                         ", which has options of its own: put it behind");
  }
}

/// @return What is wrong: the parser's library alone says "Could not convert: N = 1.5".
std::string explain(const CLI::ParseError& error) {
  const std::string_view what = error.what();
  constexpr std::string_view kNoNumber = "Could not convert: ";
  const std::size_t equals = what.find(" = ");
  if (!what.starts_with(kNoNumber) || equals == std::string_view::npos) return error.what();
  return fmt::format("{}: {} is no number, or not one of the kind that is asked for",
                     what.substr(kNoNumber.size(), equals - kNoNumber.size()), what.substr(equals + 3));
}

std::vector<std::string> subcommand_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_name().empty()) names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// The innermost command that the command line names.
const CLI::App& innermost(const CLI::App& app) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  return given.empty() ? app : innermost(*given.front());
}

/// @return What is wrong with the words that no command takes; empty when there are none.
std::string explain_unknown_words(const CLI::App& program) {
  const CLI::App& command = innermost(program);
  for (const std::string& word : program.remaining(true)) {
    if (word.size() > 1 && word.front() == '-')
      return "unknown option '" + word + "'" + suggest(word.substr(0, word.find('=')), option_names(command));
    const std::vector<std::string> names = subcommand_names(command);
    if (names.empty() || takes_argument(command)) return "unexpected argument '" + word + "'";
    return "unknown subcommand '" + word + "'" + suggest(word, names);
  }
  return {};
}

/// @return The argument, or the option before it, that was given without anything in it: `--seed ""` is not
/// the same as no `--seed`.
std::optional<std::string> find_empty_argument(std::span<char*> arguments) {
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument.starts_with("--") && argument.ends_with('=')) {
      return std::string(argument.substr(0, argument.size() - 1));
    }
    if (!argument.empty()) continue;
    const std::string_view before = arguments[i - 1];
    return i > 1 && before.starts_with("--") ? std::string(before) : "argument " + std::to_string(i);
  }
  return std::nullopt;
}

}  // namespace

Option Option::required() {
  option_->required();
  return *this;
}

Option Option::take_last() {
  option_->take_last();
  return *this;
}

Option Option::comma_separated() {
  option_->delimiter(',')->allow_extra_args(false);
  return *this;
}

Option Option::show_default() {
  option_->capture_default_str();
  return *this;
}

Option Option::configuration_file() {
  option_->transform([](const std::string& name) {
    std::string found = find_configuration(name);
    if (found != name) say_info(name + " is not in this folder; taking " + found);
    return found;
  });
  return *this;
}

Option Option::one_of(std::initializer_list<const char*> values) {
  option_->check(OneOf({values.begin(), values.end()}));
  return *this;
}

Option Option::in_range(double smallest, double largest) {
  option_->check(number_check([=](double value) { return value >= smallest && value <= largest; },
                              fmt::format("from {} to {}", smallest, largest),
                              fmt::format("in [{} - {}]", smallest, largest)));
  return *this;
}

Option Option::positive() {
  option_->check(number_check([](double value) { return value > 0.0; }, "above 0", "POSITIVE"));
  return *this;
}

Option Option::non_negative() {
  option_->check(number_check([](double value) { return value >= 0.0; }, "from 0 on", "NONNEGATIVE"));
  return *this;
}

Option Option::excludes(Option other) {
  option_->excludes(other.option_);
  return *this;
}

Option Option::needs(Option other) {
  option_->needs(other.option_);
  return *this;
}

Command Command::add_subcommand(const std::string& name, const std::string& description) {
  CLI::App* added = app_->add_subcommand(name, description);
  added->footer("");  // it would be this command's
  app_->require_subcommand(takes_argument(*app_) ? 0 : 1, 1);
  return {*added, *exit_code_};
}

void Command::footer(const std::string& text) {
  app_->footer(text);
}

Command Command::add_choice(const std::string& name, const std::string& description) {
  CLI::Option_group* group = app_->add_option_group(name, description);
  group->require_option(1);
  return {*group, *exit_code_};
}

template <class T>
Option Command::add_option(const std::string& names, T& value, const std::string& description) {
  return Option(*app_->add_option(names, value, description));
}

// What options may be: each costs seconds to compile, so they are made here.
template Option Command::add_option(const std::string&, std::string&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::add_option(const std::string&, double&, const std::string&);
template Option Command::add_option(const std::string&, std::optional<double>&, const std::string&);
template Option Command::add_option(const std::string&, int&, const std::string&);
template Option Command::add_option(const std::string&, std::uint64_t&, const std::string&);

Option Command::add_flag(const std::string& names, bool& value, const std::string& description) {
  return Option(*app_->add_flag(names, value, description));
}

void Command::on_run(std::function<bool()> work) {
  app_->callback([work = std::move(work), &exit_code = *exit_code_, app = app_] {
    if (!app->get_subcommands().empty()) return;  // which has done its own
    refuse_options_before(*app);
    try {
      exit_code = work() ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const std::bad_alloc&) {
      say_error("there is no memory left; close other programs, or ask for less");
      exit_code = EXIT_FAILURE;
    } catch (const std::exception& error) {
      say_error(error.what());
      exit_code = EXIT_FAILURE;
    }
  });
}

Program::Program(const std::string& name, const std::string& description, const std::string& version)
    : app_(std::make_unique<CLI::App>(description, name)), root_(*app_, exit_code_) {
  app_->set_version_flag("--version", version, "Print version and commit, and end");
}

Program::~Program() = default;

CommandDescription Program::describe() const {
  return describe_command(*app_);
}

int Program::run(int argc, char** argv) {
  if (const auto empty = find_empty_argument({argv, static_cast<std::size_t>(argc)})) {
    say_error(*empty + " is empty; was a variable of the shell not set?");
    return kUsageError;
  }
  ask_for_no_arguments_before_subcommands(*app_, {argv, static_cast<std::size_t>(argc)});
  try {
    app_->parse(argc, argv);
    return exit_code_;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app_->exit(error);  // --help, --version
    const CLI::App& command = innermost(*app_);
    const std::string unknown = explain_unknown_words(*app_);
    say_error(unknown.empty() ? explain(error) : unknown);
    std::string name = command.get_name();
    for (const CLI::App* parent = command.get_parent(); parent != nullptr; parent = parent->get_parent())
      name = parent->get_name() + " " + name;
    std::cerr << "look with `" << name << " --help`\n";
    return kUsageError;
  }
}

}  // namespace freefloat
