#include "app/commands/commands.h"

namespace freefloat {

void add_calibrate_command(Command& program) {
  Command calibrate =
      program.add_subcommand("calibrate", "Find what a real testbed is like: camera, table, joints, delays");
  calibrate.footer(
      "Example: freefloat calibrate camera pictures --board 9x6 --square-mm 25\n"
      "         freefloat calibrate delays RUN.mcap --write configs/testbeds/my_testbed.yaml");
  add_calibrate_camera_command(calibrate);
  add_calibrate_table_command(calibrate);
  add_calibrate_joints_command(calibrate);
  add_calibrate_delays_command(calibrate);
}

}  // namespace freefloat
