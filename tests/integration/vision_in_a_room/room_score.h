#pragma once

#include <functional>

#include "room.h"
#include "vision/unseen.h"

namespace freefloat {

/// How the vision did on the pictures of one room.
struct RoomScore {
  int pictures = 0;
  int robot_there = 0;   ///< LEDs of the robot that shone, over all pictures
  int robot_seen = 0;    ///< of those, labelled and right
  int target_there = 0;  ///< the same of the target
  int target_seen = 0;
  int wrong = 0;         ///< LEDs that were reported more than 10 mm from where they are
  int wrong_target = 0;  ///< of these, the target
  double worst = 0.0;    ///< m
  std::array<int, kUnseenReasons> robot_unseen{};   ///< by reason
  std::array<int, kUnseenReasons> target_unseen{};  ///< the same of the target
};

/// Shows the vision `pictures` pictures of a room. What it is told to expect is worked out from its own
/// results, the joints' angles are those of the robot.
/// @param tell Called with each picture, what was made of it, and why LEDs were not seen.
using TellPicture =
    std::function<void(int number, const RoomPictures::Picture&, const MarkerFrame&, const Reasons&)>;
RoomScore score_room(const Room& room, int pictures, std::uint64_t seed, const TellPicture& tell = {});

constexpr double kWrong = 0.01;  ///< m; an LED that is reported so far off is wrong

/// @return Whether an LED was reported, and not where it is.
bool told_wrong(const RoomPictures::Picture& picture, const MarkerFrame& frame, int led);

}  // namespace freefloat
