// `generate_code generate ...` is `freefloat generate ...` and nothing else: what the build needs to generate
// code does not have to wait for the whole program.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "app/generate_command.h"

int main(int argc, char** argv) {
  constexpr int kUsageError = 2;
  int exit_code = 0;
  try {
    CLI::App program{"Generates code at build time", "generate_code"};
    program.require_subcommand(1);
    freefloat::add_generate_command(program, exit_code);
    try {
      program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return program.exit(error) == 0 ? 0 : kUsageError;
    }
  } catch (const std::exception& error) {
    std::fputs(error.what(), stderr);
    return 1;
  }
  return exit_code;
}
