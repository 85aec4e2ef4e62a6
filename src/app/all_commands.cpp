#include "app/commands/commands.h"

namespace freefloat {

void add_commands(Program& program) {
  Command& root = program.root();
  add_run_command(root, serve_run);
  add_operate_command(root);
  add_replay_command(root);
  add_plan_command(root);
  add_campaign_command(root);
  add_study_command(root);
  add_model_command(root);
  add_cyclic_correction_command(root);
  add_simulate_command(root);
  add_generate_command(root);
  add_check_command(root);
  add_log_command(root);
  add_calibrate_command(root);
  add_identify_command(root);
  add_track_command(root);
  add_doctor_command(root);
  add_faults_command(root);
  add_bring_up_command(root);
  add_plant_command(root);
  add_bridge_command(root);
  add_board_parameters_command(root);
  add_manual_command(program);
}

}  // namespace freefloat
