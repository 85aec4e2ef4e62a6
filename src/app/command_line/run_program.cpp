#include "app/command_line/run_program.h"

#include <sys/wait.h>

#include <cstdio>
#include <stdexcept>

#include "app/command_line/shell_words.h"

namespace freefloat {

namespace {

ProgramEnd run_line(const std::string& line) {
  ProgramEnd end;
  std::FILE* const output = popen(line.c_str(), "r");
  if (output == nullptr) return end;
  for (int c = 0; (c = std::fgetc(output)) != EOF;) end.output += static_cast<char>(c);
  const int status = pclose(output);
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  return end;
}

}  // namespace

ProgramEnd run_program(const std::vector<std::string>& words) {
  return run_line("exec " + join_for_shell(words) + " 2>&1");
}

std::string ask_program(const std::vector<std::string>& words) {
  constexpr int kNotFound = 127;  // what a shell says
  ProgramEnd end = run_line("exec " + join_for_shell(words));
  if (end.exit_code == kNotFound) throw std::runtime_error(words.front() + ": is not installed here");
  if (end.exit_code != 0) {
    throw std::runtime_error(words.front() + ": failed with exit code " + std::to_string(end.exit_code) +
                             "; what it said stands above");
  }
  return end.output;
}

}  // namespace freefloat
