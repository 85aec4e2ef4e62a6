#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "mcap/field_walk.h"
#include "runlog/run_log.h"

namespace freefloat {

/// The tables that a run is exported as: one a topic, a row a message; and what the log says of the run in
/// words.
enum class RunTable : std::uint8_t {
  kCycleInput,
  kInputCheck,
  kLoopTiming,
  kTruth,
  kCycleOutput,
  kPhase,
  kLinkHealth,
  kControllerState,
  kPictureWindows,
  kWholePicture,
  kJointStates,
  kSatellitePose,
  kHandPose,
  kTargetPose,
  kHandVelocity,
  kMetadata,
};

inline constexpr std::array<std::string_view, 16> kRunTableNames{
    "cycle_input",     "input_check",   "loop_timing",          "truth",
    "cycle_output",    "phase",         "link_health",          "controller_state",
    "picture_windows", "whole_picture", "joint_states",         "satellite_pose",
    "hand_pose",       "target_pose",   "hand_velocity_wanted", "metadata"};

/// Takes the rows of all tables, field by field.
struct TableSink {
  std::function<void(RunTable table)> begin_row;
  std::function<void(std::string_view path, const FieldValue& value)> add_field;
  std::function<void()> end_row;
};

/// Reads a log once, in the order of the file. Every row of a topic begins with the message's number, `cycle`
/// where that is the cycle's, and its log time, `log_time_ns`. Of pictures the bytes stay out: only their
/// count is given.
/// @return How far it could be read, and in `problem` what had to be left out; or why it cannot be opened or
/// holds no cycle that can be read, or more than one run.
tl::expected<RunLogResult, std::string> read_tables(const std::string& log_path, const TableSink& sink,
                                                    RunLogHandlers more = {});

}  // namespace freefloat
