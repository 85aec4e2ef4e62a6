#include "app/command_line/manual_page.h"

#include <fmt/format.h>

namespace freefloat {

namespace {

/// Text as troff prints it unchanged: hyphens stay hyphens, and no line begins a request.
std::string troff(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const bool begins_line = result.empty() || result.back() == '\n';
    if (begins_line && (letter == '.' || letter == '\'')) result += "\\&";
    if (letter == '\\') {
      result += "\\e";
    } else if (letter == '-') {
      result += "\\-";
    } else {
      result += letter;
    }
  }
  return result;
}

/// An argument of a request: in quotes, which it must not have itself.
std::string troff_argument(std::string_view text) {
  std::string result = "\"";
  for (const char letter : troff(text)) result += letter == '"' ? "\\(dq" : std::string(1, letter);
  return result + "\"";
}

void add_option(const OptionDescription& option, std::string& page) {
  page += fmt::format(".TP\n\\fB{}\\fR", troff(fmt::format("{}", fmt::join(option.names, ", "))));
  if (option.takes_value && !option.positional) page += " \\fIVALUE\\fR";
  page += fmt::format("\n{}", troff(option.description));
  if (!option.choices.empty()) page += troff(fmt::format(" (one of: {})", fmt::join(option.choices, ", ")));
  if (!option.default_text.empty()) page += fmt::format(" [{}]", troff(option.default_text));
  page += "\n";
}

/// A command with all that stand below it, as "freefloat log info".
void add_command(const CommandDescription& command, const std::string& parents, std::string& page) {
  std::string line = parents + " " + command.name;
  if (command.works_alone()) {
    std::string usage = line;
    for (const OptionDescription& option : command.options) {
      if (!option.positional) continue;
      const std::string& name = option.names.front();
      usage += option.required ? fmt::format(" {}", name) : fmt::format(" [{}]", name);
    }
    page += fmt::format(".SS {}\n{}.\n", troff_argument(usage + " [OPTIONS]"), troff(command.description));
    for (const OptionDescription& option : command.options) add_option(option, page);
    if (!command.footer.empty()) page += fmt::format(".PP\n.nf\n{}\n.fi\n", troff(command.footer));
  }
  for (const CommandDescription& inner : command.subcommands) add_command(inner, line, page);
}

constexpr std::string_view kEnd = R"(.SH FILES
.TP
.I /usr/share/freefloat/configs
Configuration files that come with the program. A file named on the command line that is not in the current folder is
looked for here.
.TP
.I /etc/security/limits.d/freefloat.conf
Real\-time rights of the group freefloat.
.SH EXIT STATUS
0 when all went well, 1 when it did not, 2 for a command line that is wrong.
.SH NOTES
The stop in this program does not replace a hardwired emergency stop.
)";

}  // namespace

std::string manual_page(const CommandDescription& program, std::string_view version) {
  std::string page = fmt::format(".TH FREEFLOAT 1 \"\" {} \"User Commands\"\n", troff_argument(version));
  const std::size_t colon = program.description.find(": ");
  const std::string summary = program.description.substr(colon == std::string::npos ? 0 : colon + 2);
  page += fmt::format(".SH NAME\n{} \\- {}\n", troff(program.name), troff(summary));
  page += fmt::format(".SH SYNOPSIS\n.B {}\n.I COMMAND\n.RI [ OPTIONS ]\n", troff(program.name));
  page += ".SH OPTIONS\n";
  for (const OptionDescription& option : program.options) add_option(option, page);
  page += ".SH COMMANDS\n";
  for (const CommandDescription& command : program.subcommands) add_command(command, program.name, page);
  page += kEnd;
  return page;
}

}  // namespace freefloat
