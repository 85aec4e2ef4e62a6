#include "config/yaml/config_error.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace freefloat {

namespace {

// More than anybody mends before the next look.
constexpr std::size_t kMostListed = 100;

std::string list_problems(const std::vector<ConfigProblem>& problems) {
  std::string text;
  std::size_t listed = 0;
  for (const ConfigProblem& problem : problems) {
    if (listed++ == kMostListed) {
      text += "\n... and " + std::to_string(problems.size() - kMostListed) + " more";
      break;
    }
    if (!text.empty()) {
      text += '\n';
    }
    text += format_problem(problem);
  }
  return text;
}

}  // namespace

std::string format_problem(const ConfigProblem& problem) {
  std::string text = problem.file;
  const auto add = [&text](const char* before, const std::string& part, const char* behind = "") {
    if (!part.empty()) text.append(before).append(part).append(behind);
  };
  if (problem.line > 0) add(":", std::to_string(problem.line));
  add(": ", problem.key);
  add(": `", problem.value, "`");
  text += ": " + problem.problem;
  add("; allowed: ", problem.allowed);
  add("; ", problem.remedy);
  // A message stays on one line and harmless to a terminal, whatever the file holds.
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; },
      ' ');
  return text;
}

ConfigError::ConfigError(std::vector<ConfigProblem> problems)
    : std::runtime_error(list_problems(problems)), problems_(std::move(problems)) {}

}  // namespace freefloat
