#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "runlog/run_listener.h"
#include "runtime/run_config.h"

namespace freefloat {

enum class ProgressPlace : std::uint8_t { kStandardOutput, kStandardError };

/// Tells people how a run goes: one line when it starts, one a phase, what is to be known of the testbed, and
/// where the hand is: on a terminal in one line that is written again and again, in a file or pipe in one
/// every ten seconds of the run.
class Progress {
 public:
  Progress(const RunConfig& config, ProgressPlace place);

  /// @return What tells all that happens; the progress must outlive it.
  RunListener listener();

 private:
  void show(const CycleRecord& record);
  void show(const PhaseEvent& event);
  void show(const LinkRecord& link);
  void show(const MarkerPathRecord& path);
  void show(const RunNote& note);
  void show(const ContactRecord& contact);
  bool has_room() const;
  std::ostream& begin_line();

  std::ostream& out_;
  const int descriptor_;
  const bool terminal_;
  std::vector<bool> answered_;  // phases that Enter at this terminal ends
  Time next_line_{};
  std::string link_trouble_;    // as told last
  std::string marker_trouble_;  // the same
  std::string target_trouble_;  // the same of the targets' own tracker
};

}  // namespace freefloat
