#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace freefloat {

struct VideoOptions {
  std::string video_path;    ///< .mp4 (H.264) or .webm (VP9); empty: none
  std::string png_folder;    ///< frame_00000.png, ...; empty: none
  double frame_rate = 25.0;  ///< pictures a second of the run, Hz
};

/// Draws a run from above, frame by frame: robot, target, their paths; beside it what the log holds of the
/// camera's pictures. Geometry comes from the configuration that the log holds.
/// @return The number of frames, or what went wrong.
tl::expected<std::uint64_t, std::string> export_video(const std::string& log_path,
                                                      const VideoOptions& options);

}  // namespace freefloat
