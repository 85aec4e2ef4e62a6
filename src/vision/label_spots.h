#pragma once

#include <memory>
#include <span>

#include "vision/acquire_markers.h"
#include "vision/label_markers.h"
#include "vision/marker_scene.h"
#include "vision/spot_memory.h"
#include "vision/vision_config.h"

namespace freefloat {

/// Finds out which of the spots that a tracker tells, places on the table without names, is which LED: by the
/// prediction while LEDs are as expected, by the known lengths otherwise; what the vision does with pictures,
/// without their pixels. Ambiguous is "not seen".
///
/// The result depends on the places and predictions since construction and on nothing else.
class SpotLabeler {
 public:
  SpotLabeler(const VisionConfig& config, const MarkerScene& scene);

  /// @param places On the table, m in W; no more than kMaxBlobs are looked at.
  /// @param capture_time Later than that of the places before.
  /// @return Index into `places` of each LED of the scene, or kNoBlob.
  Labels label(std::span<const Vector2> places, Time capture_time,
               const MarkerPrediction& prediction) noexcept;

  const MarkerScene& scene() const { return scene_; }

 private:
  struct Work {
    MappedBlobs mapped;
    SpotMemory memory;
    FollowedBlobs followed;
    std::array<bool, kMaxBlobs> taken;  // by the robot, for certain or perhaps
  };

  using Expected = std::array<ExpectedMarker, kMaxMarkers>;

  void map(std::span<const Vector2> places);
  void acquire(const MarkerPrediction& prediction, const Expected& expected, const TrackingHints& hints,
               Labels& labels);
  void follow(Time capture_time, const Expected& expected, const Labels& labels);
  void find_target(Time capture_time, const Expected& expected, Labels& labels);

  VisionConfig config_;
  MarkerScene scene_;
  std::unique_ptr<Work> work_;  // large; on the heap once
};

}  // namespace freefloat
