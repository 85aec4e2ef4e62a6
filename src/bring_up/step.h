#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace freefloat {

enum class StepState : std::uint8_t {
  kDone,
  kOpen,     ///< not done, or not with the files as they are now
  kFailed,   ///< tried, and what came of it is not good
  kSkipped,  ///< asked for, or this testbed has no such thing
};

/// @return `done`, `open`, `failed` or `skipped`.
const char* name_of(StepState state);

/// One thing to do on the way to the first capture.
struct Step {
  std::string id;     ///< `lens`, as --skip takes it
  std::string title;  ///< in a few words
  StepState state = StepState::kOpen;
  std::string found{};  ///< what is there, what was found, or why it failed; one line or several
  std::string needs{};  ///< what people have to do before the command; empty: nothing
  std::vector<std::string> command{};  ///< words of what does it; empty when it is done or skipped
};

}  // namespace freefloat
