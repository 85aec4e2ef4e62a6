#include "guidance/fall_watch.h"

#include <algorithm>

namespace freefloat {

namespace {

constexpr double kMemory = 1.0;      // s
constexpr double kBelieved = 0.6;    // s of rest before an acceleration is
constexpr double kLongestGap = 0.3;  // s: after it nothing of before counts

}  // namespace

void watch_fall(Time time, const Vector2& p_WG, const Vector2& v_WG, bool at_rest, FallWatch& watch) {
  const double step = to_seconds(time - watch.last);
  if (!at_rest || !p_WG.allFinite() || !v_WG.allFinite()) {
    watch.count = 0;
    return;
  }
  if (watch.count > 0 && !(step > 0.0)) return;
  watch.last = time;
  if (watch.count == 0 || step > kLongestGap) {
    watch.count = 1;
    watch.p = p_WG;
    watch.v = v_WG;
    watch.fitted.setZero();
    return;
  }
  watch.count = std::min(watch.count + 1, std::max(3, static_cast<int>(kMemory / step)));
  watch.p += step * watch.v + 0.5 * step * step * watch.fitted;
  watch.v += step * watch.fitted;
  // Gains of the parabola through n places, all weighted alike.
  const double n = watch.count;
  const double all = n * (n + 1.0) * (n + 2.0);
  const Vector2 error = p_WG - watch.p;
  watch.p += 3.0 * (3.0 * n * n - 3.0 * n + 2.0) / all * error;
  watch.v += 18.0 * (2.0 * n - 1.0) / (all * step) * error;
  watch.fitted += 60.0 / (all * step * step) * error;
  if (n * step >= kBelieved) watch.acceleration = watch.fitted;
}

}  // namespace freefloat
