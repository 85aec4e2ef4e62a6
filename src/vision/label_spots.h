#pragma once

#include <span>

#include "vision/scene_labeler.h"

namespace freefloat {

/// Finds out which of the spots that a tracker tells, places on the table without names, is which LED, as the
/// vision does with those of pictures (`SceneLabeler`), without their pixels.
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
  VisionConfig config_;
  MarkerScene scene_;
  SceneLabeler labeler_;
};

}  // namespace freefloat
