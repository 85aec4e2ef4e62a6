#pragma once

#include <memory>
#include <opencv2/videoio.hpp>
#include <string>

namespace freefloat {

inline const cv::Scalar kPaper(255, 255, 255), kInk(40, 40, 40);  ///< of every drawn video, blue green red

/// Opens a video that browsers play: H.264 in `.mp4`, VP9 in `.webm`.
/// @param path Its ending says which.
/// @param frame_rate Pictures a second.
/// @param size Even numbers of pixels.
/// @throws std::runtime_error with what to do when the ending is another one, the file cannot be written, or
/// this machine's FFmpeg has no such encoder.
std::unique_ptr<cv::VideoWriter> open_video(const std::string& path, double frame_rate, cv::Size size);

}  // namespace freefloat
