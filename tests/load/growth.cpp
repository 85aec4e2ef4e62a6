#include "load/growth.h"

#include <algorithm>
#include <cstdio>

namespace freefloat::load {

namespace {

// What a run leaves is what people see of it: its line in the list of runs, with its numbers.
constexpr double kBytesOfARun = 16e3;
constexpr double kSlack = 2e6;

}  // namespace

void Growth::see(const Holdings& now) {
  double& most = resident_[middle_ ? 1 : 0];
  most = std::max(most, static_cast<double>(now.resident_bytes));
}

bool Growth::judge(int runs, bool with_resident) const {
  const double heap = static_cast<double>(end_->heap_bytes) - static_cast<double>(middle_->heap_bytes);
  const double resident = resident_[1] - resident_[0];
  std::printf(
      "  second half: heap %+.0f KB, most RSS %+.0f KB, that is %+.1f and %+.1f KB a run; descriptors %+d "
      "since the begin\n  limits: %.0f KB a run (its line in the list) and %.0f MB; no descriptor, no "
      "thread\n",
      1e-3 * heap, 1e-3 * resident, 1e-3 * heap / runs, 1e-3 * resident / runs,
      static_cast<int>(end_->descriptors) - static_cast<int>(begin_->descriptors), 1e-3 * kBytesOfARun,
      1e-6 * kSlack);
  const double limit = kSlack + kBytesOfARun * runs;
  return end_->descriptors <= begin_->descriptors && end_->threads <= begin_->threads && heap <= limit &&
         (!with_resident || resident <= 2.0 * limit);
}

}  // namespace freefloat::load
