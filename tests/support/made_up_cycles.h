#pragma once

#include <cmath>
#include <cstdint>

#include "console/run_facts.h"
#include "runlog/cycle_record.h"

namespace freefloat::testing_support {

/// A robot of two links on a table, for live channels.
inline console::RunFacts made_up_facts() {
  console::RunFacts facts;
  facts.epoch_ns = 1'800'000'000'000'000'000;
  facts.joint_names = {"shoulder", "elbow"};
  facts.robot.name = "made up";
  facts.robot.satellite_size = {0.3, 0.3};
  facts.robot.satellite_to_joint = {0.15, 0.0};
  facts.robot.links = {{0.5, 0.01, {0.15, 0.0}, {0.15, 0.0}}, {0.4, 0.01, {0.12, 0.0}, {0.12, 0.0}}};
  facts.robot.joint_limits = {{-2.0, 2.0, 0.5}, {-2.5, 2.5, 0.5}};
  facts.robot.markers = {{"tail", 0, {-0.1, 0.0}, 0.1}, {"joint_1", 0, {0.15, 0.0}, 0.1}};
  facts.workspace = {0.1, 0.6};
  return facts;
}

/// What a cycle of a robot that slowly turns looks like; every field that a channel tells is filled in.
/// @param number Of the cycle, at 100 Hz.
inline CycleRecord made_up_cycle(int number) {
  const Time now{Duration{10'000'000LL * number}};
  const double t = to_seconds(now);
  CycleRecord record;
  record.input.now = record.output.now = now;
  JointFeedback& joints = record.input.joints.emplace();
  joints.sample_time = now;
  joints.angles = JointVector::Constant(2, 0.3 * std::sin(t));
  joints.rates = JointVector::Constant(2, 0.3 * std::cos(t));
  record.input.law = LawAnswer{LawState::kAnswered, joints.rates};
  MarkerFrame& target = record.input.target_markers.emplace();
  target.capture_time = now;
  target.marker_count = 3;
  target.markers[2].seen = true;
  target.markers[2].p_WM = {0.7 - 0.005 * t, 0.2};
  StateEstimate& estimate = record.output.estimate;
  estimate.valid = true;
  estimate.at = now;
  estimate.robot.p_WB = {0.2 * std::cos(0.1 * t), 0.2 * std::sin(0.1 * t)};
  estimate.robot.theta_WB = 0.1 * t;
  estimate.robot.joints = joints.angles;
  estimate.robot.joint_rates = joints.rates;
  estimate.p_WE = estimate.robot.p_WB + Vector2(0.6, 0.1);
  estimate.p_WG = estimate.robot.p_WB;
  estimate.target.valid = true;
  estimate.target.p_WT = {0.7 - 0.005 * t, 0.2};
  record.output.guidance.status = TaskStatus::kRunning;
  record.output.guidance.v_WE = {0.01, 0.0};
  record.output.command.rates = joints.rates;
  record.truth.emplace();
  return record;
}

}  // namespace freefloat::testing_support
