#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <functional>

#include "hal/camera.h"
#include "types/marker_frame.h"
#include "vision/vision_pipeline.h"

namespace freefloat {

/// What became of a whole recording, or of a camera's pictures until somebody stopped.
struct TrackSummary {
  std::uint64_t pictures = 0;
  std::array<std::uint64_t, kMaxMarkers> seen{};  ///< pictures in which each LED was seen
  ReadStatus end = ReadStatus::kNone;           ///< kEnded, kFailed; kNone: stopped, or the camera is silent
  std::chrono::duration<double> vision_time{};  ///< of this PC, in the vision alone
  std::chrono::duration<double> total_time{};   ///< of this PC, reading and listeners included
};

/// Called with each picture and what the vision made of it. @return False ends the tracking.
using TrackedPictureListener = std::function<bool(const CameraPicture&, const MarkerFrame&)>;

/// Adds to what is expected of a picture what others know, such as the joints' angles.
using Knowledge = std::function<void(MarkerPrediction&)>;

/// Runs the vision alone, without a robot, on all pictures that a camera gives. What it expects in a picture
/// comes from the pictures before. The markers of a recording are the same in every run.
/// @param stop Set by a signal handler: ends after the present picture.
/// @return kNone in `end` also when a camera has given no picture 50 times in a row.
TrackSummary track_markers(Camera& camera, VisionPipeline& vision, const TrackedPictureListener& on_picture,
                           const std::atomic<bool>& stop, const Knowledge& knowledge = {});

}  // namespace freefloat
