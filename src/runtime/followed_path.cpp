#include "runtime/followed_path.h"

#include "control/predict_path.h"

namespace freefloat {

namespace {

constexpr int kPlaces = 720;  // of the wanted path; points of a file are all drawn

}  // namespace

FollowedPath compare_path(const ControllerConfig& config, std::uint32_t number, const StateEstimate& start) {
  FollowedPath drawn;
  HandPath path = config.paths.at(number);
  const PathTable table(path);
  const PlacedPath placed(table, begin_of_path(path, start.p_WE));
  drawn.wanted = path.points;
  for (int i = 0; i <= kPlaces && path.points.empty(); ++i)
    drawn.wanted.push_back(placed.point(placed.length() * i / kPlaces));
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
