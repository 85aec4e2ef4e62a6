#include "room.h"

#include <algorithm>
#include <cmath>

#include "unit/vision/test_picture.h"
#include "unit/vision/test_scene.h"

namespace freefloat {
namespace {

constexpr double kPeriod = 0.01;     // s
constexpr double kSpotPeak = 180.0;  // grey levels
constexpr double kSpotSigma = 1.3;   // pixels
constexpr double kMetresPerPixel = 2e-3;

double draw(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * TestPicture::uniform(random);
}

int draw_count(std::mt19937_64& random, int most) {
  return static_cast<int>(draw(random, 0.0, most + 1.0));
}

Vector2 draw_point(std::mt19937_64& random, double reach) {
  const double x = draw(random, -reach, reach);
  const double y = draw(random, -reach, reach);
  return {x, y};
}

Room hidden_room(const std::string& name, int led, int other = -1, int from = 0, int until = 1 << 30) {
  Room room{.name = name};
  room.hidden = {led, other};
  room.hidden_from = from;
  room.hidden_until = until;
  return room;
}

ImagingParameters with_imaging(double led_peak, double defocus) {
  ImagingParameters imaging;
  imaging.led_peak = led_peak;
  imaging.defocus = defocus;
  return imaging;
}

}  // namespace

std::vector<Room> table_rooms() {
  std::vector<Room> rooms{
      {.name = "as rendered"},
      {.name = "12 static spots", .static_spots = 12},
      {.name = "40 static spots", .static_spots = 40},
      {.name = "lamp's glow", .lamp_peak = 180.0},
      {.name = "lamp switched on", .lamp_peak = 180.0, .lamp_from = 100},
      {.name = "contrast x 0.25", .contrast = 0.25},
      {.name = "noise of 20 grey", .noise = 20.0},
      {.name = "10 glares a picture", .glares = 10},
      {.name = "reflections in the glass", .reflection = 0.4},
      {.name = "saturated", .imaging = with_imaging(900.0, 0.3)},
      {.name = "blurred", .imaging = with_imaging(180.0, 2.5)},
      {.name = "streaked", .streak_px = 12.0},
      {.name = "gradient of 200 grey", .gradient = 200.0},
      {.name = "all white", .flat = 255},
      {.name = "all black", .flat = 0},
      hidden_room("tail hidden", 0),
      hidden_room("joint 1 hidden", 1),
      hidden_room("joint 2 hidden", 2),
      hidden_room("tip hidden", 3),
      hidden_room("joint 1 dies", 1, -1, 100),
      hidden_room("two hidden for 1 s", 1, 3, 50, 150),
      hidden_room("target hidden", 4),
      {.name = "stranger's LED", .strangers = 1},
  };
  Room both = hidden_room("joint 1 hidden, 12 spots", 1);
  both.static_spots = 12;
  rooms.push_back(both);
  return rooms;
}

Room draw_room(std::mt19937_64& random) {
  Room room{.name = "drawn"};
  const auto often = [&](double share) { return TestPicture::uniform(random) < share; };
  room.target_moves = often(0.5);
  if (often(0.5)) room.static_spots = draw_count(random, 40);
  if (often(0.2)) room.strangers = 1;
  if (often(0.3)) room.glares = draw_count(random, 10);
  if (often(0.3)) room.lamp_peak = draw(random, 20.0, 200.0);
  if (often(0.5)) room.lamp_from = draw_count(random, 150);
  if (often(0.2)) room.contrast = draw(random, 0.25, 1.0);
  if (often(0.2)) room.noise = draw(random, 0.0, 20.0);
  if (often(0.3)) room.reflection = draw(random, 0.05, 0.5);
  if (often(0.2)) room.gradient = draw(random, 0.0, 150.0);
  if (often(0.2)) room.streak_px = draw(random, 0.0, 12.0);
  room.imaging.led_peak = often(0.3) ? draw(random, 100.0, 900.0) : 180.0;
  room.imaging.defocus = often(0.2) ? draw(random, 0.3, 2.5) : 0.3;
  if (often(0.33)) room.hidden[0] = draw_count(random, 3);
  if (often(0.1)) room.hidden[1] = draw_count(random, 4);
  if (often(0.5)) room.hidden_from = draw_count(random, 150);
  if (often(0.3)) room.hidden_until = room.hidden_from + draw_count(random, 100);
  return room;
}

RoomPictures::RoomPictures(const Room& room, std::uint64_t seed)
    : room_(room), random_(seed), camera_(make_test_camera(), room.imaging, seed) {
  motion_.start = draw_point(random_, 0.25);
  motion_.velocity = draw_point(random_, 0.03);
  motion_.attitude = draw(random_, -kPi, kPi);
  motion_.spin = draw(random_, -0.1, 0.1);
  motion_.joints = draw_point(random_, 2.0);
  motion_.joint_rates = draw_point(random_, 0.4);
  // The target keeps away from the robot's LEDs, as before a capture.
  const SceneSamples robot =
      make_test_scene(motion_.start, motion_.attitude, motion_.joints, Vector2::Zero());
  for (bool apart = false; !apart;) {
    motion_.target = draw_point(random_, 0.6);
    apart = std::all_of(robot.leds.begin(), robot.leds.begin() + 4, [this](const LedSamples& led) {
      return (led.p_WM[0] - motion_.target).norm() > 0.15;
    });
  }
  const double heading = draw(random_, -kPi, kPi);
  if (room_.target_moves) motion_.target_velocity = 0.04 * Vector2{std::cos(heading), std::sin(heading)};
  const CameraParameters& size = camera_.model().parameters();
  for (int i = 0; i < room_.static_spots; ++i) {
    const double u = draw(random_, 20.0, size.width - 20.0);
    const double v = draw(random_, 20.0, size.height - 20.0);
    spots_.push_back({u, v});
  }
  for (int i = 0; i < room_.strangers; ++i) strangers_.push_back(draw_point(random_, 0.7));
}

SceneSamples RoomPictures::scene_at(double time) const {
  SceneSamples scene = make_test_scene(
      motion_.start + time * motion_.velocity, motion_.attitude + time * motion_.spin,
      motion_.joints + time * motion_.joint_rates, motion_.target + time * motion_.target_velocity);
  for (const Vector2& stranger : strangers_) {
    LedSamples& led = scene.leds[static_cast<std::size_t>(scene.led_count++)];
    led.height = 0.1;
    led.p_WM.fill(stranger);
  }
  if (room_.streak_px <= 0.0) return scene;
  scene.sample_count = 3;
  for (int i = 0; i < scene.led_count; ++i) {
    LedSamples& led = scene.leds[static_cast<std::size_t>(i)];
    const Vector2 half = 0.5 * kMetresPerPixel * room_.streak_px * Vector2{0.8, 0.6};
    led.p_WM[0] -= half;
    led.p_WM[2] += half;
  }
  return scene;
}

Vector2 RoomPictures::true_position(const Picture& picture, int led) {
  return picture.scene.leds[static_cast<std::size_t>(led)]
      .p_WM[static_cast<std::size_t>(picture.scene.sample_count / 2)];
}

void RoomPictures::add_spot(const Vector2& uv, double peak, double sigma) {
  const int width = camera_.model().width();
  const int reach = static_cast<int>(4.5 * sigma) + 1;
  const int u0 = static_cast<int>(std::lround(uv.x()));
  const int v0 = static_cast<int>(std::lround(uv.y()));
  for (int v = std::max(0, v0 - reach); v < std::min(camera_.model().height(), v0 + reach + 1); ++v) {
    for (int u = std::max(0, u0 - reach); u < std::min(width, u0 + reach + 1); ++u) {
      const double square = (Vector2{u, v} - uv).squaredNorm();
      light_[static_cast<std::size_t>(v * width + u)] +=
          static_cast<float>(peak * std::exp(-0.5 * square / (sigma * sigma)));
    }
  }
}

// The glass is a mirror at the table's height: an LED is seen again as far below as it stands above.
void RoomPictures::add_reflections(const SceneSamples& scene) {
  for (int i = 0; i < scene.led_count; ++i) {
    const LedSamples& led = scene.leds[static_cast<std::size_t>(i)];
    if (!led.visible) continue;
    const auto uv =
        camera_.model().project(led.p_WM[static_cast<std::size_t>(scene.sample_count / 2)], -led.height);
    if (uv) add_spot(*uv, room_.reflection * room_.imaging.led_peak, kSpotSigma);
  }
}

void RoomPictures::add_glow() {
  const int width = camera_.model().width();
  const int height = camera_.model().height();
  std::vector<float> along(static_cast<std::size_t>(width));
  const auto fall = [this](double distance) {
    return std::exp(-0.5 * distance * distance / (room_.lamp_sigma * room_.lamp_sigma));
  };
  for (int u = 0; u < width; ++u)
    along[static_cast<std::size_t>(u)] = static_cast<float>(room_.lamp_peak * fall(u - 0.35 * width));
  for (int v = 0; v < height; ++v) {
    const float row = static_cast<float>(fall(v - 0.55 * height));
    for (int u = 0; u < width; ++u)
      light_[static_cast<std::size_t>(v * width + u)] += row * along[static_cast<std::size_t>(u)];
  }
}

void RoomPictures::spoil_pixels() {
  const int width = camera_.model().width();
  for (std::size_t i = 0; i < light_.size(); ++i) {
    double grey = light_[i];
    if (room_.gradient > 0.0)
      grey += room_.gradient * static_cast<double>(i % static_cast<std::size_t>(width)) / width;
    grey *= room_.contrast;
    if (room_.noise > 0.0) grey += room_.noise * TestPicture::normal(random_);
    if (room_.flat >= 0) grey = room_.flat;
    pixels_[i] = static_cast<std::uint8_t>(std::clamp(std::lround(grey), 0l, 255l));
  }
}

void RoomPictures::change(const SceneSamples& scene, int picture) {
  for (const Vector2& uv : spots_) add_spot(uv, kSpotPeak, kSpotSigma);
  for (int i = 0; i < room_.glares; ++i) {
    const double u = draw(random_, 0.0, camera_.model().width());
    const double v = draw(random_, 0.0, camera_.model().height());
    add_spot({u, v}, draw(random_, 50.0, 250.0), draw(random_, 0.8, 2.5));
  }
  if (room_.reflection > 0.0) add_reflections(scene);
  if (room_.lamp_peak > 0.0 && picture >= room_.lamp_from) add_glow();
  spoil_pixels();
}

RoomPictures::Picture RoomPictures::take() {
  Picture picture;
  const double time = kPeriod * next_;
  picture.capture_time = Time{std::chrono::milliseconds(10 * next_)};
  picture.sequence = static_cast<std::uint64_t>(next_);
  picture.joints = motion_.joints + time * motion_.joint_rates;
  picture.scene = scene_at(time);
  for (const int led : room_.hidden) {
    if (led < 0 || next_ < room_.hidden_from || next_ >= room_.hidden_until) continue;
    picture.scene.leds[static_cast<std::size_t>(led)].visible = false;
  }
  const ImageView drawn = camera_.render(picture.scene, picture.capture_time, picture.sequence).image;
  light_.resize(static_cast<std::size_t>(drawn.width) * static_cast<std::size_t>(drawn.height));
  pixels_.resize(light_.size());
  for (int v = 0; v < drawn.height; ++v) {
    const std::uint8_t* const row = drawn.pixels + v * drawn.stride;
    std::copy_n(row, drawn.width, light_.begin() + static_cast<std::ptrdiff_t>(v) * drawn.width);
  }
  change(picture.scene, next_);
  ++next_;
  picture.image = {pixels_.data(), drawn.width, drawn.height, drawn.width};
  return picture;
}

}  // namespace freefloat
