#pragma once

#include <array>
#include <limits>
#include <optional>

#include "types/marker_frame.h"
#include "vision/blob.h"
#include "vision/camera_model.h"
#include "vision/marker_scene.h"
#include "vision/unseen.h"
#include "vision/vision_config.h"

namespace freefloat {

inline constexpr int kNoBlob = -1;

/// Blob of each LED, or kNoBlob: hidden, or not certain.
using Labels = std::array<int, kMaxMarkers>;

/// Something that holds of some blobs of a picture.
using SpotMarks = std::array<bool, kMaxBlobs>;

/// @return All LEDs without a blob.
Labels no_labels();

/// The blobs of a picture on the table: each candidate label maps a blob at that LED's own height.
struct MappedBlobs {
  int count = 0;
  std::array<int, kMaxMarkers> plane{};  ///< row of `positions` for each LED; equal heights share one
  std::array<std::array<Vector2, kMaxBlobs>, kMaxMarkers>
      positions;  ///< m in W; NaN outside the lens' valid part
  std::array<double, kMaxBlobs> flux{};

  /// @return Where blob `blob` is if it is LED `marker`, m in W.
  const Vector2& at(int marker, int blob) const { return positions[plane[marker]][blob]; }
  void put(int marker, int blob, const std::optional<Vector2>& place) {
    constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
    positions[plane[marker]][blob] = place.value_or(Vector2::Constant(kNowhere));
  }

  /// @return Whether another blob is nearer than `reach`, m, both at the height of LED `marker`.
  bool has_neighbour(int marker, int blob, double reach) const {
    for (int other = 0; other < count; ++other) {
      if (other != blob && (at(marker, other) - at(marker, blob)).norm() < reach) return true;
    }
    return false;
  }
};

/// @param mapped Overwritten.
void map_blobs(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
               MappedBlobs& mapped);

/// Where an LED is expected in this picture.
struct ExpectedMarker {
  bool known = false;
  Vector2 p_WM = Vector2::Zero();  ///< m
  Vector2 v_WM = Vector2::Zero();  ///< m/s
  double sigma = 0.0;              ///< m
  double gate = 0.0;               ///< radius of the assignment gate, m
};

/// @return Whether an LED is expected to move so fast that it is not where a spot has rested.
bool is_clearly_moving(const ExpectedMarker& marker);

/// @return Whether an LED was not seen for some pictures, so that its gate is wide.
bool was_lost(const ExpectedMarker& marker);

/// Carries the prediction on to the picture's time. An LED whose gate would exceed 0.15 m counts as unknown.
std::array<ExpectedMarker, kMaxMarkers> expect_markers(const MarkerPrediction& prediction, Time capture_time,
                                                       int marker_count, const VisionConfig& config);

/// The part of the picture in which an expected LED is searched while tracking: its gate and a rim around it.
/// @param height Of the LED above the table, m.
/// @return Pixels, possibly beyond the picture's edge; nothing when the LED is not expected or not in front
/// of the camera.
std::optional<PixelBox> tracking_window(const CameraModel& camera, const ExpectedMarker& marker,
                                        double height, const VisionConfig& config);

/// What is known of the blobs before any is given to an LED.
struct TrackingHints {
  SpotMarks resting{};                    ///< has stood where it is while it was no LED
  std::array<double, kMaxBlobs> stood{};  ///< for how long something that is no LED has stood there, s
  /// LEDs of the robot, a bit each, that were seen elsewhere while it stood there: it is none of these.
  std::array<std::uint16_t, kMaxBlobs> beside_leds{};

  bool was_beside(int blob, int marker) const { return (beside_leds[blob] >> marker & 1) != 0; }
};

/// Takes back labels of the robot's LEDs that were seen elsewhere while the blob stood there, and of those
/// that are not expected anywhere, where the blob has stood while an LED at a known length from it went its
/// way.
void drop_strangers(const MarkerScene& scene, const std::array<ExpectedMarker, kMaxMarkers>& expected,
                    const TrackingHints& hints, Labels& labels);

/// Gives each expected LED the one blob that is clearly the nearest in its gate. Two blobs about equally
/// near, one blob for two LEDs, or a violated length between two LEDs: none of those concerned is labelled.
/// What has rested is no moving LED, and not the target.
/// @param reasons Set for each LED of the scene, if given.
Labels track_markers(const MarkerScene& scene, const MappedBlobs& blobs,
                     const std::array<ExpectedMarker, kMaxMarkers>& expected, const VisionConfig& config,
                     const TrackingHints& hints = {}, Reasons* reasons = nullptr);

/// @return Known lengths between labelled robot LEDs, all of which hold in the labels of `track_markers`.
int count_rigid_lengths(const MarkerScene& scene, const Labels& labels);

}  // namespace freefloat
