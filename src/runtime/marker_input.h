#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "hal/make/make_hal.h"
#include "runtime/latest_value.h"
#include "runtime/run_config.h"
#include "vision/length_check.h"
#include "vision/vision_pipeline.h"

namespace freefloat {

/// @param joints_told Whether servo boards tell the joint angles, as in a run; false: of pictures alone.
/// @return The vision that sees the LEDs of a run's robot and target.
VisionPipeline make_vision(const RunConfig& config, bool joints_told = true);

/// @return What holds the known lengths of a run's robot against its pictures. An outside tracker tells
/// places and no pixels: its lengths are not checked.
LengthCheck make_length_check(const RunConfig& config);

/// A picture that has gone through the vision; valid during the call that hands it over.
struct ProcessedPicture {
  const CameraPicture& picture;
  const MarkerFrame& markers;
  const VisionPipeline& vision;
  int pictures_since_scan = 0;        ///< the vision's memory before the picture
  const SpotMemory* spots = nullptr;  ///< the same of the spots that it follows; null: none
};

/// Called in the thread of the vision, before the markers are handed to the loop.
using PictureListener = std::function<void(const ProcessedPicture&)>;

/// Called with the markers of each picture in the thread of the vision, once they are handed to the loop; in
/// lockstep within the cycle.
using MarkerListener = std::function<void(const MarkerFrame&)>;

/// Where the control loop gets its markers from: pictures through the vision, or a marker sensor.
///
/// With a real camera the vision runs in a thread of its own and only the newest result reaches the loop. In
/// lockstep it runs inside the cycle, so that a run is reproducible.
class MarkerInput {
 public:
  /// @param vision Null where markers come without pictures; must outlive this object, like the HAL.
  /// @param on_picture Called with each picture. @param on_markers The same with its markers.
  MarkerInput(Hal& hal, VisionPipeline* vision, PictureListener on_picture = {},
              MarkerListener on_markers = {});
  ~MarkerInput();
  MarkerInput(const MarkerInput&) = delete;
  MarkerInput& operator=(const MarkerInput&) = delete;

  /// @return The newest markers not yet handed over, if any; never waits for the camera.
  std::optional<MarkerFrame> take();

  /// @return The same of the targets' own source; nothing where they have none.
  std::optional<MarkerFrame> take_target() { return target_ ? target_->take() : std::nullopt; }

  /// @return How the way from a tracker on another computer is, about ten times a second; never waits.
  /// Nothing where markers come otherwise.
  std::optional<MarkerPathHealth> take_path_health() { return newest_path_health_.take(); }

  /// @return The same of the way from the targets' own tracker.
  std::optional<MarkerPathHealth> take_target_path_health() {
    return target_ ? target_->take_path_health() : std::nullopt;
  }

  /// Tells the vision what to expect next.
  void expect(const MarkerPrediction& prediction);

  /// Before anything is expected: LEDs are told apart by their known lengths alone. Where people move the
  /// joints, potentiometers may be what is to be calibrated.
  void forget_joints() { joints_told_ = false; }

  /// @return The camera has gone or the recording is over.
  bool ended() const { return ended_; }

 private:
  bool read_one(MarkerFrame& frame);
  void run_vision();
  void look_at_path();

  Hal& hal_;
  Hal target_hal_;                       // the targets' own source as the only one
  std::unique_ptr<MarkerInput> target_;  // null: they have none
  VisionPipeline* vision_;
  PictureListener on_picture_;
  MarkerListener on_markers_;
  bool joints_told_ = true;
  MarkerPrediction prediction_;  // of the thread that runs the vision
  SpotMemory spots_before_;      // the vision's memory before the picture in its hands
  LatestValue<MarkerPrediction> newest_prediction_;
  LatestValue<MarkerFrame> newest_frame_;
  LatestValue<MarkerPathHealth> newest_path_health_;
  std::optional<Time> looked_at_path_;  // of the thread that runs the vision
  std::atomic<bool> ended_{false};
  std::atomic<bool> closing_{false};
  std::thread thread_;
};

}  // namespace freefloat
