#include "runtime/run_session.h"

#include "runlog/build_identity.h"
#include "runtime/control_loop.h"
#include "runtime/examine_testbed.h"
#include "runtime/real_time.h"

namespace freefloat {

Hal open_testbed(const RunConfig& config) {
  return make_hal({.hardware = config.hardware,
                   .sim = config.sim,
                   .robot = config.controller.robot,
                   .table = config.controller.table,
                   .camera = config.camera,
                   .time_to_live = config.controller.time_to_live,
                   .vision = config.vision});
}

RunSession::RunSession(const RunConfig& config, Hal hal)
    : config_(config),
      hal_(std::move(hal)),
      lengths_(make_length_check(config)),
      law_(start_law(config.controller, hal_)),
      controller_(config.controller),
      phases_(config.experiment, fault_words(config.controller, law_.get())),
      collector_(config, controller_.workspace()) {
  if (hal_.camera != nullptr) vision_ = std::make_unique<VisionPipeline>(make_vision(config));
  if (config.experiment.readonly) {
    readonly_link_ = std::make_unique<ReadonlyLink>(*hal_.link);
    hal_.link = readonly_link_.get();
  }
  phases_.object_to_arming([this] {
    std::string objection = lengths_.objection();
    return objection.empty() && recorder() != nullptr ? arming_objection(recorder()->status()) : objection;
  });
  feed_.add(collector_.listener());
}

void RunSession::examine() {
  examine_testbed(config_, hal_,
                  [this](RunNote::Kind kind, std::string text) { feed_.tell(kind, std::move(text)); });
}

void RunSession::record(RunWriterOptions log) {
  describe_run(config_, log);
  feed_.record(log, config_.recording, hal_.lockstep);
}

void RunSession::enter_real_time() {
  if (hal_.lockstep) return;
  const RealTimeStatus status = freefloat::enter_real_time();
  feed_.tell(RunNote::Kind::kFact,
             "real time: " + (status.remedy.empty() ? std::string("SCHED_FIFO, memory locked")
                                                    : "not everything was granted; " + status.remedy));
}

bool RunSession::resume(const ControllerState& state, std::uint32_t tasks) {
  phases_.continue_after(tasks, state.estimator.watched);
  return controller_.restore(state);
}

void RunSession::run(const std::atomic<bool>& stop, std::optional<Time> first_cycle) {
  const Duration period = config_.controller.period;
  MarkerInput markers(
      hal_, vision_.get(), [this](const ProcessedPicture& picture) { feed_.tell(picture); },
      [this](const MarkerFrame& frame) { lengths_.add(frame); });
  if (config_.experiment.readonly) markers.forget_joints();
  LoopOperator op(desk_, phases_);
  overruns_ = run_control_loop({hal_, markers, controller_, op, feed_, period, law_.get()},
                               first_cycle.value_or(hal_.clock->now() + period), stop);
  interrupted_ = stop;
  if (const std::string cost = law_ ? law_->describe_cost() : ""; !cost.empty())
    feed_.tell(RunNote::Kind::kFact, cost);
}

RunRecord RunSession::finish() {
  const bool complete = recorder() == nullptr || recorder()->close();
  RunRecord record = collector_.finish(phases_.results(), hal_.link->health());
  record.overruns = overruns_;
  record.interrupted = interrupted_;
  record.build_id = build_identity().git_id;
  record.log_complete = complete;
  if (recorder() != nullptr) record.log_gaps = recorder()->gaps();
  return record;
}

}  // namespace freefloat
