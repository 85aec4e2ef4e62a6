#pragma once

#include <memory>

#include "vision/acquire_markers.h"
#include "vision/check_joints.h"
#include "vision/label_markers.h"
#include "vision/marker_scene.h"
#include "vision/spot_memory.h"
#include "vision/unseen.h"
#include "vision/vision_config.h"

namespace freefloat {

/// What is known of the LEDs before a picture, or a tracker's message, is labelled.
struct LabelContext {
  Time at{};                                           ///< of the picture, later than that of the one before
  const MarkerPrediction& prediction;                  ///< of the controller
  std::array<ExpectedMarker, kMaxMarkers> expected{};  ///< where it puts the LEDs at that time
};

/// What spots are like beyond their places, as far as it is known: all false where nothing is.
struct SpotLooks {
  SpotMarks faint{};     ///< may not be seen in the next picture although it is there
  SpotMarks foreign{};   ///< cannot be the target's LED
  SpotMarks image{};     ///< may be the mirror image of an LED that is not seen itself
  SpotMarks doubled{};   ///< may be the light of two
  SpotMarks at_image{};  ///< may have run together with the mirror image of an LED, or be a hidden target's
};

/// Which spot on the table is which LED, from one picture or message of a tracker to the next: by the
/// prediction while LEDs are as expected, by the known lengths and figures otherwise; and which one of what
/// is left over is the target. Ambiguous is "not seen".
///
/// Of each picture `track` comes first. Where all its spots are there, not only those near to what is
/// expected, `acquire` and `find_the_rest` follow. `end` is the last. Who knows more of spots than their
/// places corrects the labels between. The result depends on what was given since construction and on nothing
/// else. Nothing is allocated after construction.
class SceneLabeler {
 public:
  SceneLabeler(const VisionConfig& config, const MarkerScene& scene);

  /// The spots of this picture on the table, filled by the caller before `track`.
  MappedBlobs& mapped() { return work_->mapped; }
  const MappedBlobs& mapped() const { return work_->mapped; }

  /// @return What is remembered of spots that are not the robot's.
  const SpotMemory& memory() const { return work_->memory; }
  void set_memory(const SpotMemory& memory) { work_->memory = memory; }

  /// Why each LED is not seen, as far as the picture is labelled. Others than `end` may set it.
  Reasons& reasons() { return reasons_; }
  const Reasons& reasons() const { return reasons_; }

  /// @return Labels of LEDs that are expected.
  Labels track(const LabelContext& context);

  /// Looks for the robot by its lengths where LEDs of it are missing, and takes labels of targets off spots
  /// that may be the robot's.
  void acquire(const LabelContext& context, Labels& labels);

  /// Finds targets that nobody expects, and follows spots that are no LED from one search to the next.
  void find_the_rest(const LabelContext& context, const SpotLooks& looks, Labels& labels);

  /// Remembers where the target is, and that the reason of what is labelled is `Unseen::kSeen`.
  void end(const LabelContext& context, const Labels& labels);

  /// @return What labelled LEDs are held against in this picture; refers to the context.
  JointCheck joint_check(const LabelContext& context) const;

  /// @return LED at whose height spots are taken to stand that are no LED's: the target, which may be one.
  int plane_of_spots() const { return scene_.target_count > 0 ? scene_.robot_count : 0; }

 private:
  struct Work {
    MappedBlobs mapped;
    SpotMemory memory;
    TrackingHints hints;
    FollowedBlobs followed;
    SpotMarks taken;  // by the robot, for certain or perhaps
  };

  bool robot_is_in_doubt(const Labels& labels) const;
  bool came_about_by_chance(const LabelContext& context, const Labels& tracked, const Labels& found) const;
  void drop_first_sightings(const Labels& tracked, const SpotMarks& seen_before, Labels& labels);
  bool is_beside_another(int blob, Time at) const;
  void find_figures(const LabelContext& context, Labels& labels);
  void follow(const LabelContext& context, const SpotMarks& faint, const Labels& labels);
  void find_target(const LabelContext& context, const SpotLooks& looks, Labels& labels);
  void choose_spot(const LabelContext& context, const SpotLooks& looks, Labels& labels);

  VisionConfig config_;
  MarkerScene scene_;
  std::unique_ptr<Work> work_;  // large; on the heap once
  Reasons reasons_{};
};

}  // namespace freefloat
