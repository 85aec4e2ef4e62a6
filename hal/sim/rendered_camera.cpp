#include "hal/sim/rendered_camera.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "hal/sim/light_path.h"
#include "vision/readout.h"

namespace freefloat {
namespace {

// The stored background exceeds the picture by this much. Few columns: the gradient runs along the rows.
constexpr int kExtraColumns = 16;
constexpr int kExtraRows = 240;
constexpr double kReachSigmas = 4.5;  // beyond, a spot of 250 levels is under a hundredth of a level
constexpr double kStepSigmas = 0.5;   // largest step between sub-exposures
constexpr int kMaxSubExposures = 64;
constexpr float kFaintestRow = 1e-6f;  // share of a spot's light
constexpr int kDraws = 8;      // of an uneven room's noise; with flicker that many over the phases, twice
constexpr int kMaxSide = 512;  // of one spot's neighbourhood; a faster spot is a faint streak, cut there

bool overlap(const PixelBox& a, const PixelBox& b) {
  return a.u0 < b.u1 && b.u0 < a.u1 && a.v0 < b.v1 && b.v0 < a.v1;
}

std::uint8_t to_pixel(float grey) {
  return static_cast<std::uint8_t>(std::clamp(grey + 0.5f, 0.0f, 255.0f));
}

// Share of a Gaussian's light that falls on each of `count` pixels from `first`.
void integrate_pixels(double centre, double sigma, int first, int count, float* share) {
  const double scale = 1.0 / (sigma * std::numbers::sqrt2);
  double left = std::erf((first - 0.5 - centre) * scale);
  for (int i = 0; i < count; ++i) {
    const double right = std::erf((first + i + 0.5 - centre) * scale);
    share[i] = static_cast<float>(0.5 * (right - left));
    left = right;
  }
}

int count_sub_exposures(double length, double sigma) {
  return std::clamp(static_cast<int>(std::ceil(length / (kStepSigmas * sigma))), 1, kMaxSubExposures);
}

int draws_of_phase(const RoomLight& room) {
  return std::max(2, kDraws / room.phase_count());
}

}  // namespace

RenderedCamera::RenderedCamera(const CameraParameters& camera, const ImagingParameters& imaging,
                               std::uint64_t seed)
    : model_(camera),
      imaging_(imaging),
      seed_(seed),
      room_(camera, imaging, seed),
      random_(seed),
      stride_(camera.width + (room_.is_even() ? kExtraColumns : 0)) {
  if (room_.is_even()) {
    background_.resize(stride_ * (camera.height + kExtraRows));
    draw_even_background();
  }
  view_ = background_.data();
}

void RenderedCamera::draw_even_background() {
  random_ = Random(seed_, "background");
  const double read_variance = imaging_.read_noise * imaging_.read_noise;
  const double shot_variance = imaging_.shot_noise * imaging_.shot_noise;
  std::vector<float> mean(stride_);
  std::vector<float> deviation(mean.size());
  for (std::size_t u = 0; u < mean.size(); ++u) {
    const double grey = room_.background_at(static_cast<int>(u) - kExtraColumns / 2);
    mean[u] = static_cast<float>(grey);
    deviation[u] = static_cast<float>(std::sqrt(read_variance + shot_variance * std::max(grey, 0.0)));
  }
  for (std::size_t i = 0; i < background_.size(); i += mean.size()) {
    for (std::size_t u = 0; u < mean.size(); ++u) {
      background_[i + u] = to_pixel(mean[u] + deviation[u] * static_cast<float>(random_.normal()));
    }
  }
}

void RenderedCamera::draw_uneven_backgrounds() {
  const int draws = draws_of_phase(room_);
  const float read_variance = static_cast<float>(imaging_.read_noise * imaging_.read_noise);
  const float shot_variance = static_cast<float>(imaging_.shot_noise * imaging_.shot_noise);
  random_ = Random(seed_, "background");
  background_.clear();
  for (int i = 0; i < draws * room_.phase_count(); ++i) {
    for (int v = 0; v < model_.height(); ++v) {
      for (int u = 0; u < model_.width(); ++u) {
        const float grey = room_.mean_at(u, v, i / draws);
        const float deviation = std::sqrt(read_variance + shot_variance * std::max(grey, 0.0f));
        background_.push_back(to_pixel(grey + deviation * static_cast<float>(random_.normal())));
      }
    }
  }
}

void RenderedCamera::choose_background(Time capture_time, std::uint64_t sequence) {
  if (room_.is_even()) {
    random_ = Random(seed_, "picture", sequence);
    const auto column = static_cast<std::ptrdiff_t>(random_.uniform() * kExtraColumns);
    const auto row = static_cast<std::ptrdiff_t>(random_.uniform() * kExtraRows);
    view_ = background_.data() + row * stride_ + column;
    return;
  }
  if (const bool lamp = room_.lamp_is_on(capture_time); background_.empty() || lamp != lamp_on_) {
    lamp_on_ = lamp;
    room_.switch_lamp(lamp);
    draw_uneven_backgrounds();
  }
  random_ = Random(seed_, "picture", sequence);
  phase_ = room_.phase_at(capture_time);
  const int draws = draws_of_phase(room_);
  const int draw = static_cast<int>(random_.uniform() * draws);
  view_ = background_.data() + (phase_ * draws + draw) * stride_ * model_.height();
}

void RenderedCamera::restore_background() {
  const std::uint8_t* from = covered_.data();
  for (const PixelBox& box : touched_) {
    const std::ptrdiff_t width = box.u1 - box.u0;
    for (int v = box.v0; v < box.v1; ++v, from += width) std::copy_n(from, width, pixel(box.u0, v));
  }
  touched_.clear();
  covered_.clear();
}

void RenderedCamera::add_spot(const Spot& spot) {
  Vector2 low = spot.path_px[0];
  Vector2 high = spot.path_px[0];
  for (int i = 1; i < spot.path_count; ++i) {
    low = low.cwiseMin(spot.path_px[i]);
    high = high.cwiseMax(spot.path_px[i]);
  }
  const double reach = kReachSigmas * spot.sigma + 1.0;
  const auto clip = [](double value, int size) {
    return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(size)));
  };
  if (!low.allFinite() || !high.allFinite()) return;
  Spot added = spot;
  added.box = {clip(std::floor(low.x() - reach), model_.width()),
               clip(std::floor(low.y() - reach), model_.height()),
               clip(std::ceil(high.x() + reach) + 1.0, model_.width()),
               clip(std::ceil(high.y() + reach) + 1.0, model_.height())};
  added.box.u1 = std::min(added.box.u1, added.box.u0 + kMaxSide);
  added.box.v1 = std::min(added.box.v1, added.box.v0 + kMaxSide);
  if (added.box.u0 < added.box.u1 && added.box.v0 < added.box.v1) spots_.push_back(added);
}

