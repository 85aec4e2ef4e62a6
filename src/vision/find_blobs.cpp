#include "vision/find_blobs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "vision/pixel_scan.h"

namespace freefloat {
namespace {

constexpr int kMaxRuns = 16384;
// A threshold at so many standard deviations of the noise: in a picture without LEDs a few single pixels are
// above it, hardly ever three together.
constexpr double kNoiseSigmas = 4.5;
constexpr double kMostThreshold = 200.0;  // grey levels
constexpr double kFaintShare = 0.3;       // of the configured threshold: fainter than this nothing is an LED

std::uint8_t brightest_in(const ImageView& image, const PixelBox& box) {
  std::uint8_t brightest = 0;
  for (int v = box.v0; v < box.v1; ++v) {
    brightest = std::max(brightest, brightest_of(image.pixels + v * image.stride + box.u0, box.u1 - box.u0));
  }
  return brightest;
}

}  // namespace

BlobFinder::BlobFinder(const VisionConfig& config, Readout readout)
    : config_(config),
      interlaced_(readout == Readout::kInterlaced),
      find_lit_tiles_(select_lit_tile_finder()),
      runs_(kMaxRuns),
      components_(kMaxRuns),
      component_of_run_(kMaxRuns) {}

std::uint8_t BlobFinder::detection_level(std::uint8_t background) const {
  // Full scale is always above the level, so that a spot on a bright background is still seen.
  return static_cast<std::uint8_t>(std::clamp(background + threshold_, 0.0, 254.0));
}

void BlobFinder::scan_segment(const std::uint8_t* row, int v, int u0, int u1, std::uint8_t level) {
  const auto add_run = [this, v](int begin, int end) {
    if (run_count_ > 0) {
      Run& last = runs_[run_count_ - 1];
      if (last.v == v && last.u1 == begin) {  // continued over a border of blocks
        last.u1 = end;
        return;
      }
    }
    if (run_count_ == kMaxRuns) {
      overflow_ = true;
      return;
    }
    runs_[run_count_] = {v, begin, end, run_count_};
    ++run_count_;
  };
  int u = u0;
  for (; u + 16 <= u1; u += 16) {
    std::uint32_t bits = mask_above(row + u, level);
    int base = u;
    while (bits != 0) {
      const int begin = std::countr_zero(bits);
      const int length = std::countr_one(bits >> begin);
      add_run(base + begin, base + begin + length);
      bits >>= begin + length;
      base += begin + length;
    }
  }
  for (; u < u1; ++u) {
    if (row[u] > level) add_run(u, u + 1);
  }
}

void BlobFinder::scan_cells(const std::uint8_t* row, int v, int u0, int u1, const std::uint8_t* cells) {
  for (int u = u0; u < u1; u += kCell) {
    scan_segment(row, v, u, std::min(u1, u + kCell), detection_level(*cells++));
  }
}

int BlobFinder::find_root(int run) {
  while (runs_[run].parent != run) {
    Run& here = runs_[run];
    here.parent = runs_[here.parent].parent;
    run = here.parent;
  }
  return run;
}

// Joins the runs of the row that ends here with those above it.
void BlobFinder::finish_row(int row_begin) {
  if (run_count_ > row_begin) {
    join(above_begin_, row_begin, row_begin);
    if (interlaced_) join(second_begin_, above_begin_, row_begin);
  }
  second_begin_ = above_begin_;
  above_begin_ = row_begin;
}

void BlobFinder::join(int above_begin, int above_end, int row_begin) {
  if (above_begin == above_end) return;
  int above = above_begin;
  for (int below = row_begin; below < run_count_; ++below) {
    const Run& run = runs_[below];
    // Neighbours over a corner count: columns may differ by one.
    while (above < above_end && runs_[above].u1 < run.u0) ++above;
    for (int other = above; other < above_end && runs_[other].u0 <= run.u1; ++other) {
      const int a = find_root(other);
      const int b = find_root(below);
      // The earlier run stays the root, so that `collect` meets it first.
      runs_[std::max(a, b)].parent = std::min(a, b);
    }
  }
}

void BlobFinder::collect(const ImageView& image, BlobList& blobs) {
  const Detection detection{threshold_, background_.noise()};
  int component_count = 0;
  for (int i = 0; i < run_count_; ++i) {
    const Run& run = runs_[i];
    const int root = find_root(i);
    if (root == i) {
      component_of_run_[i] = component_count;
      components_[component_count++] = {{run.u0, run.v, run.u1, run.v + 1}, 0};
    }
    Component& component = components_[component_of_run_[root]];
    component.area += run.u1 - run.u0;
    component.box.u0 = std::min(component.box.u0, run.u0);
    component.box.u1 = std::max(component.box.u1, run.u1);
    component.box.v1 = run.v + 1;
  }
  for (int i = 0; i < component_count; ++i) {
    blobs.looked_at.add(image, components_[i].box);
  }
  for (int i = 0; i < component_count; ++i) {
    const Component& component = components_[i];
    if (component.area < config_.min_area || component.area > config_.max_area) continue;
    if (blobs.count == kMaxBlobs) {
      overflow_ = true;
      break;
    }
    const double surroundings =
        background_.at((component.box.u0 + component.box.u1) / 2, (component.box.v0 + component.box.v1) / 2);
    Blob& blob = blobs.blobs[blobs.count];
    if (measure_blob(image, component, surroundings, config_, detection, blob)) ++blobs.count;
    blobs.looked_at.add(image, blob.looked_at);
  }
  blobs.overflow = blobs.overflow || overflow_;
}

void BlobFinder::scan_tile_row(const ImageView& image, int tile_row) {
  std::array<std::uint8_t, kMaxTilesPerRow> levels{};
  const int columns = background_.columns();
  const int first_tile = tile_row * columns;
  std::uint64_t steep = 0;
  for (int i = 0; i < columns; ++i) {
    levels[i] = detection_level(background_.level(first_tile + i));
    steep |= static_cast<std::uint64_t>(background_.steep(first_tile + i)) << i;
  }
  const int whole_tiles = image.width / kTile;
  // The tile that the picture's edge cuts is looked at pixel by pixel.
  const std::uint64_t cut = whole_tiles < columns ? std::uint64_t{1} << whole_tiles : 0;
  const int v0 = tile_row * kTile;
  const int v1 = std::min(image.height, v0 + kTile);
  for (int v = v0; v < v1; ++v) {
    const std::uint8_t* const row = image.pixels + v * image.stride;
    const int row_begin = run_count_;
    std::uint64_t lit = find_lit_tiles_(row, levels.data(), whole_tiles) | steep | cut;
    for (; lit != 0; lit &= lit - 1) {
      const int i = std::countr_zero(lit);
      const int u0 = i * kTile;
      const int u1 = std::min(image.width, u0 + kTile);
      if ((steep >> i & 1) != 0) {
        scan_cells(row, v, u0, u1, background_.cells(first_tile + i) + (v - v0) / kCell * kTileCells);
      } else {
        scan_segment(row, v, u0, u1, levels[i]);
      }
    }
    finish_row(row_begin);
  }
}

void BlobFinder::find_blobs(const ImageView& image, BlobList& blobs, Sensitivity sensitivity) noexcept {
  blobs.count = 0;
  blobs.overflow = false;
  run_count_ = above_begin_ = second_begin_ = 0;
  overflow_ = false;
  if (std::max(image.width, image.height) > kMaxTilesPerRow * kTile) {
    blobs.overflow = true;
    return;
  }
  background_.sample(image);
  const double usual =
      sensitivity == Sensitivity::kFaint ? kFaintShare * config_.threshold : config_.threshold;
  threshold_ = std::max(usual, kNoiseSigmas * background_.noise());
  overflow_ = threshold_ > kMostThreshold;  // noise that no LED stands out of
  for (int tile_row = 0; tile_row < background_.rows(); ++tile_row) scan_tile_row(image, tile_row);
  collect(image, blobs);
}

void BlobFinder::find_blobs(const ImageView& image, PixelBox window, BlobList& blobs) noexcept {
  window = window.cut_to(image);
  if (window.u1 - window.u0 < 4 || window.v1 - window.v0 < 4) return;
  blobs.looked_at.add(image, window);
  run_count_ = above_begin_ = second_begin_ = 0;
  overflow_ = false;
  background_.sample(image, window);
  const bool steep = background_.steep(0);
  const double least = std::max(kFaintShare * config_.threshold, kNoiseSigmas * background_.noise());
  threshold_ = std::max(config_.threshold, least);
  const double contrast = brightest_in(image, window) - background_.level(0);
  if (!steep) threshold_ = std::clamp(0.5 * contrast, least, threshold_);
  const std::uint8_t level = detection_level(background_.level(0));
  for (int v = window.v0; v < window.v1; ++v) {
    const std::uint8_t* const row = image.pixels + v * image.stride;
    const int row_begin = run_count_;
    if (steep) {
      const int cell_row = (v - window.v0) / kCell * background_.cells_per_row();
      scan_cells(row, v, window.u0, window.u1, background_.cells(0) + cell_row);
    } else {
      scan_segment(row, v, window.u0, window.u1, level);
    }
    finish_row(row_begin);
  }
  collect(image, blobs);
}

}  // namespace freefloat
