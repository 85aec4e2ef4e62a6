#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>

namespace cv {
class Mat;
class VideoCapture;
class VideoWriter;
}  // namespace cv

namespace freefloat {

/// What is done with a picture's own word of how the camera was held.
enum class Orientation : std::uint8_t {
  kAsTagged,  ///< the picture is turned upright
  kAsStored,  ///< its pixels stay where they are
};

/// Pictures and videos as files. OpenCV's codecs bring two hundred libraries: they come in a module of their
/// own (`hal/opencv/codecs_module.cpp`) when the first picture is read or written, so that neither a run that
/// needs none nor a question on the command line waits for them. Of the videos only what is virtual can be
/// called.
class Codecs {
 public:
  virtual ~Codecs() = default;

  /// @return Grey, empty when there is no picture that can be read.
  virtual cv::Mat read_grey(const std::string& path, Orientation orientation) const = 0;

  /// @return Grey, empty when the bytes are no picture.
  virtual cv::Mat decode_grey(std::span<const std::uint8_t> bytes) const = 0;

  /// @param path Its ending says the format. @param picture Grey, or blue green red.
  /// @return Whether it was written.
  virtual bool write(const std::string& path, const cv::Mat& picture) const = 0;

  /// @param path Of the video.
  /// @param decoders Of `cv::VideoCaptureAPIs`, in the order in which they are tried.
  /// @return Null when none can.
  virtual std::unique_ptr<cv::VideoCapture> open_video(const std::string& path,
                                                       std::initializer_list<int> decoders) const = 0;

  /// @param path Of the video. @param code Four letters of a codec of FFmpeg.
  /// @param frame_rate Pictures a second.
  /// @param width Pixels, even. @param height Pixels, even.
  /// @return Null when FFmpeg has no such encoder or the file cannot be written.
  virtual std::unique_ptr<cv::VideoWriter> write_video(const std::string& path, const char (&code)[5],
                                                       double frame_rate, int width, int height) const = 0;
};

/// The codecs, loaded by the first call, from any thread. That takes a tenth of a second: whoever reads or
/// writes during a run calls it before.
/// @throws std::runtime_error when the module is not there or cannot be loaded.
const Codecs& codecs();

}  // namespace freefloat
