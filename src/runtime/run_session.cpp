#include "runtime/run_session.h"

#include "hal/hal_error.h"
#include "hal/link_key.h"
#include "runlog/build_identity.h"
#include "runtime/board_check.h"
#include "runtime/control_loop.h"
#include "runtime/log_configuration.h"
#include "runtime/real_time.h"

namespace freefloat {

Hal open_testbed(const RunConfig& config) {
  return make_hal({.hardware = config.hardware,
                   .sim = config.sim,
                   .robot = config.controller.robot,
                   .table = config.controller.table,
                   .camera = config.camera});
}

RunSession::RunSession(const RunConfig& config, Hal hal)
    : config_(config),
      hal_(std::move(hal)),
      controller_(config.controller),
      phases_(config.experiment, config.controller.safety.joint_tolerance),
      collector_(config, controller_.workspace()) {
  if (hal_.camera != nullptr) vision_ = std::make_unique<VisionPipeline>(make_vision(config));
  if (config.experiment.readonly) {
    readonly_link_ = std::make_unique<ReadonlyLink>(*hal_.link);
    hal_.link = readonly_link_.get();
  }
  feed_.add({.on_cycle = [this](const CycleRecord& cycle) { collector_.add(cycle); },
             .on_phase = [this](const PhaseEvent& event) { collector_.add(event); }});
}

void RunSession::examine() {
  if (config_.hardware.link) {
    const std::string risk = warn_of_missing_key(*config_.hardware.link);
    if (!risk.empty()) feed_.tell(RunNote::Kind::kWarning, "link: " + risk);
  }
  if (hal_.real_board) {
    const auto board = await_identity(*hal_.link, *hal_.clock);
    if (!board) {
      const std::string trouble = diagnose(hal_.link->health(), hal_.clock->now());
      throw HalError("the servo board does not say who it is" + (trouble.empty() ? trouble : ": " + trouble) +
                     "; look with `freefloat doctor TESTBED.yaml`");
    }
    feed_.tell(RunNote::Kind::kFact, "board: " + describe_board(*board));
    const BoardCheck check = check_board(*board, config_);
    for (const std::string& warning : check.warnings) feed_.tell(RunNote::Kind::kWarning, warning);
    std::string errors;
    for (const std::string& error : check.errors) errors += (errors.empty() ? "" : "\nerror: ") + error;
    if (!errors.empty()) throw HalError(errors);
  }
  if (config_.experiment.readonly) feed_.tell(RunNote::Kind::kFact, "readonly: nothing is commanded");
}

void RunSession::record(RunWriterOptions log) {
  const BuildIdentity build = build_identity();
  log.identity.run_id = config_.name();
  log.identity.git_id = build.git_id;
  log.identity.build_hash = build.build_hash;
  log.identity.seed = config_.sim.seed;
  log.identity.more.insert({{"experiment", config_.experiment.name},
                            {"testbed", config_.testbed_name},
                            {"readonly", config_.experiment.readonly ? "true" : "false"}});
  log_configuration(config_, log);
  log.picture_bytes_per_s = config_.recording.whole_pictures_bytes_per_s;
  log.waiting_bytes = config_.recording.waiting_bytes;
  feed_.record(log, config_.recording, hal_.lockstep);
  phases_.object_to_arming([this] { return arming_objection(recorder()->status()); });
}

void RunSession::enter_real_time() {
  if (hal_.lockstep) return;
  const RealTimeStatus status = freefloat::enter_real_time();
  feed_.tell(RunNote::Kind::kFact,
             "real time: " + (status.remedy.empty() ? std::string("SCHED_FIFO, memory locked")
                                                    : "not everything was granted; " + status.remedy));
}

bool RunSession::resume(const ControllerState& state, std::uint32_t tasks) {
  phases_.continue_after(tasks);
  return controller_.restore(state);
}

void RunSession::run(const std::atomic<bool>& stop, std::optional<Time> first_cycle) {
  const Duration period = config_.controller.period;
  MarkerInput markers(hal_, vision_.get(), [this](const ProcessedPicture& picture) { feed_.tell(picture); });
  LoopOperator op(desk_, config_.controller, phases_);
  overruns_ = run_control_loop({hal_, markers, controller_, op, feed_, period},
                               first_cycle.value_or(hal_.clock->now() + period), stop);
  interrupted_ = stop;
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
