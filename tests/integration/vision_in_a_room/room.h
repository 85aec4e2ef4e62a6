#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "hal/sim/rendered_camera.h"
#include "vision/camera_model.h"
#include "vision/marker_scene.h"

namespace freefloat {

/// A room that nobody prepared, before the rendered camera.
struct Room {
  std::string name;
  ImagingParameters imaging{};
  Readout readout = Readout::kGlobal;  ///< rolling: 9 ms from the first row to the last
  int strangers = 0;                   ///< extra LEDs that stand on the table
  bool place_told = false;             ///< people say to 30 mm where they put the target, spots or not
  int glares = 0;                      ///< extra spots, elsewhere in each picture
  double streak_px = 0.0;              ///< way of all LEDs during one exposure, pixels
  int flat = -1;                       ///< every pixel has this value; below 0: not so
  std::array<int, 2> hidden{-1, -1};   ///< LEDs that are not there
  int hidden_from = 0;                 ///< first picture without them
  int hidden_until = 1 << 30;          ///< first picture with them again
  bool target_moves = true;
};

/// The rooms of the table, in its order.
std::vector<Room> table_rooms();

/// @return A room with several of these drawn at random, an LED of the robot hidden in one of three.
Room draw_room(std::mt19937_64& random);

/// Pictures of the test robot as it moves in a room, at 100 Hz.
class RoomPictures {
 public:
  /// @param seed Start, motion, noise and places of the spots are drawn with it.
  RoomPictures(const Room& room, std::uint64_t seed);

  struct Picture {
    ImageView image;  ///< valid until the next one
    Time capture_time{};
    std::uint64_t sequence = 0;
    SceneSamples scene;
    Vector2 joints = Vector2::Zero();  ///< rad
  };

  /// @return The next picture and what it shows.
  Picture take();

  /// @return Where the target is in the first picture, m in W.
  const Vector2& target_place() const { return motion_.target; }

  /// @return How many extra spots stand where a target may.
  int count_spots_on_table(const MarkerScene& scene) const;

  const CameraParameters& camera() const { return camera_.model().parameters(); }

  /// @return Where an LED is in the middle of the exposure, m.
  static Vector2 true_position(const Picture& picture, int led);

 private:
  struct Motion {
    Vector2 start, velocity;
    double attitude, spin;
    Vector2 joints, joint_rates;
    Vector2 target, target_velocity;
  };

  SceneSamples scene_at(double time) const;
  SceneSamples spread_scene(double time);
  ImageView flat_picture(const ImageView& size);

  Room room_;
  std::uint64_t seed_;
  std::mt19937_64 random_;
  RenderedCamera camera_;
  Motion motion_{};
  std::vector<Vector2> strangers_;
  std::vector<std::uint8_t> pixels_;  // of a flat picture
  int next_ = 0;
};

}  // namespace freefloat
