#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hal/camera.h"
#include "hal/sim/imaging_parameters.h"
#include "hal/sim/room_light.h"
#include "types/marker_frame.h"
#include "types/random.h"
#include "vision/blob.h"
#include "vision/camera_model.h"

namespace freefloat {

/// The most instants of one exposure at which the testbed gives the LEDs' positions.
inline constexpr int kMaxExposureSamples = 8;

/// One LED during an exposure.
struct LedSamples {
  bool visible = true;                            ///< false: covered
  double height = 0.0;                            ///< above the table, m
  std::array<Vector2, kMaxExposureSamples> p_WM;  ///< m; spread evenly from the first row's opening of the
                                                  ///< shutter to the last row's closing
};

/// All that shines during an exposure.
struct SceneSamples {
  int sample_count = 1;  ///< instants a LED; one: at rest
  int led_count = 0;
  std::array<LedSamples, kMaxMarkers> leds;
  int glare_count = 0;        ///< extra spots at random places of the picture
  double glare_peak = 200.0;  ///< of such a spot, grey levels
};

/// Draws the LEDs of the simulated testbed into pictures: lens, point spread, defocus, motion blur, read-out
/// row by row, mirror images in the glass, the light of the room (RoomLight), read and shot noise, 8-bit
/// conversion with saturation.
///
/// Only the neighbourhoods of the LEDs are computed anew in each picture. The rest shows a stored noisy
/// background: where the room is even a single one, somewhat taller and wider than the picture, from a place
/// that changes with every picture; else one of several, of the flicker's phase. No copy of a whole picture
/// is ever made.
class RenderedCamera {
 public:
  /// @param camera Validated.
  /// @param seed Same seed, same pictures; a picture depends on the seed, its number and its scene only.
  RenderedCamera(const CameraParameters& camera, const ImagingParameters& imaging, std::uint64_t seed);

  /// @param capture_time Middle of the exposure; handed through.
  /// @return The picture; its pixels stay valid until the next call.
  CameraPicture render(const SceneSamples& scene, Time capture_time, std::uint64_t sequence);

  const CameraModel& model() const { return model_; }

 private:
  // A spot of light: its path over the picture during the exposure.
  struct Spot {
    std::array<Vector2, kMaxExposureSamples> path_px;
    int path_count = 0;
    std::span<const Vector2> path() const { return std::span(path_px).first(path_count); }
    double flux = 0.0;   // grey levels times pixels
    double sigma = 0.0;  // pixels
    PixelBox box;
  };

  void draw_even_background();
  void draw_uneven_backgrounds();
  void choose_background(Time capture_time, std::uint64_t sequence);
  void restore_background();
  void add_spot(const Spot& spot);
  void add_led(const LedSamples& led, int sample_count, double height, double share);
  void add_leds(const SceneSamples& scene);
  void add_glare(const SceneSamples& scene);
  void draw_spots();
  void add_light(const Spot& spot, const PixelBox& box);
  void add_light_by_rows(const Spot& spot, const PixelBox& box);
  void expose(const PixelBox& box);
  std::uint8_t* pixel(int u, int v) { return view_ + v * stride_ + u; }

  CameraModel model_;
  ImagingParameters imaging_;
  std::uint64_t seed_;
  RoomLight room_;
  bool lamp_on_ = false;
  int phase_ = 0;  // of the flicker, in the current picture
  Random random_;  // of the current picture
  std::ptrdiff_t stride_;
  std::vector<std::uint8_t> background_;  // one, or several one behind the other
  std::uint8_t* view_ = nullptr;          // pixel (0, 0) of the picture inside the background

  std::vector<Spot> spots_;
  std::vector<float> light_;  // of one neighbourhood, grey levels
  std::vector<PixelBox> touched_;
  std::vector<std::uint8_t> covered_;  // background under the touched boxes
};

}  // namespace freefloat
