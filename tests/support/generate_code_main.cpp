// `generate_code generate ...` is `freefloat generate ...` and nothing else: what the build needs to generate
// code does not have to wait for the whole program.
#include "app/commands/commands.h"

int main(int argc, char** argv) {
  freefloat::Program program("generate_code", "Generates code at build time", "");
  freefloat::add_generate_command(program.root());
  return program.run(argc, argv);
}
