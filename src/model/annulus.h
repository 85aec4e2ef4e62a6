#pragma once

namespace freefloat {

/// A range of hand distances from the system's mass centre, m; empty where outer <= inner.
struct Annulus {
  double inner = 0.0;
  double outer = 0.0;

  bool empty() const { return !(outer > inner); }
  bool contains(double radius) const { return radius >= inner && radius <= outer; }
};

}  // namespace freefloat
