#include "integration/covariance/ideal_case.h"

#include <string>
#include <vector>

#include "config/load/load_experiment.h"
#include "model/posture.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"
#include "types/angle.h"
#include "types/random.h"

namespace freefloat {

namespace {

PlanarModel model_of(const RunConfig& config) {
  return PlanarModel(config.controller.robot);
}

/// Truth of the capture's cycles, from its begin to its end.
std::vector<Truth> run_capture(const IdealCase& ideal, CovarianceRecord& filter) {
  std::vector<Truth> truth;
  RunSession run(ideal.config);
  run.add({.on_cycle = [&](const CycleRecord& record) {
    filter.add(record, run.controller().state().estimator);
    if (record.output.state == SupervisorState::kActive) truth.push_back(*record.truth);
  }});
  run.run();
  return truth;
}

CaptureRun compute_capture(const IdealCase& ideal, const Truth& begin) {
  CaptureScene scene;
  scene.theta_WB = begin.robot.theta_WB;
  scene.joints = begin.robot.joints;
  scene.target = begin.target.p - begin.p_WG;
  scene.target_velocity = begin.target.v;
  scene.duration = ideal.config.controller.guidance.rendezvous_time;
  return run_ideal_capture(model_of(ideal.config), ideal.law, scene);
}

}  // namespace

IdealCase draw_ideal_case(std::uint64_t seed) {
  static const RunConfig base =
      load_experiment(source_dir() + "/configs/experiments/moving_target_without_gws.yaml");
  static const Annulus annulus = compute_singularity_free_annulus(model_of(base));
  Random random(seed, "ideal case");
  const auto flip = [&] { return random.uniform() < 0.5; };
  IdealCase ideal;
  SceneDraw scene;
  scene.kind = flip() ? SceneKind::kMoving : SceneKind::kStanding;
  ideal.config = draw_case(scene, base, annulus, seed);
  CaptureLaw& law = ideal.law;
  law.moving = scene.kind == SceneKind::kMoving;
  law.tangent = flip();
  law.norm = flip() ? RateNorm::kEuclidean : RateNorm::kLargestComponent;
  law.sampling = flip() ? RendezvousSampling::kCubic : RendezvousSampling::kEuler;
  law.max_joint_rate = base.controller.max_joint_rate;
  law.capture_radius = 0.0;
  ControllerConfig& controller = ideal.config.controller;
  controller.rate_norm = law.norm;
  controller.guidance.tangent_correction = law.tangent;
  controller.guidance.sampling = law.sampling;
  controller.guidance.capture_distance = 0.0;
  if (!law.moving) ideal.config.experiment.phases.at(2).kind = PhaseKind::kCaptureStanding;
  return ideal;
}

PathDifference compare_with_computed(const IdealCase& ideal, CovarianceRecord& filter) {
  PathDifference difference;
  const std::vector<Truth> truth = run_capture(ideal, filter);
  if (truth.empty()) return difference;
  const CaptureRun computed = compute_capture(ideal, truth.front());
  const std::size_t count = std::min(truth.size(), computed.samples.size());
  for (std::size_t i = 0; i < count; ++i) {
    const RobotState& robot = truth[i].robot;
    const CaptureSample& sample = computed.samples[i];
    const double attitude =
        wrap_angle(robot.theta_WB - std::atan2(sample.posture.sines[0], sample.posture.cosines[0]));
    const double joints = (robot.joints - sample.joints).cwiseAbs().maxCoeff();
    difference.hand = std::max(difference.hand, (truth[i].p_WE - truth.front().p_WG - sample.hand).norm());
    difference.angle = std::max({difference.angle, std::abs(attitude), joints});
    ++difference.samples;
  }
  return difference;
}

}  // namespace freefloat
