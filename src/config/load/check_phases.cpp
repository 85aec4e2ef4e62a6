#include "config/load/check_phases.h"

#include <string>

#include "config/fields/unit.h"
#include "guidance/hand_path.h"
#include "model/posture.h"
#include "model/singularity_free_annulus.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// Whether the hand can be led along a path without a singular posture, as far as the start shows it: seen
/// from the mass centre, which stays about where it is.
void check_paths(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  constexpr int kPlaces = 200;  // of a path that are looked at
  const bool simulated = !run.hardware.has_real_link() || run.hardware.plant;
  if (run.controller.robot.joint_count() != 2 || run.controller.paths.empty() || !simulated) return;
  const PlanarModel model(run.controller.robot);
  const Posture posture = compute_posture(run.sim.start.theta_WB, run.sim.start.joints);
  const Vector2 p_WG = run.sim.start.p_WB - satellite_from_mass_centre(model, posture);
  const Vector2 p_WE = p_WG + compute_hand(model, posture).p_GX;
  const Annulus annulus = compute_singularity_free_annulus(model);
  bool moved = false;  // by a phase before, so that the hand is no longer where it started
  for (std::size_t i = 0; i < run.experiment.phases.size(); ++i) {
    const Phase& phase = run.experiment.phases[i];
    const bool moves = row_of(phase.kind).task != Task::kHold && row_of(phase.kind).task != Task::kRelease;
    if (phase.kind == PhaseKind::kFollowPath) {
      const bool from_hand =
          (phase.path.line && !phase.path.line->from) || (phase.path.circle && !phase.path.circle->radius);
      const PathTable table(phase.path);
      const PlacedPath path(table, begin_of_path(phase.path, p_WE));
      for (int k = 0; k <= kPlaces && !(from_hand && moved); ++k) {
        const Vector2 p = path.point(path.length() * k / kPlaces);
        const double radius = (p - p_WG).norm();
        if (annulus.contains(radius)) continue;
        problems.add_at(*places.experiment.find("phases")->items[i].find("phase"),
                        "the path leaves the singularity-free annulus: at [" + format_metres(p.x()) + ", " +
                            format_metres(p.y()) + "] it is " + format_metres(radius) +
                            " from the robot's mass centre",
                        format_metres(annulus.inner) + " to " + format_metres(annulus.outer) + " from [" +
                            format_metres(p_WG.x()) + ", " + format_metres(p_WG.y()) + "]");
        break;
      }
    }
    moved = moved || moves;
  }
}

/// Postures that the joints can take, and rates of as many joints as there are.
void check_joint_phases(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  const ControllerConfig& controller = run.controller;
  const Eigen::Index n = controller.robot.joint_count();
  for (std::size_t i = 0; i < run.experiment.phases.size(); ++i) {
    const Phase& phase = run.experiment.phases[i];
    const ConfigNode& at = places.experiment.find("phases")->items[i];
    if (phase.jog_rates.size() > 0)
      check_joint_list(*at.find("joint_rates_deg_s"), phase.jog_rates.size(), n, false, problems);
    if (phase.kind != PhaseKind::kMoveTo) continue;
    const ConfigNode& angles = *at.find("joints_deg");
    if (!check_joint_list(angles, phase.posture.size(), n, false, problems)) continue;
    const double margin = controller.safety.joint_limit_margin;
    for (Eigen::Index j = 0; j < n; ++j) {
      const JointLimits& limits = controller.robot.joint_limits[j];
      if (phase.posture[j] >= limits.min + margin && phase.posture[j] <= limits.max - margin) continue;
      problems.add_at(angles.items[j], "joint " + std::to_string(j + 1) + " cannot go there",
                      format_rounded(rad_to_deg(limits.min + margin)) + " to " +
                          format_rounded(rad_to_deg(limits.max - margin)) +
                          " deg (limits of the robot less safety.joint_limit_margin_deg)");
    }
    if (phase.attitude && n < 2) {
      problems.add_at(*at.find("attitude_deg"), "an arm with one joint cannot turn the satellite for good",
                      "a robot with 2 joints or more");
    }
  }
}

/// A loop needs two joints.
void check_turns(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  for (std::size_t i = 0; i < run.experiment.phases.size(); ++i) {
    if (run.experiment.phases[i].kind != PhaseKind::kReorient) continue;
    if (run.controller.robot.joint_count() >= 2) continue;
    problems.add_at(*places.experiment.find("phases")->items[i].find("phase"),
                    "an arm with one joint cannot turn the satellite for good",
                    "a robot with 2 joints or more");
  }
}

}  // namespace

void check_phases(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  check_paths(run, places, problems);
  check_joint_phases(run, places, problems);
  check_turns(run, places, problems);
}

}  // namespace freefloat
