#pragma once

#include <cstdint>

#include "model/singularity_free_annulus.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Which captures are drawn; without a capture only the start is.
enum class SceneKind : std::uint8_t { kStanding, kMoving, kNoCapture };

/// How start and target of a case are drawn.
struct SceneDraw {
  SceneKind kind = SceneKind::kStanding;
  double centre_spread = 0.15;  ///< the robot's mass centre starts within so much of the table's middle, m
  double least_start_sigma = 0.02;   ///< smallest singular value of the start posture, m
  double least_target_speed = 0.02;  ///< moving targets, m/s
  double most_target_speed = 0.1;
  double least_stay = 6.0;  ///< moving targets are inside the annulus at least so long, s
};

/// @return What is drawn for this experiment: its first capture phase tells.
SceneKind scene_kind(const Experiment& experiment);

/// @param base Experiment of the scene's kind; its start is replaced, and each target that is captured.
/// @param annulus Of the base's robot.
/// @param seed Draws the case, and is the seed of its simulation.
/// @throws ConfigError There is no such case, as far as many tries tell.
RunConfig draw_case(const SceneDraw& scene, const RunConfig& base, const Annulus& annulus,
                    std::uint64_t seed);

/// Gives a run all that `draw_case` draws but the seed: the start, where the target begins, and where people
/// say that it stands.
void copy_scene(const RunConfig& drawn, RunConfig& config);

}  // namespace freefloat
