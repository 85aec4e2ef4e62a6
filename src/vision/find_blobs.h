#pragma once

#include <cstdint>
#include <vector>

#include "types/image_view.h"
#include "vision/blob.h"
#include "vision/camera_parameters.h"
#include "vision/measure_blob.h"
#include "vision/picture_background.h"
#include "vision/pixel_scan.h"
#include "vision/vision_config.h"

namespace freefloat {

/// How faint the spots are that a search finds.
enum class Sensitivity : std::uint8_t {
  kUsual,  ///< those above the configured threshold, or above the noise where that is higher
  kFaint,  ///< those above the noise
};

/// Finds bright spots in one pass: runs of pixels above a local threshold, joined over eight neighbours.
///
/// The threshold follows the picture: it rises above the configured one where the noise wants it, and stands
/// on a background that a lamp or a gradient may make uneven (`PictureBackground`).
///
/// The object holds work space only: the result depends on nothing but the picture. Nothing is allocated
/// after construction.
class BlobFinder {
 public:
  /// @param readout Of the camera. Interlaced: what moves leaves every other row to the other field; rows of
  /// one field are then neighbours.
  explicit BlobFinder(const VisionConfig& config, Readout readout = Readout::kGlobal);

  /// Searches the whole picture. Background: middle of sparse samples of each tile of 128 x 128 pixels; where
  /// these differ, of each cell of 16 x 16 pixels.
  /// @param blobs Emptied first.
  void find_blobs(const ImageView& image, BlobList& blobs,
                  Sensitivity sensitivity = Sensitivity::kUsual) noexcept;

  /// Searches one window. Background: middle of samples along the window's border; in wide windows of each
  /// cell. Where nothing in it is bright the threshold falls to half of the brightest pixel.
  /// @param window Is cut to the picture.
  /// @param blobs Appended to; windows that overlap give a spot twice.
  void find_blobs(const ImageView& image, PixelBox window, BlobList& blobs) noexcept;

 private:
  struct Run {
    std::int32_t v, u0, u1;
    std::int32_t parent;  // index of an earlier run of the same spot, or its own
  };

  void scan_segment(const std::uint8_t* row, int v, int u0, int u1, std::uint8_t level);
  void scan_cells(const std::uint8_t* row, int v, int u0, int u1, const std::uint8_t* cells);
  void scan_tile_row(const ImageView& image, int tile_row);
  void finish_row(int row_begin);
  void join(int above_begin, int above_end, int row_begin);
  int find_root(int run);
  std::uint8_t detection_level(std::uint8_t background) const;
  void collect(const ImageView& image, BlobList& blobs);

  VisionConfig config_;
  bool interlaced_;
  PictureBackground background_;
  double threshold_ = 0.0;  // of the search that goes on, grey levels
  LitTileFinder find_lit_tiles_;
  std::vector<Run> runs_;
  int run_count_ = 0;
  int above_begin_ = 0;   // first run of the row above
  int second_begin_ = 0;  // and of the one above that
  bool overflow_ = false;
  std::vector<Component> components_;
  std::vector<std::int32_t> component_of_run_;
};

}  // namespace freefloat