void RenderedCamera::add_led(const LedSamples& led, int sample_count, double height, double share) {
  Spot spot;
  spot.sigma = std::hypot(imaging_.psf_sigma, imaging_.defocus);
  spot.flux = share * imaging_.led_peak * 2.0 * std::numbers::pi * imaging_.psf_sigma * imaging_.psf_sigma;
  for (int k = 0; k < sample_count; ++k) {
    if (const auto uv = model_.project(led.p_WM[k], height)) spot.path_px[spot.path_count++] = *uv;
  }
  if (spot.path_count > 0) add_spot(spot);
}

void RenderedCamera::add_leds(const SceneSamples& scene) {
  for (int i = 0; i < scene.led_count; ++i) {
    const LedSamples& led = scene.leds[i];
    if (!led.visible) continue;
    add_led(led, scene.sample_count, led.height, 1.0);
    // The glass is a mirror at the table's height: an LED is seen again as far below as it stands above.
    if (imaging_.reflection > 0.0) add_led(led, scene.sample_count, -led.height, imaging_.reflection);
  }
}

void RenderedCamera::add_glare(const SceneSamples& scene) {
  for (int i = 0; i < scene.glare_count; ++i) {
    Spot spot;
    spot.sigma = imaging_.psf_sigma * (0.8 + random_.uniform());
    spot.flux = scene.glare_peak * 2.0 * std::numbers::pi * spot.sigma * spot.sigma;
    const double u = random_.uniform() * model_.width();
    const double v = random_.uniform() * model_.height();
    spot.path_px[0] = {u, v};
    spot.path_count = 1;
    add_spot(spot);
  }
}

