#include "vision/find_blobs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "vision/pixel_scan.h"

namespace freefloat {
namespace {

constexpr int kMaxTilesPerRow = 64;  // pictures up to 8192 pixels wide
constexpr int kMaxRuns = 16384;

std::uint8_t median_of_3(std::uint8_t a, std::uint8_t b, std::uint8_t c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

// Middle of the middles of three triples: no LED in up to three of nine samples changes it much.
std::uint8_t middle_of_9(const std::array<std::uint8_t, 9>& s) {
  return median_of_3(median_of_3(s[0], s[1], s[2]), median_of_3(s[3], s[4], s[5]),
                     median_of_3(s[6], s[7], s[8]));
}

std::uint8_t sample_background(const ImageView& image, const PixelBox& tile) {
  std::array<std::uint8_t, 9> samples{};
  std::size_t count = 0;
  for_each_background_sample(tile,
                             [&](int u, int v) { samples[count++] = image.pixels[v * image.stride + u]; });
  return middle_of_9(samples);
}

std::uint8_t sample_border(const ImageView& image, const PixelBox& box) {
  const int u[3] = {box.u0, (box.u0 + box.u1) / 2, box.u1 - 1};
  const int v[3] = {box.v0, (box.v0 + box.v1) / 2, box.v1 - 1};
  const auto at = [&](int row, int column) { return image.pixels[row * image.stride + column]; };
  return middle_of_9({at(v[0], u[0]), at(v[0], u[1]), at(v[0], u[2]),               //
                      at(v[1], u[0]), at(v[1], u[2]), at((v[0] + v[1]) / 2, u[0]),  //
                      at(v[2], u[0]), at(v[2], u[1]), at(v[2], u[2])});
}

std::uint8_t detection_level(std::uint8_t background, double threshold) {
  // Full scale is always above the level, so that a spot on a bright background is still seen.
  return static_cast<std::uint8_t>(std::clamp(background + threshold, 0.0, 254.0));
}

}  // namespace

BlobFinder::BlobFinder(const VisionConfig& config)
    : config_(config),
      find_lit_tiles_(select_lit_tile_finder()),
      runs_(kMaxRuns),
      components_(kMaxRuns),
      component_of_run_(kMaxRuns),
      tile_backgrounds_(kMaxTilesPerRow * kMaxTilesPerRow) {}

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

int BlobFinder::find_root(int run) {
  while (runs_[run].parent != run) {
    Run& here = runs_[run];
    here.parent = runs_[here.parent].parent;
    run = here.parent;
  }
  return run;
}

void BlobFinder::join_with_row_above(int above_begin, int above_end) {
  if (above_begin == above_end) return;
  int above = above_begin;
  for (int below = above_end; below < run_count_; ++below) {
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

void BlobFinder::collect(const ImageView& image, const std::uint8_t* backgrounds, int tiles_per_row,
                         BlobList& blobs) {
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
    const int column = (component.box.u0 + component.box.u1) / 2 / kTile;
    const int row = (component.box.v0 + component.box.v1) / 2 / kTile;
    const double surroundings = backgrounds[tiles_per_row == 0 ? 0 : row * tiles_per_row + column];
    Blob& blob = blobs.blobs[blobs.count];
    if (measure_blob(image, component, surroundings, config_, blob)) ++blobs.count;
    blobs.looked_at.add(image, blob.looked_at);
  }
  blobs.overflow = blobs.overflow || overflow_;
}

void BlobFinder::find_blobs(const ImageView& image, BlobList& blobs) noexcept {
  blobs.count = 0;
  blobs.overflow = false;
  run_count_ = 0;
  overflow_ = false;
  const int tiles_per_row = (image.width + kTile - 1) / kTile;
  const int tiles_per_column = (image.height + kTile - 1) / kTile;
  if (tiles_per_row > kMaxTilesPerRow || tiles_per_column > kMaxTilesPerRow) {
    blobs.overflow = true;
    return;
  }
  std::array<std::uint8_t, kMaxTilesPerRow> levels{};
  int above_begin = 0;
  for (int tile_row = 0; tile_row < tiles_per_column; ++tile_row) {
    const int v0 = tile_row * kTile;
    const int v1 = std::min(image.height, v0 + kTile);
    std::uint8_t* const backgrounds = tile_backgrounds_.data() + tile_row * tiles_per_row;
    for (int i = 0; i < tiles_per_row; ++i) {
      const PixelBox tile{i * kTile, v0, std::min(image.width, (i + 1) * kTile), v1};
      backgrounds[i] = sample_background(image, tile);
      levels[i] = detection_level(backgrounds[i], config_.threshold);
    }
    const int whole_tiles = image.width / kTile;
    for (int v = v0; v < v1; ++v) {
      const std::uint8_t* const row = image.pixels + v * image.stride;
      const int above_end = run_count_;
      for (std::uint64_t lit = find_lit_tiles_(row, levels.data(), whole_tiles); lit != 0; lit &= lit - 1) {
        const int i = std::countr_zero(lit);
        scan_segment(row, v, i * kTile, (i + 1) * kTile, levels[i]);
      }
      if (whole_tiles < tiles_per_row) {
        scan_segment(row, v, whole_tiles * kTile, image.width, levels[whole_tiles]);
      }
      if (run_count_ > above_end) join_with_row_above(above_begin, above_end);
      above_begin = above_end;
    }
  }
  collect(image, tile_backgrounds_.data(), tiles_per_row, blobs);
}

void BlobFinder::find_blobs(const ImageView& image, PixelBox window, BlobList& blobs) noexcept {
  window = window.cut_to(image);
  if (window.u1 - window.u0 < 4 || window.v1 - window.v0 < 4) return;
  blobs.looked_at.add(image, window);
  run_count_ = 0;
  overflow_ = false;
  const std::uint8_t background = sample_border(image, window);
  const std::uint8_t level = detection_level(background, config_.threshold);
  int above_begin = 0;
  for (int v = window.v0; v < window.v1; ++v) {
    const int above_end = run_count_;
    scan_segment(image.pixels + v * image.stride, v, window.u0, window.u1, level);
    if (run_count_ > above_end) join_with_row_above(above_begin, above_end);
    above_begin = above_end;
  }
  collect(image, &background, 0, blobs);
}

}  // namespace freefloat
