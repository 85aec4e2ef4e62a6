#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace freefloat {

/// What a program that was run left.
struct ProgramOutcome {
  int exit_code = -1;  ///< -1: it was ended by a signal
  std::string text;    ///< of its standard output
};

/// Runs a command line and waits for its end; append `2>&1` to have its errors in the text as well.
inline ProgramOutcome run_command(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("the program cannot be started: " + command);
  ProgramOutcome outcome;
  std::array<char, 4096> buffer;
  while (const std::size_t count = fread(buffer.data(), 1, buffer.size(), pipe))
    outcome.text.append(buffer.data(), count);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

}  // namespace freefloat
