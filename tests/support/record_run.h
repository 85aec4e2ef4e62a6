#pragma once

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "config/load/load_experiment.h"
#include "replay/logged_configuration.h"
#include "runlog/build_identity.h"
#include "runlog/recorder.h"
#include "runtime/experiment_run.h"
#include "runtime/record_pictures.h"

namespace freefloat {

/// Runs an experiment on the virtual clock and logs it as `freefloat run` does.
/// @param experiment Path of its file.
inline void record_run(const std::string& experiment, const std::vector<std::string>& settings,
                       const std::string& log) {
  const RunConfig config = load_experiment(experiment, settings);
  ExperimentRun run(config);
  RunWriterOptions options;
  options.path = log;
  options.replace_existing = true;
  options.identity.run_id = config.experiment.name;
  options.identity.git_id = build_identity().git_id;
  options.identity.build_hash = build_identity().build_hash;
  options.identity.seed = config.sim.seed;
  options.identity.more = {{"experiment", config.experiment.name}, {"testbed", config.testbed_name}};
  log_configuration(config, options);
  options.picture_bytes_per_s = config.recording.whole_pictures_bytes_per_s;
  auto recorder = Recorder::start(options);
  if (!recorder) throw std::runtime_error(recorder.error());
  Time next_state{config.recording.state_period};
  LoopListeners listeners;
  listeners.on_cycle = [&](const CycleRecord& record) {
    (*recorder)->push_waiting(record);
    if (record.input.now < next_state) return;
    (*recorder)->push(run.controller().state());
    next_state = record.input.now + config.recording.state_period;
  };
  listeners.on_phase = [&](const PhaseEvent& event) { (*recorder)->push(event); };
  listeners.on_picture = record_pictures(**recorder, config.recording, true);
  const std::atomic<bool> stop{false};
  run.run(listeners, stop);
  if (!(*recorder)->close()) throw std::runtime_error("the log is not complete: " + log);
}

}  // namespace freefloat