void RenderedCamera::add_light(const Spot& spot, const PixelBox& box) {
  // They sit in the middles of equal parts of the path.
  const int parts = count_sub_exposures(length_of_path(spot.path()), spot.sigma);
  const float flux = static_cast<float>(spot.flux / parts);
  std::array<float, kMaxSide> columns{};
  std::array<float, kMaxSide> rows{};
  const int width = spot.box.u1 - spot.box.u0;
  const int height = spot.box.v1 - spot.box.v0;
  const int box_width = box.u1 - box.u0;
  for (int part = 0; part < parts; ++part) {
    const Vector2 centre = point_of_path(spot.path(), (part + 0.5) / parts);
    integrate_pixels(centre.x(), spot.sigma, spot.box.u0, width, columns.data());
    integrate_pixels(centre.y(), spot.sigma, spot.box.v0, height, rows.data());
    for (int j = 0; j < height; ++j) {
      float* const light = light_.data() + (spot.box.v0 - box.v0 + j) * box_width + (spot.box.u0 - box.u0);
      const float row = flux * rows[j];
      for (int i = 0; i < width; ++i) light[i] += row * columns[i];
    }
  }
}

// Each row sees its own part of the path.
void RenderedCamera::add_light_by_rows(const Spot& spot, const PixelBox& box) {
  const CameraParameters& camera = model_.parameters();
  const double open = to_seconds(camera.exposure);
  const double whole = open + readout_span(camera);
  const int parts = count_sub_exposures(open / whole * length_of_path(spot.path()), spot.sigma);
  const float flux = static_cast<float>(spot.flux / parts);
  std::array<float, kMaxSide> columns{};
  const int width = spot.box.u1 - spot.box.u0;
  for (int v = spot.box.v0; v < spot.box.v1; ++v) {
    float* const light = light_.data() + (v - box.v0) * (box.u1 - box.u0) + (spot.box.u0 - box.u0);
    for (int part = 0; part < parts; ++part) {
      const double after = row_delay(camera, v) + open * ((part + 0.5) / parts - 0.5);
      const Vector2 centre = point_of_path(spot.path(), 0.5 + after / whole);
      float row = 0.0f;
      integrate_pixels(centre.y(), spot.sigma, v, 1, &row);
      if (row < kFaintestRow) continue;
      integrate_pixels(centre.x(), spot.sigma, spot.box.u0, width, columns.data());
      for (int i = 0; i < width; ++i) light[i] += flux * row * columns[i];
    }
  }
}

void RenderedCamera::expose(const PixelBox& box) {
  const float read_variance = static_cast<float>(imaging_.read_noise * imaging_.read_noise);
  const float shot_variance = static_cast<float>(imaging_.shot_noise * imaging_.shot_noise);
  const float* light = light_.data();
  for (int v = box.v0; v < box.v1; ++v) {
    std::uint8_t* const row = pixel(0, v);
    covered_.insert(covered_.end(), row + box.u0, row + box.u1);
    for (int u = box.u0; u < box.u1; ++u) {
      const float grey = room_.is_even() ? static_cast<float>(room_.background_at(u)) + *light++
                                         : room_.mean_at(u, v, phase_) + room_.gain_at(u, v) * *light++;
      const float deviation = std::sqrt(read_variance + shot_variance * std::max(grey, 0.0f));
      row[u] = to_pixel(grey + deviation * static_cast<float>(random_.normal()));
    }
  }
  touched_.push_back(box);
}

void RenderedCamera::draw_spots() {
  // Spots whose neighbourhoods overlap are drawn together, so that their light adds before noise and
  // conversion.
  std::size_t remaining = spots_.size();
  while (remaining > 0) {
    PixelBox box = spots_[remaining - 1].box;
    std::size_t first = remaining - 1;  // spots [first, remaining) belong together
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t i = 0; i < first; ++i) {
        if (!overlap(spots_[i].box, box)) continue;
        box = around(box, spots_[i].box);
        std::swap(spots_[i], spots_[--first]);
        grown = true;
        break;
      }
    }
    light_.assign(box.area(), 0.0f);
    for (std::size_t i = first; i < remaining; ++i) {
      const bool by_rows = spots_[i].path_count > 1 && model_.parameters().readout != Readout::kGlobal;
      by_rows ? add_light_by_rows(spots_[i], box) : add_light(spots_[i], box);
    }
    expose(box);
    remaining = first;
  }
  spots_.clear();
}

CameraPicture RenderedCamera::render(const SceneSamples& scene, Time capture_time, std::uint64_t sequence) {
  restore_background();
  choose_background(capture_time, sequence);
  add_leds(scene);
  add_glare(scene);
  draw_spots();
  CameraPicture picture;
  picture.image = {view_, model_.width(), model_.height(), stride_};
  picture.capture_time = capture_time;
  picture.sequence = sequence;
  picture.exposure = model_.parameters().exposure;
  return picture;
}

}  // namespace freefloat
