#pragma once

#include <array>

#include "types/joint_vector.h"
#include "vision/looked_at.h"

namespace freefloat {

/// The most spots one picture may yield.
inline constexpr int kMaxBlobs = 256;

/// A bright spot.
struct Blob {
  Vector2 uv_px = Vector2::Zero();          ///< centroid; the centre of pixel (0, 0) is (0, 0)
  Matrix2 covariance_px = Matrix2::Zero();  ///< of the centroid, from the noise model, pixels^2
  Matrix2 shape_px = Matrix2::Zero();       ///< covariance of the spot's Gaussian, pixels^2
  double background = 0.0;                  ///< local, grey levels
  double noise = 0.0;                       ///< standard deviation of a pixel without light, grey levels
  double peak = 0.0;                        ///< brightest pixel above background, grey levels
  double flux = 0.0;                        ///< light above background, grey levels times pixels
  double skew_px = 0.0;                     ///< from that Gaussian's centre to that of all its light, pixels
  int area = 0;                             ///< pixels above the threshold
  bool saturated = false;                   ///< at least one pixel at full scale
  bool uneven = false;                      ///< no Gaussian holds its light
  PixelBox looked_at;                       ///< holds every pixel that measuring it used
};

/// The spots of one picture, in the order of their first row.
struct BlobList {
  std::array<Blob, kMaxBlobs> blobs{};
  int count = 0;
  bool overflow = false;  ///< more spots or lit pixels than there is room for; the list is then not complete
  LookedAt looked_at;     ///< all pixels used since it was last cleared, by whoever made the list

  const Blob* begin() const { return blobs.data(); }
  const Blob* end() const { return blobs.data() + count; }
};

}  // namespace freefloat
