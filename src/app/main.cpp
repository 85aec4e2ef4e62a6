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
  freefloat::Command& root = program.root();
  freefloat::add_run_command(root);
  freefloat::add_operate_command(root);
  freefloat::add_replay_command(root);
  freefloat::add_campaign_command(root);
  freefloat::add_study_command(root);
  freefloat::add_model_command(root);
  freefloat::add_cyclic_correction_command(root);
  freefloat::add_simulate_command(root);
  freefloat::add_generate_command(root);
  freefloat::add_check_command(root);
  freefloat::add_log_command(root);
  freefloat::add_calibrate_command(root);
  freefloat::add_identify_command(root);
  freefloat::add_track_command(root);
  freefloat::add_doctor_command(root);
  freefloat::add_bring_up_command(root);
  freefloat::add_plant_command(root);
  freefloat::add_bridge_command(root);
  freefloat::add_board_parameters_command(root);
  freefloat::add_manual_command(program);
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
