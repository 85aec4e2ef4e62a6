#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "campaign/find_failure.h"

namespace freefloat {

/// What is said of a search for failures.
struct FailureReport {
  const Campaign& listed;  ///< whose samples the tried points are
  const FailureSearch& search;
  std::string cause;    ///< of the nearest failure
  std::string command;  ///< runs it again
};

/// @return Why the estimate is not to be trusted, in words; empty: it is.
std::string doubt_of(const FailureEstimate& estimate);

std::string failure_text(const FailureReport& report);
nlohmann::json failure_json(const FailureReport& report);

/// @return How far a search is, in one line.
std::string progress_text(const SearchProgress& progress);

}  // namespace freefloat
