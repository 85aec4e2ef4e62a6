#include "app/commands/commands.h"

namespace freefloat {

void add_commands(Program& program) {
  add_run_command(program.root(), nullptr);
}

}  // namespace freefloat
