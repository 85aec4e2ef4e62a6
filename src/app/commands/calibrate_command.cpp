#include "app/commands/commands.h"

namespace freefloat {

void add_calibrate_command(Command& program) {
  Command calibrate = program.add_subcommand("calibrate", "Measure a lab's own equipment");
  calibrate.footer("Example: freefloat calibrate camera pictures --board 9x6 --square-mm 25");
  add_calibrate_camera_command(calibrate);
  add_calibrate_table_command(calibrate);
}

}  // namespace freefloat
