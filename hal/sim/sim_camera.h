#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "hal/camera.h"
#include "hal/sim/led_cover.h"
#include "hal/sim/rendered_camera.h"
#include "hal/sim/sim_world.h"
#include "vision/camera_model.h"

namespace freefloat {

/// A picture being taken or on its way: where the LEDs were while the shutter was open.
struct Exposure {
  std::uint64_t sequence = 0;
  Time capture_time{};  ///< middle of the exposure
  SceneSamples scene;
  int instants_taken = 0;
  bool lost = false;
  Duration late{};     ///< beyond the camera's latency
  Duration stamp{};    ///< by which its time stamp is late
  int swapped = -1;    ///< not negative: this LED and the next are taken for one another
  bool stuck = false;  ///< shows what the picture before showed
  bool garbage = false;
  bool doubled = false;  ///< comes twice
};

/// What a tracker takes camera and LEDs for: positions on the table are worked out with it.
struct CameraBelief {
  std::vector<MarkerParameters> markers;  ///< of the robot
  CameraModel camera;
};

/// The simulated ceiling camera: opens its shutter at fixed times, samples the LEDs while it is open, and
/// gives a picture, or the LEDs' positions without pixels, when the camera's latency has passed.
class SimCamera {
 public:
  /// @param robot, camera The true ones.
  /// @param belief Used where `config` has a truth and no pictures are rendered.
  SimCamera(const SimConfig& config, const RobotParameters& robot, const CameraParameters& camera,
            CameraBelief belief);

  /// Looks at the world; call after each of its steps, and once before the first.
  void expose(const SimWorld& world);

  /// Pictures that are being taken or on their way never arrive.
  void forget_pictures() { exposures_.clear(); }

  /// @param now Time of the world.
  /// @return The next picture whose latency has passed, if any.
  std::optional<Exposure> take_ready(Time now);

  /// Draws a picture; its pixels stay valid until the next call. Only where pictures are rendered.
  void develop(const Exposure& exposure, CameraPicture& picture);

  /// Measures the LEDs without pixels, with the noise of a centroid.
  void develop(const Exposure& exposure, MarkerFrame& frame);

  /// What our vision, which sees one camera's pictures, makes of LEDs so near that they shine as one spot: it
  /// takes the spot apart when it expects both, and else takes it for the first of them. Trackers with eyes
  /// of their own do not.
  /// @param frame From `develop`, with the prediction that the vision would have had.
  void merge_spots(MarkerFrame& frame) const;

  /// @return Whether there was an exposure to develop.
  template <class Frame>
  ReadStatus develop(const std::optional<Exposure>& exposure, Frame& frame) {
    if (exposure) develop(*exposure, frame);
    return exposure ? ReadStatus::kFrame : ReadStatus::kNone;
  }

 private:
  static constexpr int kInstants = 3;  // of an exposure: shutter opens, middle, shutter closes; rolling and
                                       // interlaced: for the first row, in the middle, for the last row

  void open_shutter(const SimWorld& world);
  void fail(const SimWorld& world, Exposure& exposure);
  void spoil(CameraPicture& picture);
  void spoil(MarkerFrame& frame);
  void sample_scene(const SimWorld& world, int instant, double ago, SceneSamples& scene) const;
  void believe(int led, const LedSamples& sample, MarkerMeasurement& marker) const;
  Time capture_time(std::uint64_t frame) const;
  Time instant_time(Time capture_time, int instant) const;

  const ImagingParameters imaging_;
  const std::vector<TargetParameters> targets_;
  const std::vector<MarkerParameters> robot_markers_;
  const CameraParameters parameters_;
  const Duration span_;  // from opening to closing, read-out included
  const CameraModel model_;
  const LedCover cover_;
  const CameraBelief belief_;
  const bool differs_;    // from what the tracker believes
  const Duration stamp_;  // by which time stamps are late
  std::unique_ptr<RenderedCamera> renderer_;
  Random frame_random_;
  Random marker_random_;
  std::uint64_t next_frame_ = 0;
  Time next_capture_{};  // of the picture whose shutter opens next
  std::deque<Exposure> exposures_;
  std::optional<Time> passed_;  // capture time of the newest picture that a slow camera let pass
  Random fault_random_;
  CameraPicture last_picture_;
  MarkerFrame last_frame_;
  std::vector<std::uint8_t> garbage_;
};

}  // namespace freefloat
