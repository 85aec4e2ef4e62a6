#pragma once

#include <cstdint>
#include <vector>

#include "types/image_view.h"
#include "vision/blob.h"
#include "vision/measure_blob.h"
#include "vision/pixel_scan.h"
#include "vision/vision_config.h"

namespace freefloat {

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
