#include "runtime/followed_path.h"

#include "control/predict_path.h"
#include "runtime/preview_path.h"

namespace freefloat {

namespace {

constexpr int kPlaces = 720;  // of the wanted path; points of a file are all drawn

}  // namespace

FollowedPath compare_path(const ControllerConfig& config, std::uint32_t number, const StateEstimate& start) {
  FollowedPath drawn;
  HandPath path = config.paths.at(number);
  drawn.wanted = points_of_path(path, begin_of_path(path, start.p_WE), kPlaces);
  if (path.resolve_with == ResolveWith::kFixedBaseJacobian) return drawn;
  path.resolve_with = ResolveWith::kFixedBaseJacobian;
  const PathTable ordinary(path);
  const ControlSetup setup(config);
  PathPrediction prediction;
  prediction.begin(setup.unloaded(), ordinary, start);
  while (!prediction.over()) {
    prediction.advance(setup, setup.unloaded(), ordinary);
    if (prediction.motion.stage == PathStage::kFollow) drawn.by_fixed_base.push_back(prediction.p_WE);
  }
  return drawn;
}

}  // namespace freefloat
