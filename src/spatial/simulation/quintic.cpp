#include "spatial/simulation/quintic.h"

#include <algorithm>

namespace freefloat {

MotionPoint evaluate(const Quintic& quintic, double time) {
  const double span = quintic.end - quintic.begin;
  const double s = std::clamp((time - quintic.begin) / span, 0.0, 1.0);
  const double way = quintic.to - quintic.from;
  // The six conditions at the ends leave a single polynomial: 10 s^3 - 15 s^4 + 6 s^5.
  const double rest = 1.0 - s;
  MotionPoint point{quintic.from + way * s * s * s * (10.0 + s * (6.0 * s - 15.0)),
                    way * 30.0 * s * s * rest * rest / span,
                    way * 60.0 * s * rest * (1.0 - 2.0 * s) / (span * span)};
  // The same for rates at the ends: s - 6 s^3 + 8 s^4 - 3 s^5, and its mirror image.
  const auto add_rate = [&](double rate, double x, double sense) {
    const double y = 1.0 - x;
    point.value += sense * rate * span * x * y * y * y * (1.0 + 3.0 * x);
    point.rate += rate * y * y * (1.0 + x * (2.0 - 15.0 * x));
    point.acceleration += sense * rate * 12.0 * x * y * (5.0 * x - 3.0) / span;
  };
  add_rate(quintic.from_rate, s, 1.0);
  add_rate(quintic.to_rate, rest, -1.0);
  return point;
}

}  // namespace freefloat
