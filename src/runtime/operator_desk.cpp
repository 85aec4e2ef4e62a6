#include "runtime/operator_desk.h"

namespace freefloat {

void OperatorDesk::stop(const CommandOrigin& origin) noexcept {
  stops_.fetch_add(1);  // before anything that could wait
  const std::lock_guard lock(askers_);
  stops_told_.push(origin);
}

bool OperatorDesk::ask(Wish wish) noexcept {
  const std::lock_guard lock(askers_);
  wish.stops_before = stops_.load();
  return wishes_.push(wish);
}

}  // namespace freefloat
