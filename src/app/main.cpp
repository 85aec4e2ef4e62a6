#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "app/board_parameters_command.h"
#include "app/bridge_command.h"
#include "app/campaign_command.h"
#include "app/check_command.h"
#include "app/doctor_command.h"
#include "app/generate_command.h"
#include "app/log_command.h"
#include "app/model_command.h"
#include "app/plant_command.h"
#include "app/replay_command.h"
#include "app/run_command.h"
#include "app/simulate_command.h"
#include "app/study_command.h"
#include "app/track_command.h"

namespace {

int run_program(int argc, char** argv) {
  constexpr int kUsageError = 2;
  // Diagnostics go to standard error as "error: ..."; the loop itself never logs.
  spdlog::set_default_logger(spdlog::stderr_color_mt("freefloat"));
  spdlog::set_pattern("%^%l%$: %v");
  CLI::App program{"Freefloat: real-time control of free-floating space robots on an air-bearing table",
                   "freefloat"};
  program.require_subcommand(1);
  int exit_code = EXIT_SUCCESS;
  freefloat::add_run_command(program, exit_code);
  freefloat::add_bridge_command(program, exit_code);
  freefloat::add_replay_command(program, exit_code);
  freefloat::add_campaign_command(program, exit_code);
  freefloat::add_study_command(program, exit_code);
  freefloat::add_model_command(program, exit_code);
  freefloat::add_simulate_command(program, exit_code);
  freefloat::add_generate_command(program, exit_code);
  freefloat::add_check_command(program, exit_code);
  freefloat::add_plant_command(program, exit_code);
  freefloat::add_board_parameters_command(program, exit_code);
  freefloat::add_log_command(program, exit_code);
  freefloat::add_track_command(program, exit_code);
  freefloat::add_doctor_command(program, exit_code);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? EXIT_SUCCESS : kUsageError;  // 0: --help
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_program(argc, argv);
  } catch (const std::exception& error) {  // a subcommand's own errors never come this far
    std::fputs(error.what(), stderr);
    return EXIT_FAILURE;
  }
}
