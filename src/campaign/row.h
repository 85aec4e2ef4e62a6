#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "campaign/run_case.h"
#include "campaign/worker_pool.h"

namespace freefloat {

/// How a sample ended. Invalid: the files do not permit the drawn world, so nothing was run; it counts
/// neither as success nor as failure.
enum class Outcome : std::uint8_t { kSuccess, kFailure, kCrashed, kTimedOut, kInvalid };

inline constexpr std::array<std::string_view, 5> kOutcomeNames{"success", "failure", "crashed", "timed_out",
                                                               "invalid"};  // in the enumerators' order

/// Numbers of a run, columns of the results.
inline constexpr std::array<std::string_view, 16> kRowNumbers{"passed",
                                                              "capture_time_s",
                                                              "capture_distance_mm",
                                                              "capture_speed_mm_s",
                                                              "grasp_error_mm",
                                                              "hand_error_rms_mm",
                                                              "hand_error_max_mm",
                                                              "attitude_error_rms_deg",
                                                              "joint_rate_max_deg_s",
                                                              "straightness",
                                                              "limited",
                                                              "wrong_leds",
                                                              "simulated_s",
                                                              "margin",
                                                              "grasp_time_s",
                                                              "bound_s"};

/// What is kept of one sample in one arm.
struct Row {
  std::uint64_t sample = 0;
  std::size_t arm = 0;
  Outcome outcome = Outcome::kInvalid;
  std::string cause;                                 ///< empty: a success
  std::array<double, kRowNumbers.size()> numbers{};  ///< in the units of kRowNumbers; NaN: not known

  Row() { numbers.fill(std::numeric_limits<double>::quiet_NaN()); }
  double number(std::string_view name) const;
  double& number(std::string_view name);
};

/// @param captures Whether success is the capture, or that all phases passed.
Row make_row(const CaseResult& result, bool captures);

/// @return The row's outcome, cause and numbers as one line, with every bit.
std::string row_text(const Row& row);
/// @return Of `row_text`. @throws std::runtime_error when it is none.
Row read_row(const std::string& text);

/// @param end Of a worker whose answer is a `row_text`. @param late The cause where it took too long.
Row worked_row(const WorkEnd& end, const std::string& late);

}  // namespace freefloat
