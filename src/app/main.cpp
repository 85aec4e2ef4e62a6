#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#include "app/command_line/messages.h"
#include "app/command_line/printable_output.h"
#include "app/commands/commands.h"
#include "runlog/build_identity.h"

namespace {

int run_program(int argc, char** argv) {
  freefloat::outlive_readers();
  const freefloat::BuildIdentity build = freefloat::build_identity();
  freefloat::Program program(
      "freefloat", "Freefloat: real-time control of free-floating space robots on an air-bearing table",
      "freefloat " + std::string(build.version) + " (" + std::string(build.git_id) + ")");
  freefloat::add_commands(program);
  const int exit_code = program.run(argc, argv);
  if (freefloat::finish_standard_output()) return exit_code;
  freefloat::say_error("standard output could not be written: not all of the answer is there");
  return EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  const freefloat::PrintableOutput printable_output;
  try {
    return run_program(argc, argv);
  } catch (const std::exception& error) {  // a subcommand's own errors never come this far
    std::cerr << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
