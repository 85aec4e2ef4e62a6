#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "guidance/task_space.h"
#include "operate/vision_file.h"
#include "operate/watch.h"
#include "runtime/run_config.h"

namespace freefloat {

/// An experiment that can be opened.
struct ListedExperiment {
  std::string file;  ///< name in the folder of experiments
  std::string name;
  std::string description;
};

/// Who asked to arm, and how long that is good.
struct ArmingAsked {
  std::string by;
  Time until{};
};

/// Something long that is worked on, or how it came out.
struct LongWork {
  std::string status = "none";  ///< none, working, done or good, near_edge, refused, failed
  std::string run;              ///< it is about; may be empty
  std::string text;
  nlohmann::json result = nlohmann::json::object();
};

/// All that a day knows beside what its loop tells. Under the day's lock.
struct DayState {
  std::string kind = "operate";  ///< or `run`
  std::string program;
  std::shared_ptr<const RunConfig> config;  ///< of the experiment that is open, with the changed settings
  std::shared_ptr<const RunConfig> file_config;  ///< the same as its files say
  std::string file;                              ///< of it, name in the folder of experiments
  std::vector<ListedExperiment> experiments;
  std::vector<std::string> changes;  ///< `key=value` each, changed for the next runs
  HandWorkspace workspace;
  bool simulated = true;
  bool may_arrange = false;  ///< the robot is simulated here, and can be put somewhere
  bool rebuilding = false;   ///< the testbed is being begun anew
  bool prepared = false;     ///< robot and target are where the experiment starts them, or as below
  bool placed = false;       ///< and have been moved by a person since
  bool run_asked = false;    ///< a run is being made ready
  bool running = false;
  std::string recording;  ///< name of the folder of what is logged between runs; empty: nothing is
  bool paused = false;
  bool finished = false;  ///< a run has ended since the last preparation
  std::optional<ArmingAsked> arming;
  LongWork preview, what_if;
  VisionChange vision;       ///< what it would take to have the changed settings of the vision in the files
  std::string vision_shown;  ///< the difference that a person has seen
  std::optional<Time> preview_due;  ///< once what was moved is seen where it is now
  nlohmann::json last_run;          ///< null: none yet
  std::string log;                  ///< of the newest run; empty: none yet
  std::uint64_t runs_version = 0;
  std::uint64_t free_bytes = ~std::uint64_t{0};  ///< on the disk of the runs
  std::string problem;                           ///< why the experiment could not be opened; empty: it was
};

}  // namespace freefloat
