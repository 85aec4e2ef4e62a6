#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "types/image_view.h"
#include "vision/background_samples.h"

namespace freefloat {

/// The most tiles of a row or column: pictures of up to 8192 pixels.
inline constexpr int kMaxTilesPerRow = 64;

/// What a picture is like where no LED is, from sparse samples: its background, which a lamp or a gradient
/// may make uneven, and its noise. Work space only; nothing is allocated after construction.
class PictureBackground {
 public:
  PictureBackground();

  /// Looks at a whole picture, at most 8192 pixels wide and high.
  void sample(const ImageView& image);

  /// Looks at a window. Small ones have one background, that of their border; wide ones one a cell.
  /// @param window Inside the picture, at least four pixels wide and high.
  void sample(const ImageView& image, const PixelBox& window);

  /// @return Standard deviation of a pixel's noise, grey levels; zero where the picture is too small to tell.
  double noise() const { return noise_; }

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  std::uint8_t level(int tile) const { return levels_[tile]; }
  /// @return Whether the tile's cells have backgrounds of their own.
  bool steep(int tile) const { return steep_[tile]; }
  /// @return Backgrounds of a steep tile's cells, or those of a wide window, row by row.
  const std::uint8_t* cells(int tile) const { return cells_.data() + tile * kTileCells * kTileCells; }
  int cells_per_row() const { return cells_per_row_; }

  /// @return Rough background at a pixel of what was sampled last, grey levels.
  double at(int u, int v) const;

 private:
  void add_differences(const TileSamples& samples);
  void finish_noise(int differences);
  void sample_cells(const ImageView& image, const PixelBox& box, std::uint8_t* cells);

  PixelBox box_{};  // what was sampled; its tiles or cells count from its corner
  bool window_ = false;
  double noise_ = 0.0;
  int columns_ = 0, rows_ = 0;  // tiles
  int cells_per_row_ = kTileCells;
  std::array<int, 1024> difference_counts_{};
  std::vector<std::uint8_t> levels_;
  std::vector<std::uint8_t> steep_;
  std::vector<std::uint8_t> cells_;
  std::vector<std::uint8_t> rough_;  // cells before they are smoothed
};

}  // namespace freefloat
