#pragma once

#include <chrono>

namespace freefloat::console {

/// Time of the server's clock. Rules take it as an argument, so that tests choose it.
using Instant = std::chrono::steady_clock::time_point;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Counts connections; never given twice while the server lives.
using ClientId = unsigned long;

}  // namespace freefloat::console
