#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "types/ziggurat_table.h"

namespace freefloat {

/// Random numbers of simulations and of all that is drawn: xoshiro256++ (Blackman & Vigna 2019), one
/// independent stream for each name and number. The same seed gives the same bits on every machine and with
/// every library.
class Random {
 public:
  /// @param seed Of the run.
  /// @param stream What the numbers are for, for example "tacho".
  /// @param number Tells apart streams of one name, for example joints.
  explicit Random(std::uint64_t seed, std::string_view stream = {}, std::uint64_t number = 0) {
    std::uint64_t mix = seed;
    mix = scramble(mix) ^ hash(stream);
    mix = scramble(mix) ^ number;
    for (std::uint64_t& word : state_) word = scramble(mix);
  }

  /// @return 64 random bits.
  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// @return Evenly distributed in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// @return Evenly distributed in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  /// @return Normally distributed, mean 0, standard deviation 1.
  double normal() {
    const std::uint64_t bits = next();
    const std::size_t layer = bits & (ZigguratTable::kLayers - 1);
    const double side = static_cast<double>(static_cast<std::int64_t>(bits) >> 11) * 0x1p-52;  // [-1, 1)
    const double x = side * kZiggurat.edge[layer];
    const double share = side < 0.0 ? -side : side;
    return share < kZiggurat.inner_share[layer] ? x : normal_at_edge(layer, side, x);
  }

 private:
  // One draw in a hundred comes here: the wedge between a layer and the curve, or the tail.
  double normal_at_edge(std::size_t layer, double side, double x) {
    if (layer == 0) return side < 0.0 ? -draw_tail() : draw_tail();
    const double outer = kZiggurat.edge[layer];
    const double inner = kZiggurat.edge[layer + 1];
    const double height = fixed_exp(-0.5 * x * x);
    const double low = fixed_exp(-0.5 * outer * outer);
    const double high = fixed_exp(-0.5 * inner * inner);
    return low + uniform() * (high - low) < height ? x : normal();
  }

  double draw_tail() {
    for (;;) {
      const double x = -fixed_log(1.0 - uniform()) / ZigguratTable::kTail;
      const double y = -fixed_log(1.0 - uniform());
      if (2.0 * y > x * x) return ZigguratTable::kTail + x;
    }
  }

  static constexpr std::uint64_t rotate(std::uint64_t value, int count) {
    return (value << count) | (value >> (64 - count));
  }

  // splitmix64: steps its argument and returns well-mixed bits of it.
  static constexpr std::uint64_t scramble(std::uint64_t& value) {
    value += 0x9e3779b97f4a7c15u;
    std::uint64_t mixed = value;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

  // FNV-1a.
  static constexpr std::uint64_t hash(std::string_view text) {
    std::uint64_t value = 0xcbf29ce484222325u;
    for (const char character : text)
      value = (value ^ static_cast<unsigned char>(character)) * 0x100000001b3u;
    return value;
  }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace freefloat
