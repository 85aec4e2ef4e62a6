#include "hal/sim/room_light.h"

#include <algorithm>
#include <cmath>

#include "types/angle.h"
#include "types/random.h"
#include "vision/readout.h"

namespace freefloat {
namespace {

constexpr int kPhases = 8;
constexpr double kReach = 4.5;  // sigmas of a glow
constexpr double kRim = 20.0;   // pixels; extra spots keep away from the picture's edge

bool only_background(const ImagingParameters& imaging) {
  return imaging.lamp.peak <= 0.0 && imaging.extra_spots == 0 && imaging.hot_pixels == 0 &&
         imaging.vignetting <= 0.0 && imaging.dust == 0 && imaging.flicker <= 0.0;
}

// Column and row of a point of the picture.
Vector2 draw_pixel(Random& random, const CameraParameters& camera, double rim) {
  const double u = random.uniform(rim, camera.width - rim);
  const double v = random.uniform(rim, camera.height - rim);
  return {u, v};
}

// Applies `change(i, share)` to the pixels about a point, `share` falling off as a Gaussian.
template <class Change>
void for_each_near(const CameraParameters& camera, const Vector2& uv, double sigma, Change&& change) {
  const double reach = kReach * sigma + 1.0;
  const auto first = [&](double centre) { return std::max(0, static_cast<int>(std::floor(centre - reach))); };
  const auto last = [&](double centre, int size) {
    return std::min(size - 1, static_cast<int>(std::ceil(centre + reach)));
  };
  for (int v = first(uv.y()); v <= last(uv.y(), camera.height); ++v) {
    for (int u = first(uv.x()); u <= last(uv.x(), camera.width); ++u) {
      const double square = (Vector2{u, v} - uv).squaredNorm();
      change(
          static_cast<std::size_t>(v) * static_cast<std::size_t>(camera.width) + static_cast<std::size_t>(u),
          std::exp(-0.5 * square / (sigma * sigma)));
    }
  }
}

}  // namespace

std::vector<Vector2> draw_extra_spots(const CameraParameters& camera, const ImagingParameters& imaging,
                                      std::uint64_t seed) {
  Random random(seed, "extra spots");
  std::vector<Vector2> spots;
  for (int i = 0; i < imaging.extra_spots; ++i) spots.push_back(draw_pixel(random, camera, kRim));
  return spots;
}

RoomLight::RoomLight(const CameraParameters& camera, const ImagingParameters& imaging, std::uint64_t seed)
    : camera_(camera), imaging_(imaging), seed_(seed), even_(only_background(imaging)) {
  if (even_) return;
  for (int u = 0; u < camera.width; ++u) background_.push_back(static_cast<float>(background_at(u)));
  draw_waves();
  draw_gain();
  switch_lamp(false);
}

double RoomLight::background_at(int u) const {
  return imaging_.background + imaging_.background_gradient * u / camera_.width;
}

int RoomLight::phase_count() const {
  return imaging_.flicker > 0.0 ? kPhases : 1;
}

int RoomLight::phase_at(Time capture_time) const {
  const double turns = imaging_.flicker_rate * to_seconds(capture_time.time_since_epoch());
  return static_cast<int>(std::lround(kPhases * (turns - std::floor(turns)))) % phase_count();
}

void RoomLight::draw_waves() {
  // A longer exposure averages over more of the wave.
  const double half_turns = kPi * imaging_.flicker_rate * to_seconds(camera_.exposure);
  const double averaged = half_turns > 0.0 ? std::sin(half_turns) / half_turns : 1.0;
  for (int phase = 0; phase < phase_count(); ++phase) {
    for (int v = 0; v < camera_.height; ++v) {
      const double turns =
          static_cast<double>(phase) / kPhases + imaging_.flicker_rate * row_delay(camera_, v);
      wave_.push_back(static_cast<float>(1.0 + imaging_.flicker * averaged * std::cos(2.0 * kPi * turns)));
    }
  }
}

void RoomLight::draw_gain() {
  const Vector2 middle{0.5 * (camera_.width - 1), 0.5 * (camera_.height - 1)};
  for (int v = 0; v < camera_.height; ++v) {
    for (int u = 0; u < camera_.width; ++u) {
      const double square = (Vector2{u, v} - middle).squaredNorm() / middle.squaredNorm();
      gain_.push_back(static_cast<float>(1.0 - imaging_.vignetting * square));
    }
  }
  Random random(seed_, "dust");
  for (int i = 0; i < imaging_.dust; ++i) {
    const Vector2 uv = draw_pixel(random, camera_, 0.0);
    const double sigma = random.uniform(2.0, 8.0);
    const double dark = random.uniform(0.1, 0.5);
    for_each_near(camera_, uv, sigma, [&](std::size_t pixel, double share) {
      gain_[pixel] *= static_cast<float>(1.0 - dark * share);
    });
  }
}

void RoomLight::add_glow(const Vector2& uv, double peak, double sigma) {
  for_each_near(camera_, uv, sigma, [&](std::size_t pixel, double share) {
    fixed_[pixel] += gain_[pixel] * static_cast<float>(peak * share);
  });
}

void RoomLight::switch_lamp(bool on) {
  fixed_.assign(gain_.size(), 0.0f);
  const double spot_sigma = std::hypot(imaging_.psf_sigma, imaging_.defocus);
  for (const Vector2& spot : draw_extra_spots(camera_, imaging_, seed_))
    add_glow(spot, imaging_.extra_spot_peak, spot_sigma);
  if (on) {
    Random random(seed_, "lamp");
    const Vector2 drawn = draw_pixel(random, camera_, 0.0);
    const Vector2 size{camera_.width, camera_.height};
    const Vector2 centre = imaging_.lamp.centre ? Vector2(imaging_.lamp.centre->cwiseProduct(size)) : drawn;
    add_glow(centre, imaging_.lamp.peak, imaging_.lamp.sigma);
  }
  Random hot(seed_, "hot pixels");
  for (int i = 0; i < imaging_.hot_pixels; ++i) {
    const Vector2 uv = draw_pixel(hot, camera_, 0.0);
    const double share = hot.uniform(0.2, 1.0);
    fixed_[index(static_cast<int>(uv.x()), static_cast<int>(uv.y()))] +=
        static_cast<float>(share * imaging_.hot_pixel_level);
  }
}

}  // namespace freefloat
