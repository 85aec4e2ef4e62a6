#include "export/video_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace freefloat {

cv::VideoWriter open_video(const std::string& path, double frame_rate, cv::Size size) {
  const std::string ending = std::filesystem::path(path).extension().string();
  const bool webm = ending == ".webm";
  if (!webm && ending != ".mp4") {
    throw std::runtime_error("a video's name ends in .mp4 (H.264) or .webm (VP9), not as in " + path);
  }
  if (!std::ofstream(path, std::ios::binary)) {
    throw std::runtime_error("cannot write the video " + path + ": " + std::strerror(errno));
  }
  const int codec =
      webm ? cv::VideoWriter::fourcc('V', 'P', '9', '0') : cv::VideoWriter::fourcc('a', 'v', 'c', '1');
  cv::VideoWriter writer;
  if (writer.open(path, cv::CAP_FFMPEG, codec, frame_rate, size)) return writer;
  std::filesystem::remove(path);
  throw std::runtime_error("cannot write the video " + path + ": OpenCV's FFmpeg has no encoder for " +
                           (webm ? "VP9; name a .mp4 file" : "H.264; name a .webm file") +
                           ", or install Debian's libavcodec59 with its codecs");
}

}  // namespace freefloat
