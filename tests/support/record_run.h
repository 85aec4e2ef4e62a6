#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"

namespace freefloat {

/// Runs an experiment on the virtual clock and logs it as `freefloat run` does.
inline void record_run(const RunConfig& config, const std::string& log) {
  RunSession session(config);
  RunWriterOptions options;
  options.path = log;
  options.replace_existing = true;
  session.record(options);
  session.run();
  if (!session.finish().log_complete) throw std::runtime_error("the log is not complete: " + log);
}

/// The same. @param experiment Path of its file.
inline void record_run(const std::string& experiment, const std::vector<std::string>& settings,
                       const std::string& log) {
  record_run(load_experiment(experiment, settings), log);
}

}  // namespace freefloat
