#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "types/image_view.h"
#include "vision/blob.h"
#include "vision/measure_blob.h"
#include "vision/pixel_scan.h"
#include "vision/vision_config.h"

namespace freefloat {

/// Calls `visit(u, v)` for the nine pixels that tell a tile's background. Sparse: touching every pixel would
/// cost as much as the scan itself.
template <class Visit>
void for_each_background_sample(const PixelBox& tile, Visit&& visit) {
  const int width = tile.u1 - tile.u0;
  const int height = tile.v1 - tile.v0;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      // Shifted from row to row, so that a regular pattern in the picture does not meet a regular pattern of
      // samples.
      visit(tile.u0 + (16 * i + 7 * j + 1) * width / 48, tile.v0 + (16 * j + 7 * i + 1) * height / 48);
    }
  }
}

/// The same for all tiles of a picture, in the order of the scan.
template <class Visit>
void for_each_background_sample(int width, int height, Visit&& visit) {
  for (int v0 = 0; v0 < height; v0 += kTile) {
    for (int u0 = 0; u0 < width; u0 += kTile) {
      for_each_background_sample(PixelBox{u0, v0, std::min(width, u0 + kTile), std::min(height, v0 + kTile)},
                                 visit);
    }
  }
}

/// Finds bright spots in one pass: runs of pixels above a local threshold, joined over eight neighbours.
///
/// The object holds work space only: the result depends on nothing but the picture. Nothing is allocated
/// after construction.
class BlobFinder {
 public:
  explicit BlobFinder(const VisionConfig& config);

  /// Searches the whole picture. Background: middle of sparse samples of each tile of 128 x 128 pixels.
  /// @param blobs Emptied first.
  void find_blobs(const ImageView& image, BlobList& blobs) noexcept;

  /// Searches one window. Background: middle of samples along the window's border.
  /// @param window Is cut to the picture.
  /// @param blobs Appended to; windows that overlap give a spot twice.
  void find_blobs(const ImageView& image, PixelBox window, BlobList& blobs) noexcept;

 private:
  struct Run {
    std::int32_t v, u0, u1;
    std::int32_t parent;  // index of an earlier run of the same spot, or its own
  };

  void scan_segment(const std::uint8_t* row, int v, int u0, int u1, std::uint8_t level);
  void join_with_row_above(int above_begin, int above_end);
  int find_root(int run);
  void collect(const ImageView& image, const std::uint8_t* backgrounds, int tiles_per_row, BlobList& blobs);

  VisionConfig config_;
  LitTileFinder find_lit_tiles_;
  std::vector<Run> runs_;
  int run_count_ = 0;
  bool overflow_ = false;
  std::vector<Component> components_;
  std::vector<std::int32_t> component_of_run_;
  std::vector<std::uint8_t> tile_backgrounds_;
};

}  // namespace freefloat
