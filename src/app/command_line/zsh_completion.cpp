#include <fmt/format.h>

#include "app/command_line/manual_page.h"

namespace freefloat {

namespace {

/// Text inside of single quotes, with the letters that have a meaning there taken from it.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\'') {
      result += "'\\''";
    } else if (letter == '\n') {
      result += ' ';
    } else {
      if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') result += '\\';
      result += letter;
    }
  }
  return result;
}

/// An option, or a positional argument, as _arguments wants it.
std::string specification(const OptionDescription& option) {
  const std::string action =
      option.choices.empty() ? "_files" : fmt::format("({})", fmt::join(option.choices, " "));
  if (option.positional) return fmt::format("    '*:{}:{}'", escaped(option.description), action);
  std::string lines;
  for (const std::string& name : option.names) {
    lines += fmt::format("{}    '*{}[{}]{}'", lines.empty() ? "" : " \\\n", name, escaped(option.description),
                         option.takes_value ? ":value:" + action : "");
  }
  return lines;
}

/// A function for the command, after those for its subcommands.
void add_function(const CommandDescription& command, const std::string& function, std::string& script) {
  for (const CommandDescription& inner : command.subcommands)
    add_function(inner, function + "_" + inner.name, script);
  script += function + "() {\n  local state line\n  _arguments -C";
  bool positional = false;
  for (const OptionDescription& option : command.options) {
    // Files, all of them; beside subcommands they are offered with those.
    if (option.positional && (positional || !command.subcommands.empty())) continue;
    positional = positional || option.positional;
    script += " \\\n" + specification(option);
  }
  if (command.subcommands.empty()) {
    script += "\n}\n";
    return;
  }
  script += " \\\n    '1:command:->command' \\\n    '*::argument:->argument'\n";
  script += "  case $state in\n    command)\n      local -a commands=(\n";
  for (const CommandDescription& inner : command.subcommands)
    script += fmt::format("        '{}:{}'\n", inner.name, escaped(inner.description));
  script += "      )\n      _describe command commands";
  if (command.works_alone()) script += "\n      _files";
  script += " ;;\n    argument)\n      case $line[1] in\n";
  for (const CommandDescription& inner : command.subcommands)
    script += fmt::format("        {0}) {1}_{0} ;;\n", inner.name, function);
  script += "      esac ;;\n  esac\n}\n";
}

}  // namespace

std::string zsh_completion(const CommandDescription& program) {
  std::string script = fmt::format(
      "#compdef {0}\n# Completion of {0} for zsh; made by `{0} manual --form zsh`.\n", program.name);
  add_function(program, "_" + program.name, script);
  return script + fmt::format("_{} \"$@\"\n", program.name);
}

}  // namespace freefloat
