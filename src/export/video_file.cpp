#include "export/video_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "picture_files/codecs.h"

namespace freefloat {

std::unique_ptr<cv::VideoWriter> open_video(const std::string& path, double frame_rate, cv::Size size) {
  const std::string ending = std::filesystem::path(path).extension().string();
  const bool webm = ending == ".webm";
  if (!webm && ending != ".mp4") {
    throw std::runtime_error("a video's name ends in .mp4 (H.264) or .webm (VP9), not as in " + path);
  }
  if (!std::ofstream(path, std::ios::binary)) {
    throw std::runtime_error("cannot write the video " + path + ": " + std::strerror(errno));
  }
  if (auto video = codecs().write_video(path, webm ? "VP90" : "avc1", frame_rate, size.width, size.height))
    return video;
  std::filesystem::remove(path);
  throw std::runtime_error("cannot write the video " + path + ": OpenCV's FFmpeg has no encoder for " +
                           (webm ? "VP9; name a .mp4 file" : "H.264; name a .webm file") +
                           ", or install Debian's libavcodec59 with its codecs");
}

}  // namespace freefloat
