#pragma once

#include <string>
#include <vector>

#include "hal/motion_capture/tracked_poses.h"
#include "hal/table_spots.h"
#include "hal/tracker_config.h"
#include "model/robot_parameters.h"
#include "types/marker_frame.h"

namespace freefloat {

/// One LED of the scene.
struct SceneLed {
  std::string name;  ///< as in the robot's file; the target's are target_1, target_2, ...
  TrackedPart part = TrackedPart::kSatellite;
  int link = 0;
  Vector2 position = Vector2::Zero();  ///< in the part's frame, m

  /// @return Whether it is on the part that the body is fixed to.
  bool is_on(const TrackedBody& body) const {
    return part == body.part && (part != TrackedPart::kLink || link == body.link);
  }
};

/// @param target LEDs from the grapple point, m. @return The robot's in the order of its file, then those.
std::vector<SceneLed> list_leds(const std::vector<MarkerParameters>& robot,
                                const std::vector<Vector2>& target);

/// Turns what a tracker tells (rigid bodies and single markers) into the LEDs that the estimator knows: the
/// robot's in the order of its file, then the target's.
class TrackedLeds {
 public:
  /// @param target LEDs from the grapple point, m.
  /// @throws HalError when a marker's `led` is none of the scene, or a link is none of the robot.
  TrackedLeds(const TrackerConfig& config, const std::vector<MarkerParameters>& robot,
              const std::vector<Vector2>& target);

  /// Fills markers, their number and that of spots. What is not tracked is not seen. A LED that a single
  /// marker tells is taken from that, else from its body.
  void fill(const TrackedPoses& tracked, MarkerFrame& frame) const;

  /// The same for the LEDs alone that are not seen in `frame`: a labeler has told the others.
  void fill_unseen(const TrackedPoses& tracked, MarkerFrame& frame) const;

  /// @return All single markers that are seen now, whatever their numbers.
  TableSpots spots(const TrackedPoses& tracked) const;

  int count() const { return static_cast<int>(leds_.size()); }

 private:
  Vector2 to_table(const std::array<double, 3>& position) const;
  double yaw_in_table(const std::array<double, 4>& quaternion) const;
  void fill_body(const BodyPose& seen, const TrackedBody& body, MarkerFrame& frame) const;
  void set(MarkerMeasurement& marker, const Vector2& p_WM, double variance) const;

  TrackerConfig config_;
  std::vector<SceneLed> leds_;
  std::vector<int> led_of_marker_;  // of config_.markers
};

/// @return Position and attitude on the table as the tracker's frame has them: the way back.
BodyPose to_body_pose(const TrackerConfig& config, const TrackedBody& body, const Vector2& p_W, double theta);
std::array<double, 3> to_tracker_position(const TrackerConfig& config, const Vector2& p_W);

}  // namespace freefloat
