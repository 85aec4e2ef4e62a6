#include "room_score.h"

#include <algorithm>

#include "unit/vision/test_scene.h"
#include "vision/marker_motion.h"
#include "vision/marker_scene.h"
#include "vision/vision_pipeline.h"

namespace freefloat {
namespace {

constexpr int kTarget = 4;
constexpr double kJointSigma = 3e-3;  // rad
constexpr double kToldRadius = 0.03;  // m
constexpr double kTableSize = 1.8;    // m

void count_led(const RoomPictures::Picture& picture, const MarkerMeasurement& marker, Unseen reason, int led,
               RoomScore& score) {
  const bool target = led == kTarget;
  const bool there = picture.scene.leds[led].visible;
  (target ? score.target_there : score.robot_there) += there ? 1 : 0;
  if (!marker.seen) {
    if (there) ++(target ? score.target_unseen : score.robot_unseen)[static_cast<std::size_t>(reason)];
    return;
  }
  const double error = (marker.p_WM - RoomPictures::true_position(picture, led)).norm();
  score.worst = std::max(score.worst, error);
  if (error > kWrong) {
    ++score.wrong;
    score.wrong_target += target ? 1 : 0;
  } else if (there) {
    ++(target ? score.target_seen : score.robot_seen);
  }
}

}  // namespace

bool told_wrong(const RoomPictures::Picture& picture, const MarkerFrame& frame, int led) {
  const MarkerMeasurement& marker = frame.markers[led];
  return marker.seen && (marker.p_WM - RoomPictures::true_position(picture, led)).norm() > kWrong;
}

RoomScore score_room(const Room& room, int pictures, std::uint64_t seed, const TellPicture& tell) {
  RoomPictures source(room, seed);
  MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  scene.table_size = Vector2::Constant(kTableSize);
  // A single spot that stands, alone on the table, is told from the target by what people say alone.
  if (room.place_told || source.count_spots_on_table(scene) == 1) {
    scene.target_place = source.target_place();
    scene.target_radius = kToldRadius;
  }
  VisionPipeline vision(VisionConfig{.read_noise = 1.5}, source.camera(), scene);
  MarkerMotion motion;
  RoomScore score;
  for (score.pictures = 0; score.pictures < pictures; ++score.pictures) {
    const RoomPictures::Picture picture = source.take();
    MarkerPrediction prediction = predict_markers(motion, picture.capture_time);
    prediction.joints = picture.joints;
    prediction.joint_sigma = kJointSigma;
    const MarkerFrame frame =
        vision.process(picture.image, picture.capture_time, picture.sequence, prediction);
    note_markers(motion, frame);
    if (tell) tell(score.pictures, picture, frame, vision.reasons());
    for (int led = 0; led <= kTarget; ++led)
      count_led(picture, frame.markers[led], vision.reasons()[led], led, score);
  }
  return score;
}

}  // namespace freefloat
