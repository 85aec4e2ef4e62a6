#include "app/commands/commands.h"

namespace freefloat {

void add_calibrate_command(Command& program) {
  Command calibrate = program.add_subcommand("calibrate", "Find what a real testbed is like, from its logs");
  calibrate.footer("Example: freefloat calibrate delays RUN.mcap --write configs/testbeds/my_testbed.yaml");
  add_calibrate_delays(calibrate);
  add_calibrate_joints(calibrate);
}

}  // namespace freefloat
