// A short version of tools/measure_vision.
#include <gtest/gtest.h>

#include <algorithm>

#include "room_score.h"

namespace freefloat {
namespace {

constexpr int kPictures = 60;

Room room_called(const std::string& name) {
  const std::vector<Room> rooms = table_rooms();
  return *std::find_if(rooms.begin(), rooms.end(), [&](const Room& room) { return room.name == name; });
}

TEST(VisionInARoom, NeverTakesOneThingForAnother) {
  std::uint64_t seed = 1;
  for (const Room& room : table_rooms()) {
    const RoomScore score = score_room(room, kPictures, seed++);
    EXPECT_EQ(score.wrong, 0) << room.name << ", " << 1e3 * score.worst << " mm";
  }
}

TEST(VisionInARoom, SeesTheRobotWhateverTheLightIs) {
  for (const char* name : {"12 static spots", "lamp's glow", "contrast x 0.25", "noise of 20 grey", "blurred",
                           "streaked", "gradient of 200 grey"}) {
    const RoomScore score = score_room(room_called(name), kPictures, 11);
    EXPECT_GE(score.robot_seen, score.robot_there * 9 / 10) << name;
  }
}

TEST(VisionInARoom, FindsAMovingTargetAmongSpotsThatStand) {
  const RoomScore score = score_room(room_called("12 static spots"), kPictures, 5);
  EXPECT_GT(score.target_seen, 10);
  EXPECT_EQ(score.wrong, 0);
}

}  // namespace
}  // namespace freefloat
