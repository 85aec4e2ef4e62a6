#include "vision/picture_background.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace freefloat {
namespace {

constexpr int kWideWindow = 64;  // pixels; a background of one level suits narrower windows
constexpr int kLeastDifferences =
    72;  // twelve tiles; fewer tell more of what is in the picture than of noise
// Of the second difference of independent normal numbers, with their standard deviation as unit.
constexpr double kMedianSecondDifference = 0.6745 * 2.449490;
constexpr double kMeanSecondDifference = 0.7979 * 2.449490;

// Middle of the middles of three triples: no LED in up to three of nine samples changes it much.
std::uint8_t middle_of_9(const TileSamples& s) {
  return median_of_3(median_of_3(s[0], s[1], s[2]), median_of_3(s[3], s[4], s[5]),
                     median_of_3(s[6], s[7], s[8]));
}

TileSamples take_border(const ImageView& image, const PixelBox& box) {
  const int u[3] = {box.u0, (box.u0 + box.u1) / 2, box.u1 - 1};
  const int v[3] = {box.v0, (box.v0 + box.v1) / 2, box.v1 - 1};
  const auto at = [&](int row, int column) { return image.pixels[row * image.stride + column]; };
  return {at(v[0], u[0]), at(v[0], u[1]), at(v[0], u[2]),               //
          at(v[1], u[0]), at(v[1], u[2]), at((v[0] + v[1]) / 2, u[0]),  //
          at(v[2], u[0]), at(v[2], u[1]), at(v[2], u[2])};
}

// Mean second difference along one side of a window: four places, three neighbouring pixels each.
int side_differences(const std::uint8_t* pixels, std::ptrdiff_t step, int length) {
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    const std::uint8_t* const p = pixels + step * ((2 * k + 1) * (length - 3) / 8);
    sum += std::abs(p[0] - 2 * p[step] + p[2 * step]);
  }
  return sum;
}

// One side of four may be lit by an LED, and one may cross an edge.
double border_noise(const ImageView& image, const PixelBox& box) {
  const auto at = [&](int u, int v) { return image.pixels + v * image.stride + u; };
  const int width = box.u1 - box.u0;
  const int height = box.v1 - box.v0;
  std::array<int, 4> sides{side_differences(at(box.u0, box.v0), 1, width),
                           side_differences(at(box.u0, box.v1 - 1), 1, width),
                           side_differences(at(box.u0, box.v0), image.stride, height),
                           side_differences(at(box.u1 - 1, box.v0), image.stride, height)};
  std::sort(sides.begin(), sides.end());
  return 0.125 * (sides[1] + sides[2]) / kMeanSecondDifference;
}

}  // namespace

PictureBackground::PictureBackground()
    : levels_(kMaxTilesPerRow * kMaxTilesPerRow),
      steep_(kMaxTilesPerRow * kMaxTilesPerRow),
      cells_(kMaxTilesPerRow * kMaxTilesPerRow * kTileCells * kTileCells),
      rough_(cells_.size()) {}

// The samples stand on a sheared grid: along its lines the second difference of any plane is zero, so that
// what is left is noise, whatever the gradient.
void PictureBackground::add_differences(const TileSamples& s) {
  for (std::size_t k = 0; k < 3; ++k) {
    ++difference_counts_[std::abs(s[3 * k] - 2 * s[3 * k + 1] + s[3 * k + 2])];
    ++difference_counts_[std::abs(s[k] - 2 * s[k + 3] + s[k + 6])];
  }
}

void PictureBackground::finish_noise(int differences) {
  noise_ = 0.0;
  if (differences < kLeastDifferences) return;
  int below = 0;
  std::size_t median = 0;
  while (median + 1 < difference_counts_.size() && below + difference_counts_[median] <= differences / 2)
    below += difference_counts_[median++];
  // Whole grey levels are few: the median's place within its own one counts.
  const int here = std::max(1, difference_counts_[median]);
  const double share = (0.5 * differences - below) / here;
  noise_ = std::max(0.0, static_cast<double>(median) + share - 0.5) / kMedianSecondDifference;
}

void PictureBackground::sample_cells(const ImageView& image, const PixelBox& box, std::uint8_t* cells) {
  const int columns = (box.u1 - box.u0 + kCell - 1) / kCell;
  const int rows = (box.v1 - box.v0 + kCell - 1) / kCell;
  for_each_cell(box, [&](const PixelBox& cell) {
    std::array<std::uint8_t, 3> samples{};
    std::size_t count = 0;
    for_each_cell_sample(cell, [&](int u, int v) { samples[count++] = image.pixels[v * image.stride + u]; });
    rough_[(cell.v0 - box.v0) / kCell * cells_per_row_ + (cell.u0 - box.u0) / kCell] =
        median_of_3(samples[0], samples[1], samples[2]);
  });
  // A cell that an LED fills stands out among its neighbours; on a slope the middle of three is the middle
  // one.
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const std::uint8_t* const here = rough_.data() + j * cells_per_row_ + i;
      const bool inside = i > 0 && i + 1 < columns;
      cells[j * cells_per_row_ + i] = inside ? median_of_3(here[-1], here[0], here[1]) : here[0];
    }
  }
}

void PictureBackground::sample(const ImageView& image) {
  box_ = {0, 0, image.width, image.height};
  window_ = false;
  cells_per_row_ = kTileCells;
  columns_ = (image.width + kTile - 1) / kTile;
  rows_ = (image.height + kTile - 1) / kTile;
  difference_counts_.fill(0);
  for (int tile = 0; tile < columns_ * rows_; ++tile) {
    const PixelBox box = tile_box(image, tile % columns_, tile / columns_);
    const TileSamples samples = take_samples(image, box);
    levels_[tile] = middle_of_9(samples);
    steep_[tile] = is_steep(samples) ? 1 : 0;
    add_differences(samples);
    if (steep_[tile] != 0) sample_cells(image, box, cells_.data() + tile * kTileCells * kTileCells);
  }
  finish_noise(6 * columns_ * rows_);
}

void PictureBackground::sample(const ImageView& image, const PixelBox& window) {
  box_ = window;
  window_ = true;
  columns_ = rows_ = 1;
  const bool wide = std::max(window.u1 - window.u0, window.v1 - window.v0) > kWideWindow;
  steep_[0] = wide ? 1 : 0;
  levels_[0] = middle_of_9(take_border(image, window));
  noise_ = border_noise(image, window);
  if (!wide) return;
  cells_per_row_ = (window.u1 - window.u0 + kCell - 1) / kCell;
  sample_cells(image, window, cells_.data());
}

double PictureBackground::at(int u, int v) const {
  const int u_in = u - box_.u0;
  const int v_in = v - box_.v0;
  if (window_) {
    const int cell = v_in / kCell * cells_per_row_ + u_in / kCell;
    return steep(0) ? cells(0)[cell] : level(0);
  }
  const int tile = v_in / kTile * columns_ + u_in / kTile;
  if (!steep(tile)) return level(tile);
  const int cell = v_in % kTile / kCell * kTileCells + u_in % kTile / kCell;
  return cells(tile)[cell];
}

}  // namespace freefloat
