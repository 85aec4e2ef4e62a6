#include "runtime/preview_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "control/predict_path.h"
#include "runtime/explain_path.h"
#include "runtime/preview_steps.h"

namespace freefloat {

namespace {

constexpr int kWantedPlaces = 120;  // of the path that is asked for

}  // namespace

std::vector<Vector2> points_of_path(const HandPath& path, const Vector2& begin, int count) {
  if (!path.points.empty()) return path.points;
  const PathTable table(path);
  const PlacedPath placed(table, begin);
  std::vector<Vector2> points;
  for (int i = 0; i <= count; ++i) points.push_back(placed.point(placed.length() * i / count));
  return points;
}

Preview preview_path(const ControllerConfig& config, std::uint32_t number, const StateEstimate& estimate) {
  if (!estimate.valid) return refused_preview("the robot is not seen");
  const ControlSetup setup(config);
  const PathTable table(config.paths.at(number));
  PathPrediction prediction;
  prediction.begin(setup.unloaded(), table, estimate);

  Preview preview;
  preview.wanted = points_of_path(table.path, prediction.motion.begin, kWantedPlaces);
  preview.smallest_sigma = std::numeric_limits<double>::infinity();
  while (true) {
    PreviewStep step = step_at(setup, prediction.arm, prediction.p_WE, prediction.p_WG);
    step.time = prediction.elapsed;
    if (!preview.steps.empty() && step.time > preview.steps.back().time) {
      const JointVector turned = prediction.arm.joints - preview.steps.back().robot.joints;
      step.rate_share =
          turned.lpNorm<Eigen::Infinity>() / (step.time - preview.steps.back().time) / config.max_joint_rate;
    }
    preview.smallest_sigma = std::min(preview.smallest_sigma, step.sigma_min);
    preview.steps.push_back(step);
    if (prediction.over()) break;
    prediction.advance(setup, setup.unloaded(), table);
  }
  sum_up(setup, preview);
  if (prediction.output.stage == PathStage::kRefused) {
    preview.status = Preview::Status::kRefused;
    preview.text = "cannot be followed: " + explain_refused_path(prediction.output);
    return preview;
  }
  preview.text = fmt::format("the path of {:.2f} m is followed to its end after {:.1f} s",
                             prediction.output.length, preview.seconds) +
                 preview.text;
  return preview;
}

}  // namespace freefloat
