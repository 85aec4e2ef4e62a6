#include "simulation/quintic.h"

#include <algorithm>

namespace freefloat {

MotionPoint evaluate(const Quintic& quintic, double time) {
  const double span = quintic.end - quintic.begin;
  const double s = std::clamp((time - quintic.begin) / span, 0.0, 1.0);
  const double way = quintic.to - quintic.from;
  // The six conditions at the ends leave a single polynomial: 10 s^3 - 15 s^4 + 6 s^5.
  const double rest = 1.0 - s;
  return {quintic.from + way * s * s * s * (10.0 + s * (6.0 * s - 15.0)),
          way * 30.0 * s * s * rest * rest / span, way * 60.0 * s * rest * (1.0 - 2.0 * s) / (span * span)};
}

}  // namespace freefloat
