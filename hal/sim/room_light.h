#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hal/sim/imaging_parameters.h"
#include "types/time.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// @return Where the extra spots of a camera's room are, pixels.
std::vector<Vector2> draw_extra_spots(const CameraParameters& camera, const ImagingParameters& imaging,
                                      std::uint64_t seed);

/// What a camera sees of its room when no LED of robot or target shines: background, lamp, extra spots; and
/// what becomes of any light on its way to a pixel: vignetting, dust. Lamp, spots, hot pixels and dust stay
/// where the seed put them.
class RoomLight {
 public:
  RoomLight(const CameraParameters& camera, const ImagingParameters& imaging, std::uint64_t seed);

  /// @return Whether there is nothing but the background with its gradient along the rows.
  bool is_even() const { return even_; }

  /// @return Background and gradient alone, grey levels. @param u Also beyond the picture.
  double background_at(int u) const;

  // The rest is for uneven light.

  /// @return How many phases of the flicker are told apart.
  int phase_count() const;
  int phase_at(Time capture_time) const;

  /// @return Whether the lamp shines then.
  bool lamp_is_on(Time at) const { return imaging_.lamp.peak > 0.0 && at >= Time{} + imaging_.lamp.on; }
  void switch_lamp(bool on);

  /// @return Mean of a pixel without LEDs, grey levels.
  float mean_at(int u, int v, int phase) const {
    const std::size_t i = index(u, v);
    return fixed_[i] + gain_[i] * background_[u] * wave_[row(phase, v)];
  }

  /// @return Share of an LED's light that reaches a pixel.
  float gain_at(int u, int v) const { return gain_[index(u, v)]; }

 private:
  std::size_t index(int u, int v) const {
    return static_cast<std::size_t>(v) * static_cast<std::size_t>(camera_.width) +
           static_cast<std::size_t>(u);
  }
  std::size_t row(int phase, int v) const {
    return static_cast<std::size_t>(phase) * static_cast<std::size_t>(camera_.height) +
           static_cast<std::size_t>(v);
  }
  void draw_gain();
  void draw_waves();
  void add_glow(const Vector2& uv, double peak, double sigma);

  CameraParameters camera_;
  ImagingParameters imaging_;
  std::uint64_t seed_;
  bool even_;
  std::vector<float> background_;  // of each column, grey levels
  std::vector<float> wave_;        // factor of the background in each row, phase by phase
  std::vector<float> gain_;        // of each pixel
  std::vector<float> fixed_;       // light that does not flicker, of each pixel, grey levels
};

}  // namespace freefloat
