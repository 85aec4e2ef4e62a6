#include "runtime/examine_testbed.h"

#include "hal/hal_error.h"
#include "hal/link_key.h"
#include "runlog/build_identity.h"
#include "runtime/board_check.h"
#include "runtime/log_configuration.h"

namespace freefloat {

void examine_testbed(const RunConfig& config, const Hal& hal,
                     const std::function<void(RunNote::Kind, std::string)>& tell) {
  const auto warn = [&tell](const char* of, const auto& part) {
    const std::string risk = part ? warn_of_missing_key(*part) : "";
    if (!risk.empty()) tell(RunNote::Kind::kWarning, of + risk);
  };
  warn("link: ", config.hardware.link);
  warn("markers: ", config.hardware.camera);
  warn("target: ", config.hardware.target_source);
  if (config.hardware.target_source)
    tell(RunNote::Kind::kFact, "target: told by " + config.controller.target_source);
  if (const std::string servos = hal.link->describe(); !servos.empty()) {
    tell(RunNote::Kind::kFact, "servos: " + servos);
  } else if (hal.real_board) {
    const auto board = await_identity(*hal.link, *hal.clock);
    if (!board) {
      const std::string trouble = diagnose(hal.link->health(), hal.clock->now());
      throw HalError("the servo board does not say who it is" + (trouble.empty() ? trouble : ": " + trouble) +
                     "; look with `freefloat doctor TESTBED.yaml`");
    }
    tell(RunNote::Kind::kFact, "board: " + describe_board(*board));
    const BoardCheck check = check_board(*board, config);
    for (const std::string& warning : check.warnings) tell(RunNote::Kind::kWarning, warning);
    std::string errors;
    for (const std::string& error : check.errors) errors += (errors.empty() ? "" : "\nerror: ") + error;
    if (!errors.empty()) throw HalError(errors);
  }
  if (config.hardware.has_real_link() && !config.sim.faults.empty())
    tell(RunNote::Kind::kWarning, "what fails may be injected on purpose: the experiment has `faults`");
  if (config.experiment.readonly) tell(RunNote::Kind::kFact, "readonly: nothing is commanded");
}

void describe_run(const RunConfig& config, RunWriterOptions& log) {
  const BuildIdentity build = build_identity();
  log.identity.run_id = config.name();
  log.identity.git_id = build.git_id;
  log.identity.build_hash = build.build_hash;
  log.identity.seed = config.sim.seed;
  log.identity.more.insert({{"experiment", config.experiment.name},
                            {"testbed", config.testbed_name},
                            {"readonly", config.experiment.readonly ? "true" : "false"}});
  log_configuration(config, log);
  log.robot = config.controller.robot;
  log.targets = target_facts(config);
  log.camera = config.camera;
  log.picture_bytes_per_s = config.recording.whole_pictures_bytes_per_s;
  log.waiting_bytes = config.recording.waiting_bytes;
}

}  // namespace freefloat
