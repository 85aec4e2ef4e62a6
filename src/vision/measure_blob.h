#pragma once

#include "types/image_view.h"
#include "vision/blob.h"
#include "vision/vision_config.h"

namespace freefloat {

/// Connected pixels above the threshold.
struct Component {
  PixelBox box;
  int area = 0;  ///< pixels
};

/// What the search for spots found out about its picture.
struct Detection {
  double threshold = 0.0;  ///< above the local background, grey levels
  double noise = 0.0;      ///< standard deviation of a pixel without light, grey levels
};

/// Plane under a spot: level + slope . (uv - centre).
struct LocalBackground {
  double level = 0.0;                ///< grey levels at `centre`
  Vector2 centre = Vector2::Zero();  ///< pixels
  Vector2 slope = Vector2::Zero();   ///< grey levels a pixel
};

/// Fits the background from the ring around a spot; lit pixels of neighbours in the ring are left out.
/// @param surroundings Rough background here, grey levels.
/// @param sigma Rough width of the spot's Gaussian, pixels; the ring starts where its light has faded.
/// @param lit Pixels that are brighter than `surroundings` by this much are a neighbour's, grey levels.
LocalBackground fit_local_background(const ImageView& image, const Component& component, double surroundings,
                                     double sigma, double lit);

/// Noise of one pixel: variance = dark_variance + shot_variance * (light above the local background).
struct PixelNoise {
  double dark_variance = 4.0;  ///< grey levels^2: read noise, rounding, and the background's own shot noise
  double shot_variance = 0.0;  ///< grey levels^2 a grey level
};

/// That of the configuration, unless the picture's own is clearly more.
/// @param background Local, grey levels.
/// @param measured Standard deviation of a pixel without light, grey levels.
PixelNoise pixel_noise(const VisionConfig& config, double background, double measured);

/// Measures a component's position, size and brightness above its local background.
/// @param surroundings Rough background here, grey levels.
/// @return False when it is no spot: too small, too large, or too weak above its local background.
bool measure_blob(const ImageView& image, const Component& component, double surroundings,
                  const VisionConfig& config, const Detection& detection, Blob& blob);

}  // namespace freefloat
