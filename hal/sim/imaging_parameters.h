#pragma once

#include <optional>

#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// A lamp that shines into the picture: a glow that falls off like a Gaussian.
struct LampParameters {
  double peak = 0.0;                ///< grey levels in its middle; 0: there is none
  double sigma = 150.0;             ///< its width, pixels
  std::optional<Vector2> centre{};  ///< its middle, as shares of width and height; empty: drawn from the seed
  Duration on{};                    ///< switched on so long after the run's start
};

/// What the simulated camera adds to an ideal picture: noise and blur, and the room that it hangs in.
struct ImagingParameters {
  bool render = true;                ///< false: marker-level sensing, no pixels
  double led_peak = 180.0;           ///< grey levels above background, in focus and at rest
  double psf_sigma = 1.2;            ///< point spread in focus, pixels
  double defocus = 0.3;              ///< added in quadrature, pixels
  double background = 12.0;          ///< grey levels
  double background_gradient = 6.0;  ///< grey levels over the picture's width
  double read_noise = 1.5;           ///< grey levels
  double shot_noise = 0.3;           ///< standard deviation = shot_noise * sqrt(signal), grey levels
  double frame_loss = 0.0;           ///< share of pictures lost
  double marker_noise = 0.04;        ///< standard deviation of a centroid in marker-level sensing, pixels

  double reflection = 0.0;  ///< of an LED's mirror image in the glass, share of the LED's light
  LampParameters lamp;
  int extra_spots = 0;             ///< spots like LEDs that stay where they are, drawn from the seed
  double extra_spot_peak = 180.0;  ///< of these, grey levels
  int hot_pixels = 0;              ///< pixels that shine in every picture, drawn from the seed
  double hot_pixel_level = 150.0;  ///< of these at most, grey levels
  double vignetting = 0.0;         ///< share of the light that the corners lose
  int dust = 0;                    ///< specks before the sensor, drawn from the seed
  double flicker = 0.0;            ///< of the background's light, share
  double flicker_rate = 100.0;     ///< Hz; twice that of the mains

  // Occlusion: the top of a body hides what is lower behind it, as the camera sees it.
  double arm_width = 0.0;         ///< of the links, m; 0: they hide nothing
  double arm_height = 0.0;        ///< of their upper side above the table, m
  double satellite_height = 0.0;  ///< the same of the satellite, m; 0: it hides nothing
};

}  // namespace freefloat
