#include "config/load/cross_check.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "config/fields/unit.h"
#include "config/load/check_fault_indices.h"
#include "config/load/check_phases.h"
#include "model/posture.h"
#include "types/angle.h"
#include "types/marker_frame.h"
#include "vision/camera_model.h"
#include "vision/compare_figures.h"

namespace freefloat {

namespace {

/// The value behind a key of a target, or the nearest place that exists.
const ConfigNode& place_of_target(const ConfigNode& experiment, std::size_t target, const char* key) {
  const ConfigNode* list = experiment.find("targets");
  if (list == nullptr || target >= list->items.size()) return experiment.nearest({"target", key});
  return list->items[target].nearest({key});
}

void check_joint_limits(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  const auto& limits = run.controller.robot.joint_limits;
  const double slowest = std::min_element(limits.begin(), limits.end(), [](const auto& a, const auto& b) {
                           return a.max_rate < b.max_rate;
                         })->max_rate;
  if (run.controller.max_joint_rate > slowest) {
    problems.add_at(places.testbed.nearest({"control", "max_joint_rate_deg_s"}),
                    "a joint of the robot is slower",
                    "at most " + format_number(rad_to_deg(slowest)) +
                        " deg/s, the smallest max_rate_deg_s of " + *places.robot.file);
  }
  const ConfigNode& angles = places.experiment.nearest({"start", "joints_deg"});
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const double angle = run.sim.start.joints[static_cast<Eigen::Index>(i)];
    const double margin = run.controller.safety.joint_limit_margin;
    if (angle < limits[i].min + margin || angle > limits[i].max - margin) {
      problems.add_at(angles.items[i], "joint " + std::to_string(i + 1) + " starts outside its limits",
                      format_rounded(rad_to_deg(limits[i].min + margin)) + " to " +
                          format_rounded(rad_to_deg(limits[i].max - margin)) +
                          " deg (limits of the robot less safety.joint_limit_margin_deg)");
    }
  }
}

/// Whether the robot has room on the table, and stands on it at the start.
void check_table(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  const RobotParameters& robot = run.controller.robot;
  const TableParameters& table = run.controller.table;
  double length = robot.satellite_size.x() / 2 + robot.satellite_to_joint.norm();
  for (const LinkParameters& link : robot.links) {
    length += (link.to_mass_centre + link.to_end).norm();
  }
  if (length > table.size.minCoeff()) {
    problems.add_at(places.table.nearest({"size_m"}),
                    "the table is smaller than the robot with its arm stretched",
                    "at least " + format_metres(length) + " each way for " + robot.name);
    return;
  }
  const Vector2 limit = table.size / 2 - Vector2::Constant(table.edge_margin);
  const Vector2 half = robot.satellite_size / 2;
  for (const Vector2& corner : {Vector2(half.x(), half.y()), Vector2(-half.x(), half.y())}) {
    const Vector2 turned = rotate(run.sim.start.theta_WB, corner);
    const Vector2 outermost = run.sim.start.p_WB.cwiseAbs() + turned.cwiseAbs();
    if (outermost.x() > limit.x() || outermost.y() > limit.y()) {
      problems.add_at(
          places.experiment.nearest({"start"}), "the satellite starts beyond the table's edge margin",
          "its outline within " + format_metres(limit.x()) + " of the middle in x and " +
              format_metres(limit.y()) + " in y; it starts at [" + format_metres(run.sim.start.p_WB.x()) +
              ", " + format_metres(run.sim.start.p_WB.y()) + "]");
      break;
    }
  }
  const std::vector<TargetParameters> targets = all_targets(run.sim);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Vector2& target = targets[i].start.p;
    if (std::abs(target.x()) <= table.size.x() / 2 && std::abs(target.y()) <= table.size.y() / 2) continue;
    problems.add_at(place_of_target(places.experiment, i, "position_m"), "the target is not on the table",
                    "within " + format_metres(table.size.x() / 2) + " of the middle in x and " +
                        format_metres(table.size.y() / 2) + " in y");
  }
}

/// Whether the hand can be brought to a standing target at all: seen from the mass centre, which stays where
/// it is, the arm is a chain of vectors of fixed lengths.
void check_reach(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  const auto& phases = run.experiment.phases;
  // A later one may be reached from where the one before has taken the robot.
  const auto standing = std::find_if(phases.begin(), phases.end(), [](const Phase& phase) {
    return phase.kind == PhaseKind::kCaptureStanding;
  });
  if (standing == phases.end() || run.sim.start.v_WB.norm() > 0.0) {
    return;
  }
  const PlanarModel model(run.controller.robot);
  const Posture posture = compute_posture(run.sim.start.theta_WB, run.sim.start.joints);
  const Vector2 p_WG = run.sim.start.p_WB - satellite_from_mass_centre(model, posture);
  const auto lengths = model.hand_vectors().colwise().norm();
  const double outer = lengths.sum();
  const double inner = std::max(0.0, 2.0 * lengths.maxCoeff() - outer);
  const std::size_t number = standing->target_number;
  const TargetParameters& target = number == 0 ? run.sim.target : run.sim.more_targets[number - 1];
  const double distance = (target.start.p - p_WG).norm();
  if (distance > outer || distance < inner) {
    problems.add_at(place_of_target(places.experiment, number, "position_m"),
                    "the robot cannot reach the target",
                    format_metres(inner) + " to " + format_metres(outer) +
                        " from the robot's mass centre, which is at [" + format_metres(p_WG.x()) + ", " +
                        format_metres(p_WG.y()) + "]; the target is " + format_metres(distance) + " away");
  }
}

