#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "types/image_view.h"
#include "vision/looked_at.h"
#include "vision/pixel_scan.h"

namespace freefloat {

/// Side of a cell, the finest part of a picture whose background is told apart, pixels.
inline constexpr int kCell = 16;
inline constexpr int kTileCells = kTile / kCell;
/// A tile whose samples differ by more than this has a background of its own in each cell, grey levels.
inline constexpr int kSteep = 12;

/// @return Middle of three.
inline std::uint8_t median_of_3(std::uint8_t a, std::uint8_t b, std::uint8_t c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// @return The tile in a row and column of the whole-picture scan.
inline PixelBox tile_box(const ImageView& image, int column, int row) {
  const PixelBox tile{column * kTile, row * kTile, (column + 1) * kTile, (row + 1) * kTile};
  return tile.cut_to(image);
}

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

using TileSamples = std::array<std::uint8_t, 9>;

inline TileSamples take_samples(const ImageView& image, const PixelBox& tile) {
  TileSamples samples{};
  std::size_t count = 0;
  for_each_background_sample(tile,
                             [&](int u, int v) { samples[count++] = image.pixels[v * image.stride + u]; });
  return samples;
}

/// @return Whether the background of a tile changes within it; one LED among the samples does not count.
inline bool is_steep(const TileSamples& samples) {
  // Second smallest and second largest without sorting all.
  std::uint8_t low = 255, lower = 255, high = 0, higher = 0;
  for (const std::uint8_t s : samples) {
    low = std::min(low, std::max(s, lower));
    lower = std::min(lower, s);
    high = std::max(high, std::min(s, higher));
    higher = std::max(higher, s);
  }
  return high - low > kSteep;
}

/// Calls `visit(u, v)` for the three pixels that tell a cell's background: no LED covers two of them.
template <class Visit>
void for_each_cell_sample(const PixelBox& cell, Visit&& visit) {
  const int width = cell.u1 - cell.u0;
  const int height = cell.v1 - cell.v0;
  visit(cell.u0 + 5 * width / kCell, cell.v0 + 2 * height / kCell);
  visit(cell.u0 + width / kCell, cell.v0 + 8 * height / kCell);
  visit(cell.u0 + 10 * width / kCell, cell.v0 + 13 * height / kCell);
}

/// Calls `visit(cell)` for the cells of a tile or window, row by row.
template <class Visit>
void for_each_cell(const PixelBox& box, Visit&& visit) {
  for (int v = box.v0; v < box.v1; v += kCell) {
    for (int u = box.u0; u < box.u1; u += kCell) {
      visit(PixelBox{u, v, std::min(box.u1, u + kCell), std::min(box.v1, v + kCell)});
    }
  }
}

/// Calls `visit(u, v)` for every pixel that tells the background of a whole picture: first nine of each tile,
/// then, of those found steep by them, those of the cells. `image` must hold what was visited before.
template <class Visit>
void for_each_background_sample(const ImageView& image, Visit&& visit) {
  const int columns = (image.width + kTile - 1) / kTile;
  const int rows = (image.height + kTile - 1) / kTile;
  for (int i = 0; i < rows * columns; ++i)
    for_each_background_sample(tile_box(image, i % columns, i / columns), visit);
  for (int i = 0; i < rows * columns; ++i) {
    const PixelBox tile = tile_box(image, i % columns, i / columns);
    if (!is_steep(take_samples(image, tile))) continue;
    for_each_cell(tile, [&](const PixelBox& cell) { for_each_cell_sample(cell, visit); });
  }
}

}  // namespace freefloat
