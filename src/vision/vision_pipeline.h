#pragma once

#include <cstdint>
#include <memory>

#include "types/image_view.h"
#include "types/marker_frame.h"
#include "vision/camera_model.h"
#include "vision/find_blobs.h"
#include "vision/marker_scene.h"
#include "vision/scene_labeler.h"
#include "vision/vision_config.h"

namespace freefloat {

/// From a picture to labelled LEDs in the table frame: find blobs, label them, map them.
///
/// The result depends on the pictures and predictions since construction and on nothing else, so that vision
/// can be replayed. Nothing is allocated after construction. One thread at a time.
class VisionPipeline {
 public:
  VisionPipeline(const VisionConfig& config, const CameraParameters& camera, const MarkerScene& scene);

  /// While LEDs are predicted only windows around them are read; the whole picture is searched at
  /// acquisition, when tracking is lost, and every `full_scan_period` pictures.
  /// @param image 8-bit grey picture of the camera's size; another size gives a frame in which nothing is
  /// seen.
  /// @param capture_time Middle of the exposure.
  /// @param sequence The camera's picture number.
  /// @param prediction What the controller expects; copied into the result.
  /// @return All LEDs where they were at the capture time: of a rolling shutter each is carried there from
  /// its row's time by its predicted velocity.
  MarkerFrame process(const ImageView& image, Time capture_time, std::uint64_t sequence,
                      const MarkerPrediction& prediction) noexcept;

  /// Spots of the last picture, for displays.
  const BlobList& blobs() const { return *blobs_; }
  /// All pixels that the last picture's result depends on.
  const LookedAt& looked_at() const { return blobs_->looked_at; }

  /// @return Why each LED of the scene was not seen in the last picture.
  const Reasons& reasons() const { return labeler_.reasons(); }

  /// @return Pictures since the whole picture was last searched. With the spots that are followed this is all
  /// memory from picture to picture.
  int pictures_since_scan() const { return pictures_since_scan_; }
  void set_pictures_since_scan(int count) { pictures_since_scan_ = count; }

  /// @return What is remembered of spots that are not the robot's.
  const SpotMemory& spots() const { return labeler_.memory(); }
  void set_spots(const SpotMemory& memory) { labeler_.set_memory(memory); }

  const CameraModel& camera() const { return camera_; }
  const MarkerScene& scene() const { return scene_; }
  const VisionConfig& config() const { return config_; }

 private:
  using Expected = std::array<ExpectedMarker, kMaxMarkers>;

  Expected expect_in_rows(const MarkerPrediction& prediction, Time capture_time) const;
  bool scan_is_due(const Expected& expected) const;
  bool target_is_near() const;
  void search_windows(const ImageView& image, const Expected& expected);
  Labels label(const ImageView& image, const LabelContext& context, bool full_scan);
  bool is_lost(const Expected& expected, const Labels& labels) const;
  bool one_comes_back() const;
  bool target_may_be_outshone(const Expected& expected, const Labels& labels) const;
  bool faint_leds_are_likely(const Labels& labels) const;
  Labels search_all(const ImageView& image, const LabelContext& context);
  SpotLooks look_at_spots(const LabelContext& context, const Labels& labels);
  MarkerMeasurement measure(int marker, int blob_index, const ExpectedMarker& expected);

  VisionConfig config_;
  CameraModel camera_;
  MarkerScene scene_;
  BlobFinder finder_;
  std::unique_ptr<BlobList> blobs_;  // large; on the heap once
  SceneLabeler labeler_;
  int pictures_since_scan_ = 0;
};

}  // namespace freefloat
