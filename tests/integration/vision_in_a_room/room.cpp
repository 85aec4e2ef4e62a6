#include "room.h"

#include <algorithm>
#include <cmath>

#include "hal/sim/room_light.h"
#include "unit/vision/test_picture.h"
#include "unit/vision/test_scene.h"
#include "vision/readout.h"

namespace freefloat {
namespace {

constexpr double kPeriod = 0.01;  // s
constexpr Duration kRowTime = std::chrono::nanoseconds(8800);
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

// A room whose camera or light differs in some members.
template <class Change>
Room room_with(const std::string& name, Change&& change) {
  Room room{.name = name};
  change(room.imaging);
  return room;
}

void dim(ImagingParameters& imaging, double contrast) {
  for (double* const level : {&imaging.led_peak, &imaging.extra_spot_peak, &imaging.lamp.peak,
                              &imaging.background, &imaging.background_gradient, &imaging.read_noise})
    *level *= contrast;
  imaging.shot_noise *= std::sqrt(contrast);
}

CameraParameters camera_of(const Room& room) {
  CameraParameters camera = make_test_camera();
  camera.readout = room.readout;
  if (room.readout == Readout::kRolling) camera.row_time = kRowTime;
  return camera;
}

}  // namespace

std::vector<Room> table_rooms() {
  using I = ImagingParameters;
  const LampParameters lamp{.peak = 180.0, .centre = Vector2{0.35, 0.55}};
  std::vector<Room> rooms{
      {.name = "as rendered"},
      room_with("12 static spots", [](I& i) { i.extra_spots = 12; }),
      room_with("40 static spots", [](I& i) { i.extra_spots = 40; }),
      room_with("lamp's glow", [&](I& i) { i.lamp = lamp; }),
      room_with("lamp switched on",
                [&](I& i) {
                  i.lamp = lamp;
                  i.lamp.on = from_seconds(1.0);
                }),
      room_with("contrast x 0.25", [](I& i) { dim(i, 0.25); }),
      room_with("noise of 20 grey", [](I& i) { i.read_noise = 20.0; }),
      {.name = "10 glares a picture", .glares = 10},
      room_with("reflections in the glass", [](I& i) { i.reflection = 0.4; }),
      room_with("saturated", [](I& i) { i.led_peak = 900.0; }),
      room_with("blurred", [](I& i) { i.defocus = 2.5; }),
      {.name = "streaked", .streak_px = 12.0},
      room_with("gradient of 200 grey", [](I& i) { i.background_gradient = 200.0; }),
      room_with("vignetting, dust, hot pixels",
                [](I& i) {
                  i.vignetting = 0.6;
                  i.dust = 100;
                  i.hot_pixels = 200;
                }),
      room_with("flicker of 60 grey",
                [](I& i) {
                  i.background = 80.0;
                  i.flicker = 0.75;
                  i.flicker_rate = 120.0;
                }),
      {.name = "rolling shutter", .readout = Readout::kRolling},
      {.name = "interlaced", .readout = Readout::kInterlaced},
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
  Room alone = hidden_room("stranger's LED alone", 4);
  alone.strangers = 1;
  alone.place_told = true;
  rooms.push_back(alone);
  Room both = hidden_room("joint 1 hidden, 12 spots", 1);
  both.imaging.extra_spots = 12;
  rooms.push_back(both);
  return rooms;
}

Room draw_room(std::mt19937_64& random) {
  Room room{.name = "drawn"};
  ImagingParameters& imaging = room.imaging;
  const auto often = [&](double share) { return TestPicture::uniform(random) < share; };
  room.target_moves = often(0.5);
  if (often(0.5)) imaging.extra_spots = draw_count(random, 40);
  // A stranger's LED like the target's is told from the target by what people say and nothing else.
  if (often(0.2)) room.strangers = 1;
  room.place_told = room.strangers > 0;
  if (often(0.3)) room.glares = draw_count(random, 10);
  if (often(0.3)) imaging.lamp.peak = draw(random, 20.0, 200.0);
  if (often(0.5)) imaging.lamp.on = from_seconds(kPeriod * draw_count(random, 150));
  if (often(0.2)) imaging.read_noise = draw(random, 1.5, 20.0);
  if (often(0.3)) imaging.reflection = draw(random, 0.05, 0.5);
  if (often(0.2)) imaging.background_gradient = draw(random, 0.0, 150.0);
  if (often(0.2)) room.streak_px = draw(random, 0.0, 12.0);
  if (often(0.3)) imaging.led_peak = draw(random, 100.0, 900.0);
  if (often(0.2)) imaging.defocus = draw(random, 0.3, 2.5);
  if (often(0.2)) imaging.vignetting = draw(random, 0.0, 0.7);
  if (often(0.2)) imaging.dust = draw_count(random, 100);
  if (often(0.2)) imaging.hot_pixels = draw_count(random, 300);
  if (often(0.2)) imaging.flicker = draw(random, 0.0, 0.8);
  if (often(0.3)) room.readout = often(0.5) ? Readout::kRolling : Readout::kInterlaced;
  if (often(0.2)) dim(imaging, draw(random, 0.25, 1.0));
  if (often(0.33)) room.hidden[0] = draw_count(random, 3);
  if (often(0.1)) room.hidden[1] = draw_count(random, 4);
  if (often(0.5)) room.hidden_from = draw_count(random, 150);
  if (often(0.3)) room.hidden_until = room.hidden_from + draw_count(random, 100);
  return room;
}

RoomPictures::RoomPictures(const Room& room, std::uint64_t seed)
    : room_(room), seed_(seed), random_(seed), camera_(camera_of(room), room.imaging, seed) {
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
  for (int i = 0; i < room_.strangers; ++i) strangers_.push_back(draw_point(random_, 0.7));
}

int RoomPictures::count_spots_on_table(const MarkerScene& scene) const {
  const std::vector<Vector2> spots = draw_extra_spots(camera(), room_.imaging, seed_);
  return static_cast<int>(std::count_if(spots.begin(), spots.end(), [&](const Vector2& uv_px) {
    const auto place = camera_.model().back_project(uv_px, scene.heights[scene.robot_count]);
    return place && scene.in_target_region(*place);
  }));
}

SceneSamples RoomPictures::scene_at(double time) const {
  SceneSamples scene = make_test_scene(
      motion_.start + time * motion_.velocity, motion_.attitude + time * motion_.spin,
      motion_.joints + time * motion_.joint_rates, motion_.target + time * motion_.target_velocity);
  for (const Vector2& stranger : strangers_) {
    LedSamples& led = scene.leds[scene.led_count++];
    led.height = 0.1;
    led.p_WM.fill(stranger);
  }
  return scene;
}

// The LEDs from the first row's exposure to the last one's.
SceneSamples RoomPictures::spread_scene(double time) {
  SceneSamples scene = scene_at(time);
  const double span = readout_span(camera_.model().parameters());
  if (room_.streak_px <= 0.0 && span <= 0.0) return scene;
  const SceneSamples first = scene_at(time - 0.5 * span);
  const SceneSamples last = scene_at(time + 0.5 * span);
  const Vector2 half = 0.5 * kMetresPerPixel * room_.streak_px * Vector2{0.8, 0.6};
  scene.sample_count = 3;
  for (int i = 0; i < scene.led_count; ++i) {
    const std::size_t led = i;
    scene.leds[led].p_WM[0] = first.leds[led].p_WM[0] - half;
    scene.leds[led].p_WM[2] = last.leds[led].p_WM[0] + half;
  }
  return scene;
}

Vector2 RoomPictures::true_position(const Picture& picture, int led) {
  return picture.scene.leds[led].p_WM[picture.scene.sample_count / 2];
}

ImageView RoomPictures::flat_picture(const ImageView& size) {
  pixels_.assign(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height),
                 static_cast<std::uint8_t>(room_.flat));
  return {pixels_.data(), size.width, size.height, size.width};
}

RoomPictures::Picture RoomPictures::take() {
  Picture picture;
  const double time = kPeriod * next_;
  picture.capture_time = Time{std::chrono::milliseconds(10 * next_)};
  picture.sequence = static_cast<std::uint64_t>(next_);
  picture.joints = motion_.joints + time * motion_.joint_rates;
  picture.scene = spread_scene(time);
  for (const int led : room_.hidden) {
    if (led < 0 || next_ < room_.hidden_from || next_ >= room_.hidden_until) continue;
    picture.scene.leds[led].visible = false;
  }
  picture.scene.glare_count = room_.glares;
  picture.scene.glare_peak = draw(random_, 50.0, 250.0);
  picture.image = camera_.render(picture.scene, picture.capture_time, picture.sequence).image;
  if (room_.flat >= 0) picture.image = flat_picture(picture.image);
  ++next_;
  return picture;
}

}  // namespace freefloat