/// Whether what leads the hand knows of a direction that it is to come in.
void check_approach(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  const ControllerConfig& controller = run.controller;
  const std::vector<TargetParameters> targets = all_targets(run.sim);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!targets[i].approach) continue;
    const ConfigNode& place = place_of_target(places.experiment, i, "approach_deg");
    if (controller.guidance.method != GuidanceMethod::kPredictive) {
      problems.add_at(place, "the paper's guidance leads the hand straight to its target", {},
                      "set guidance.method: predictive, or remove it");
    } else if (!controller.law.empty()) {
      problems.add_at(place, "control.law leads the hand, and is not told of it", {}, "remove one of them");
    }
  }
}

/// Among several targets a picture tells each by the figure that its LEDs make.
void check_figures(const RunConfig& run, const std::vector<TargetParameters>& targets,
                   const CrossCheckPlaces& places, Problems& problems) {
  constexpr std::size_t kFewest = 3;  // two alone cannot be told from each other
  if (run.hardware.target_source) {
    if (run.hardware.target_source->is_tracker())
      problems.add_at(places.testbed.nearest({"hardware", "target_source"}),
                      "a motion capture system follows one target only", {}, "use `target` with it");
    return;
  }
  if (run.hardware.camera && run.hardware.camera->tells_markers()) {
    problems.add_at(places.testbed.nearest({"hardware", "camera"}),
                    "a motion capture system follows one target only", {}, "use `target` with it");
    return;
  }
  const bool pixels = run.sim.imaging.render || run.hardware.camera.has_value();
  for (std::size_t i = 0; i < targets.size() && pixels; ++i) {
    if (targets[i].markers.size() >= kFewest) continue;
    problems.add_at(place_of_target(places.experiment, i, "markers_m"),
                    "in pictures several targets are told apart by the figures that their LEDs make",
                    "at least 3 LEDs on each, or simulation.imaging.render: false");
  }
  const double tolerance = run.vision.length_tolerance;
  for (std::size_t i = 1; i < targets.size() && pixels; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!are_alike(targets[k].markers, targets[i].markers, tolerance)) continue;
      problems.add_at(place_of_target(places.experiment, i, "markers_m"),
                      "pictures cannot tell these LEDs from those of target " + targets[k].name +
                          ": three of each lie alike",
                      "figures of which no three LEDs have the same distances within " +
                          format_number(1e3 * tolerance) + " mm (vision.length_tolerance_mm)",
                      "move an LED of one of them, or exchange it for its mirror image");
    }
  }
}

void check_markers(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  const std::size_t robot_markers = run.controller.robot.markers.size();
  if (robot_markers < 2) {
    problems.add_at(places.robot.nearest({"markers"}),
                    "the camera cannot find the satellite's position and attitude", "at least 2 LEDs");
  }
  const std::vector<TargetParameters> targets = all_targets(run.sim);
  std::size_t count = robot_markers;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    count += targets[i].markers.size();
    if (count <= kMaxMarkers) continue;
    problems.add_at(
        place_of_target(places.experiment, i, "markers_m"),
        "more LEDs than can be told apart, with the " + std::to_string(robot_markers) + " of the robot",
        "at most " + std::to_string(kMaxMarkers) + " together");
    break;
  }
  if (targets.size() > 1) check_figures(run, targets, places, problems);
}

/// Whether every LED is in the picture wherever on the table it is.
void check_view(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  double highest = 0.0;
  for (const TargetParameters& target : all_targets(run.sim))
    highest = std::max(highest, target.marker_height);
  for (const MarkerParameters& marker : run.controller.robot.markers) {
    highest = std::max(highest, marker.height);
  }
  const ConfigNode& position = places.camera.nearest({"position_m"});
  if (highest >= run.camera.p_WC.z()) {
    problems.add_at(position, "the camera hangs lower than an LED", "z above " + format_metres(highest));
    return;
  }
  const CameraModel camera(run.camera);
  if (const auto corner = find_uncovered_corner(camera, run.controller.table, highest)) {
    problems.add_at(position, "the camera does not see the whole table",
                    "a view that holds the corner [" + format_metres(corner->x()) + ", " +
                        format_metres(corner->y()) + "], at the LEDs' height of " + format_metres(highest),
                    "hang it higher, turn it, or use a shorter focal_length_px");
  }
}

}  // namespace

bool check_joint_list(const ConfigNode& at, std::ptrdiff_t count, std::ptrdiff_t joints, bool one_for_all,
                      Problems& problems) {
  if (count == joints || (one_for_all && count <= 1)) return true;
  const std::string n = std::to_string(joints);
  problems.add_at(at, "is a list of " + std::to_string(count) + ", but the robot has " + n + " joints",
                  (one_for_all ? "one entry for all joints, or a list of " : "a list of ") + n);
  return false;
}

bool check_joint_counts(const RunConfig& run, const JointVector& start_joints, const CrossCheckPlaces& places,
                        Problems& problems) {
  const int joints = run.controller.robot.joint_count();
  const bool start = check_joint_list(places.experiment.nearest({"start", "joints_deg"}), start_joints.size(),
                                      joints, false, problems);
  return check_joint_list(places.testbed.nearest({"simulation", "drives"}), std::ssize(run.sim.drives),
                          joints, true, problems) &&
         start;
}

void check_together(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  check_joint_limits(run, places, problems);
  check_table(run, places, problems);
  check_reach(run, places, problems);
  check_approach(run, places, problems);
  check_phases(run, places, problems);
  check_markers(run, places, problems);
  check_view(run, places, problems);
  check_fault_indices(run, places, problems);
}

}  // namespace freefloat
