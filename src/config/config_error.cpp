#include "config/config_error.h"

#include <utility>

namespace freefloat {

namespace {

std::string list_problems(const std::vector<ConfigProblem>& problems) {
  std::string text;
  for (const ConfigProblem& problem : problems) {
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
  if (problem.line > 0) {
    text += ':' + std::to_string(problem.line);
  }
  if (!problem.key.empty()) {
    text += ": " + problem.key;
  }
  if (!problem.value.empty()) {
    text += ": `" + problem.value + '`';
  }
  text += ": " + problem.problem;
  if (!problem.allowed.empty()) {
    text += "; allowed: " + problem.allowed;
  }
  if (!problem.remedy.empty()) {
    text += "; " + problem.remedy;
  }
  return text;
}

ConfigError::ConfigError(std::vector<ConfigProblem> problems)
    : std::runtime_error(list_problems(problems)), problems_(std::move(problems)) {}

}  // namespace freefloat
