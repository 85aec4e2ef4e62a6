#include <fmt/format.h>

#include "app/command_line/manual_page.h"

namespace freefloat {

namespace {

/// The parts of the script that depend on the commands, as branches of `case`.
struct Branches {
  std::string commands;  ///< words that name a subcommand of what stands before them
  std::string values;    ///< words that an option may be followed by
  std::string words;     ///< subcommands and options
};

/// @param path The command's name without the program's: "log info"; empty for the program itself.
void add_branches(const CommandDescription& command, const std::string& path, Branches& branches) {
  std::vector<std::string> words;
  for (const CommandDescription& inner : command.subcommands) {
    words.push_back(inner.name);
    branches.commands += fmt::format("      '{} {}') ;;\n", path, inner.name);
  }
  for (const OptionDescription& option : command.options) {
    if (option.positional) continue;
    words.insert(words.end(), option.names.begin(), option.names.end());
    for (const std::string& name : option.names) {
      if (!option.choices.empty())
        branches.values +=
            fmt::format("    '{} {}') words='{}' ;;\n", path, name, fmt::join(option.choices, " "));
    }
  }
  branches.words += fmt::format("      '{}') words='{}' ;;\n", path, fmt::join(words, " "));
  for (const CommandDescription& inner : command.subcommands)
    add_branches(inner, path.empty() ? inner.name : path + " " + inner.name, branches);
}

constexpr const char* kScript = R"(# Completion of {0} for bash; made by `{0} manual --form bash`.
_{0}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command= words= i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$command ${{COMP_WORDS[i]}}" in
{1}      *) continue ;;
    esac
    command="${{command:+$command }}${{COMP_WORDS[i]}}"
  done
  case "$command $before" in
{2}  esac
  if [[ -z $words ]]; then
    case "$command" in
{3}    esac
    # Options only where one is begun, so that arguments complete as files.
    if [[ $word != -* ]]; then words=" $words" words=${{words%% -*}}; fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _{0} {0}
)";

}  // namespace

std::string bash_completion(const CommandDescription& program) {
  Branches branches;
  add_branches(program, "", branches);
  return fmt::format(kScript, program.name, branches.commands, branches.values, branches.words);
}

}  // namespace freefloat
