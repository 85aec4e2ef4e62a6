#pragma once

#include <string>
#include <vector>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {

/// What went into the controller and came out of it in every cycle of one simulated experiment.
struct RecordedCapture {
  RunConfig config;
  std::vector<CycleInput> inputs;
  std::vector<CycleOutput> outputs;
  bool passed = false;
};

/// Runs a shipped experiment with LED positions in place of pictures.
/// @param experiment File in configs/experiments.
inline RecordedCapture record_capture(const std::string& experiment,
                                      std::vector<std::string> overrides = {}) {
  overrides.emplace_back("simulation.imaging.render=false");
  RecordedCapture recorded;
  recorded.config = load_experiment(source_dir() + "/configs/experiments/" + experiment, overrides);
  RunSession run(recorded.config);
  run.add({.on_cycle = [&](const CycleRecord& record) {
    recorded.inputs.push_back(record.input);
    recorded.outputs.push_back(record.output);
  }});
  run.run();
  recorded.passed = run.phases().passed();
  return recorded;
}

}  // namespace freefloat
