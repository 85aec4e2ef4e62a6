#include "operate/checklist.h"

#include <fmt/format.h>

#include <cmath>

#include "runlog/recorder_status.h"
#include "runtime/preview.h"
#include "safety/fault_table.h"
#include "types/angle.h"
#include "vision/length_check.h"

namespace freefloat {

namespace {

/// What a line of the list watches.
struct WatchedFaults {
  std::string_view name;
  std::string_view well;
  std::uint32_t faults;
};

constexpr std::uint32_t bits(std::initializer_list<Fault> faults) {
  std::uint32_t result = 0;
  for (const Fault fault : faults) result |= fault_bit(fault);
  return result;
}

constexpr std::array<WatchedFaults, 5> kWatched{{
    {"leds", "the robot's LEDs are found",
     bits({Fault::kNoEstimate, Fault::kHandUncertain, Fault::kMarkersContradict, Fault::kCameraFrozen})},
    {"board", "the servo board answers",
     bits({Fault::kFeedbackMissing, Fault::kBoardLatched, Fault::kBoardOff, Fault::kBoardFault})},
    {"joints", "potentiometers and LEDs agree",
     bits({Fault::kJointDisagreement, Fault::kOverspeed, Fault::kTurnDisagreement})},
    {"table", "the robot stands free of the table's edge", bits({Fault::kTableEdge})},
    {"numbers", "every number is finite", bits({Fault::kNotFinite})},
}};

CheckLine look_for(const WatchedFaults& watched, const Watch& watch) {
  CheckLine line{std::string(watched.name), true, std::string(watched.well), ""};
  const std::uint32_t seen = (watch.faults | watch.latched_faults) & watched.faults;
  for (const FaultRow& row : kFaultTable) {
    if ((seen & fault_bit(row.fault)) == 0) continue;
    line.ok = false;
    line.text = row.detection;
    line.remedy = row.remedy;
    break;
  }
  return line;
}

CheckLine look_at_camera(const Watch& watch) {
  if ((watch.faults & fault_bit(Fault::kFramesMissing)) != 0 || !watch.last_markers) {
    return {"camera", false, "no picture comes",
            std::string(kFaultTable[static_cast<std::size_t>(Fault::kFramesMissing)].remedy)};
  }
  return {"camera", true, fmt::format("pictures at {:.0f} Hz", watch.picture_rate), ""};
}

CheckLine look_at_lengths(const DayState& day, const Watch& watch) {
  if (!day.config->controller.safety.check_lengths && watch.length_trouble.empty())
    return {"lengths", true, "not compared with the pictures (safety.check_lengths: false)", ""};
  const bool ok = watch.length_trouble.empty();
  return {"lengths", ok, ok ? "no LED is far from where lengths and camera put it" : watch.length_trouble,
          ok ? std::string() : std::string(remedy_of(watch.length_trouble))};
}

/// A wrong delay makes the prediction worse, but nothing unsafe.
CheckLine look_at_delay(const Watch& watch) {
  if (!watch.delay) return {"delay", true, "not measured: no motion yet", "", false};
  const bool ok = !watch.delay->differs();
  return {"delay", ok, watch.delay->text(), ok ? "" : "freefloat calibrate delays, with the log of a run",
          false};
}

CheckLine look_at_start(const DayState& day, const Watch& watch) {
  if (day.running || day.run_asked) return {"start", true, "the run has begun from there", ""};
  if (day.may_arrange) {
    if (!day.prepared) return {"start", false, "robot and target are not put at the start", "prepare"};
    return {"start", true,
            day.placed ? "robot and target are where they were moved to"
                       : "robot and target are where the experiment starts them",
            ""};
  }
  const auto offset = find_start_offset(day, watch);
  if (!offset) return {"start", false, "the robot is not seen", "see the LEDs", false};
  return {"start", offset->near, offset->text, offset->near ? "" : offset->text, false};
}

CheckLine look_at_law(const DayState& day, const Watch& watch) {
  if (watch.law_trouble.empty()) return {"law", true, day.config->controller.law + " leads captures", ""};
  return {"law", false, watch.law_trouble, "mend it, then acknowledge: it is started anew"};
}

CheckLine look_at_target(const DayState& day, const Watch& watch) {
  const bool wanted = day.config->controller.target_marker_count > 0;
  const bool seen = watch.estimate.target.valid;
  if (!wanted) return {"target", true, "the experiment has none", ""};
  return {"target", seen, seen ? "the target is seen" : "the target is not seen",
          seen ? "" : "check that the target's LED is lit and in view"};
}

CheckLine look_at_disk(const DayState& day) {
  RecorderStatus status;
  status.free_bytes = day.free_bytes;
  const std::string objection = arming_objection(status);
  const bool ok = objection.empty();
  return {"disk", ok, ok ? "there is room for the logs" : objection,
          ok ? "" : "make room on the disk of the runs"};
}

}  // namespace

std::vector<CheckLine> make_checklist(const DayState& day, const Watch& watch) {
  std::vector<CheckLine> list;
  const bool opened = day.problem.empty();
  list.push_back({"experiment", opened, opened ? day.config->experiment.name : day.problem,
                  opened ? "" : "mend the file, or open another"});
  if (watch.cycles == 0) {
    list.push_back({"loop", false, "the loop has not begun", "wait"});
    return list;
  }
  list.push_back(look_at_camera(watch));
  if (!list.back().ok && !watch.marker_trouble.empty()) list.back().text = watch.marker_trouble;
  for (const WatchedFaults& watched : kWatched) list.push_back(look_for(watched, watch));
  if (!watch.link_trouble.empty()) {
    for (CheckLine& line : list) {
      if (line.name == "board" && !line.ok) line.text = watch.link_trouble;
    }
  }
  list.push_back(look_at_lengths(day, watch));
  if (!day.config->controller.law.empty()) list.push_back(look_at_law(day, watch));
  list.push_back(look_at_target(day, watch));
  if (!list.back().ok && !watch.target_trouble.empty()) list.back().text = watch.target_trouble;
  list.push_back(look_at_start(day, watch));
  list.push_back(look_at_disk(day));
  list.push_back(look_at_delay(watch));
  return list;
}

std::optional<StartOffset> find_start_offset(const DayState& day, const Watch& watch) {
  constexpr double kNear = 0.02;  // m
  const double kNearAngle = deg_to_rad(3.0);
  if (!watch.estimate.valid) return std::nullopt;
  const RobotState& start = day.config->sim.start;
  const RobotState& robot = watch.estimate.robot;
  if (robot.joints.size() != start.joints.size()) return std::nullopt;
  StartOffset offset;
  const Vector2 way = start.p_WB - robot.p_WB;
  offset.position = way.norm();
  offset.attitude = wrap_angle(start.theta_WB - robot.theta_WB);
  offset.joint = (start.joints - robot.joints).lpNorm<Eigen::Infinity>();
  offset.near =
      offset.position <= kNear && std::abs(offset.attitude) <= kNearAngle && offset.joint <= kNearAngle;
  offset.text = fmt::format(
      "push the satellite {:.0f} mm along x and {:.0f} mm along y, turn it by {:.0f} deg; joints up to "
      "{:.0f} deg off",
      1e3 * way.x(), 1e3 * way.y(), rad_to_deg(offset.attitude), rad_to_deg(offset.joint));
  if (day.config->controller.target_marker_count > 0 && watch.estimate.target.valid) {
    const std::uint32_t followed = first_target(day.config->experiment);
    const Vector2 target = target_of(day.config->sim, followed).start.p - watch.estimate.target.p_WT;
    offset.target = target.norm();
    offset.near = offset.near && *offset.target <= kNear;
    offset.text += fmt::format("; push the target {:.0f} mm along x and {:.0f} mm along y", 1e3 * target.x(),
                               1e3 * target.y());
  }
  if (offset.near) offset.text = "robot and target are where the experiment starts them";
  return offset;
}

}  // namespace freefloat
