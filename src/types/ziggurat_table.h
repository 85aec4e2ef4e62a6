#pragma once

#include <array>
#include <cstddef>

namespace freefloat {

// Elementary functions computed here and not by the C library: libraries differ in the last bit, and the same
// seed must give the same numbers everywhere.

/// e^x for -50 <= x <= 0, to about 1e-14 relative.
constexpr double fixed_exp(double x) {
  const double small = x / 256.0;
  double term = 1.0;
  double sum = 1.0;
  for (int i = 1; i < 12; ++i) {
    term *= small / i;
    sum += term;
  }
  for (int i = 0; i < 8; ++i) sum *= sum;
  return sum;
}

/// Natural logarithm for 1e-20 <= y <= 1, to about 1e-14, by Newton steps on fixed_exp.
constexpr double fixed_log(double y) {
  double log_y = 0.0;
  // Halley's method; each step moves by less than 2, so 40 are enough for the whole range.
  for (int i = 0; i < 40; ++i) {
    const double e = fixed_exp(log_y);
    const double step = 2.0 * (y - e) / (y + e);
    log_y += step;
    if (step < 1e-15 && step > -1e-15) break;
  }
  return log_y;
}

/// Square root of 1e-6 <= y <= 1e6 by Newton's method.
constexpr double fixed_sqrt(double y) {
  double root = y > 1.0 ? y : 1.0;
  for (int i = 0; i < 60; ++i) root = 0.5 * (root + y / root);
  return root;
}

/// Layers of equal area under exp(-x^2 / 2): Marsaglia & Tsang, "The ziggurat method for generating random
/// variables", 2000; arrangement of Doornik, 2005.
struct ZigguratTable {
  static constexpr int kLayers = 128;
  static constexpr double kTail = 3.442619855899;       // right edge of the lowest layer's rectangle
  static constexpr double kArea = 9.91256303526217e-3;  // of each layer
  std::array<double, kLayers + 1> edge{};     // right edges, falling; edge[0] gives the lowest layer its area
  std::array<double, kLayers> inner_share{};  // share of a layer that lies under the curve for sure
};

constexpr ZigguratTable make_ziggurat_table() {
  ZigguratTable table;
  double height = fixed_exp(-0.5 * ZigguratTable::kTail * ZigguratTable::kTail);
  table.edge[0] = ZigguratTable::kArea / height;
  table.edge[1] = ZigguratTable::kTail;
  for (std::size_t i = 2; i < ZigguratTable::kLayers; ++i) {
    table.edge[i] = fixed_sqrt(-2.0 * fixed_log(ZigguratTable::kArea / table.edge[i - 1] + height));
    height = fixed_exp(-0.5 * table.edge[i] * table.edge[i]);
  }
  table.edge[ZigguratTable::kLayers] = 0.0;
  for (std::size_t i = 0; i < ZigguratTable::kLayers; ++i)
    table.inner_share[i] = table.edge[i + 1] / table.edge[i];
  return table;
}

inline constexpr ZigguratTable kZiggurat = make_ziggurat_table();

}  // namespace freefloat
