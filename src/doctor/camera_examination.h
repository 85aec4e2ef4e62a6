#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "doctor/finding.h"
#include "hal/camera_health.h"
#include "hal/make/make_hal.h"

namespace freefloat {

/// What the doctor found out about the camera of a testbed.
struct CameraExamination {
  std::string name;                    ///< as the testbed names it
  std::string problem;                 ///< why it gives no pictures; empty when it could be opened
  std::uint64_t pictures = 0;          ///< that came
  std::optional<CameraHealth> health;  ///< empty for a recording
};

/// Takes pictures for a while.
/// @param stop Ends it early.
CameraExamination examine_camera(Camera& camera, Clock& clock, Duration length,
                                 const std::atomic<bool>& stop);

/// Opens the camera of a testbed and does that. What cannot be opened becomes the answer's `problem`.
/// @param config With a camera that gives pictures.
CameraExamination examine_camera(const HalConfig& config, Duration length, const std::atomic<bool>& stop);

/// Dropped pictures, wrong formats, stamps that are arrival times, and how the camera is set.
std::vector<Finding> judge_camera(const CameraExamination& camera);

}  // namespace freefloat
