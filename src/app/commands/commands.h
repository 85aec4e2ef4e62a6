#pragma once

#include "app/command_line/command_line.h"
#include "app/output/run_page.h"

namespace freefloat {

/// All subcommands that this program has: `all_commands.cpp`, or `run_alone.cpp`.
void add_commands(Program& program);

// The subcommands, each in a file of its own.
void add_run_command(Command& program, ServeRun serve_run);  ///< null: it has no page
void add_operate_command(Command& program);
void add_replay_command(Command& program);
void add_plan_command(Command& program);
void add_campaign_command(Command& program);
void add_study_command(Command& program);
void add_model_command(Command& program);
void add_cyclic_correction_command(Command& program);
void add_simulate_command(Command& program);
void add_generate_command(Command& program);
void add_check_command(Command& program);
void add_log_command(Command& program);
void add_calibrate_command(Command& program);
void add_identify_command(Command& program);
void add_track_command(Command& program);
void add_doctor_command(Command& program);
void add_faults_command(Command& program);
void add_bring_up_command(Command& program);
void add_plant_command(Command& program);
void add_bridge_command(Command& program);
void add_board_parameters_command(Command& program);
void add_manual_command(Program& program);

// That of `campaign`.
void add_find_failure_command(Command& campaign);
void add_rows_command(Command& campaign);
void add_parts_commands(Command& campaign);

// Those of `calibrate`.
void add_calibrate_camera_command(Command& calibrate);
void add_calibrate_table_command(Command& calibrate);
void add_calibrate_delays_command(Command& calibrate);
void add_calibrate_joints_command(Command& calibrate);

}  // namespace freefloat
