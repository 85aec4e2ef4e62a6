#include "runtime/experiment_run.h"

namespace freefloat {

namespace {

std::unique_ptr<VisionPipeline> make_vision(const RunConfig& config, const Hal& hal) {
  if (hal.camera == nullptr) return nullptr;
  const MarkerScene scene =
      make_marker_scene(config.controller.robot, config.sim.target.markers, config.sim.target.marker_height);
  return std::make_unique<VisionPipeline>(config.vision, config.camera, scene);
}

}  // namespace

ExperimentRun::ExperimentRun(const RunConfig& config)
    : period_(config.controller.period),
      hal_(make_hal({.hardware = config.hardware,
                     .sim = config.sim,
                     .robot = config.controller.robot,
                     .table = config.controller.table,
                     .camera = config.camera})),
      vision_(make_vision(config, hal_)),
      controller_(config.controller),
      phases_(config.experiment, config.controller.safety.joint_tolerance) {}

std::uint64_t ExperimentRun::run(const LoopListeners& listeners, const std::atomic<bool>& stop) {
  MarkerInput markers(hal_, vision_.get(), listeners.on_picture);
  return run_control_loop(hal_, markers, controller_, phases_, period_, listeners, stop);
}

}  // namespace freefloat
