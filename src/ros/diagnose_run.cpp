#include "ros/diagnose_run.h"

#include <fmt/format.h>

#include "runlog/cycle_encoder.h"
#include "runlog/messages/cycle_messages.h"
#include "runtime/explain_faults.h"

namespace freefloat::ros {
namespace {

using diagnostic_msgs::DiagnosticStatus;

DiagnosticStatus supervisor_status(const RunConfig& config, const CycleRecord& cycle) {
  const CycleOutput& output = cycle.output;
  DiagnosticStatus status;
  status.name = "freefloat: supervisor";
  status.message = kEnumeratorNames<SupervisorState>.at(static_cast<std::size_t>(output.state));
  const std::uint32_t faults = output.faults | output.latched_faults;
  if (output.state == SupervisorState::kFault || output.state == SupervisorState::kStopped)
    status.level = DiagnosticStatus::kError;
  if (faults != 0) {
    if (status.level == DiagnosticStatus::kOk) status.level = DiagnosticStatus::kWarn;
    const FaultWords words = fault_words(config.controller);
    const JointFeedback* feedback = cycle.input.joints ? &*cycle.input.joints : nullptr;
    status.message += ": " + explain_faults(faults, {output, feedback, nullptr, words});
  }
  status.values = {{"faults", name_faults(output.faults)},
                   {"latched_faults", name_faults(output.latched_faults)},
                   {"unmet_checks", name_faults(output.unmet_checks)}};
  return status;
}

DiagnosticStatus loop_status(const CycleRecord& cycle) {
  DiagnosticStatus status;
  status.name = "freefloat: loop";
  const bool late = cycle.timing.slack < Duration::zero();
  status.level = late ? DiagnosticStatus::kWarn : DiagnosticStatus::kOk;
  status.message = late ? "the last cycle ended after the next deadline" : "in time";
  status.values = {{"wake_late_us", fmt::format("{:.1f}", 1e6 * to_seconds(cycle.timing.wake_late))},
                   {"compute_us", fmt::format("{:.1f}", 1e6 * to_seconds(cycle.timing.compute))},
                   {"overruns", std::to_string(cycle.timing.overrun_count)},
                   {"recorder_drops", std::to_string(cycle.timing.ring_drops)}};
  return status;
}

DiagnosticStatus vision_status(const CycleRecord& cycle) {
  const StateEstimate& estimate = cycle.output.estimate;
  DiagnosticStatus status;
  status.name = "freefloat: vision and estimate";
  status.level = estimate.valid ? DiagnosticStatus::kOk : DiagnosticStatus::kWarn;
  status.message = estimate.valid ? "the robot is known" : "the robot is not known";
  status.values = {{"since_frame_ms", fmt::format("{:.1f}", 1e3 * to_seconds(estimate.since_frame))},
                   {"sigma_hand_mm", fmt::format("{:.3f}", 1e3 * estimate.sigma_hand)},
                   {"markers_used", std::to_string(estimate.markers_used)},
                   {"markers_rejected", std::to_string(estimate.markers_rejected)},
                   {"target_known", estimate.target.valid ? "true" : "false"}};
  return status;
}

DiagnosticStatus link_status(const LinkRecord* link) {
  DiagnosticStatus status;
  status.name = "freefloat: link to the servo board";
  status.level = DiagnosticStatus::kStale;
  status.message = "nothing is known yet";
  if (link == nullptr) return status;
  status.level = link->diagnosis.view().empty() ? DiagnosticStatus::kOk : DiagnosticStatus::kWarn;
  status.message = link->diagnosis.view().empty() ? "well" : std::string(link->diagnosis.view());
  status.values = {
      {"sent", std::to_string(link->health.sent)},
      {"received", std::to_string(link->health.received)},
      {"lost", std::to_string(link->health.lost)},
      {"rejected", std::to_string(link->health.rejected)},
      {"mean_round_trip_ms", fmt::format("{:.2f}", 1e3 * to_seconds(link->health.mean_round_trip))}};
  return status;
}

DiagnosticStatus marker_path_status(const MarkerPathRecord& path) {
  const MarkerPathHealth& health = path.health;
  const auto milliseconds = [](Duration duration) {
    return fmt::format("{:.3f}", 1e3 * to_seconds(duration));
  };
  DiagnosticStatus status;
  status.name = path.of_targets ? "freefloat: target's markers from another computer"
                                : "freefloat: markers from another computer";
  status.level = path.diagnosis.view().empty() ? DiagnosticStatus::kOk : DiagnosticStatus::kWarn;
  status.message = path.diagnosis.view().empty() ? "well" : std::string(path.diagnosis.view());
  const std::uint64_t pictures = health.pictures + health.texts;
  status.values = {
      {"pictures", std::to_string(pictures)},
      {"lost", std::to_string(health.lost)},
      {"recent_loss_percent", fmt::format("{:.2f}", 100.0 * health.recent_loss)},
      {"reordered", std::to_string(health.late)},
      {"duplicated", std::to_string(health.repeated)},
      {"refused", std::to_string(health.forged + health.garbage)},
      {"sessions", std::to_string(health.sessions)},
      {"since_picture_ms", pictures > 0 ? milliseconds(path.at - health.newest_picture) : "unknown"},
      {"latency_ms", milliseconds(health.latency)},
      {"latency_p99_ms", milliseconds(health.latency_p99)},
      {"jitter_ms", milliseconds(health.jitter)},
      {"round_trip_ms", milliseconds(health.round_trip)},
      {"clock_exchanges", std::to_string(health.exchanges)},
      {"clock_offset_ms", milliseconds(health.offset)},
      {"clock_offset_bound_ms", milliseconds(health.offset_bound)},
      {"clock_drift_ppm", fmt::format("{:.2f}", 1e6 * health.drift)}};
  return status;
}

}  // namespace

diagnostic_msgs::DiagnosticArray diagnose_run(const RunConfig& config, const CycleRecord& cycle,
                                              const HealthRecords& health, std::int64_t epoch_ns) {
  diagnostic_msgs::DiagnosticArray array;
  array.header.stamp = ros_time(cycle.input.now, epoch_ns);
  array.status = {supervisor_status(config, cycle), loop_status(cycle), vision_status(cycle),
                  link_status(health.link)};
  for (const MarkerPathRecord* path : {health.marker_path, health.target_path}) {
    if (path != nullptr) array.status.push_back(marker_path_status(*path));
  }
  for (DiagnosticStatus& status : array.status) status.hardware_id = config.controller.robot.name;
  return array;
}

}  // namespace freefloat::ros
