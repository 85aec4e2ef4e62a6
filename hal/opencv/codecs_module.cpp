// A module that is loaded when it is needed: the only file that is linked with OpenCV's codecs.

#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include "picture_files/codecs.h"

namespace freefloat {
namespace {

class OpenCvCodecs : public Codecs {
 public:
  cv::Mat read_grey(const std::string& path, Orientation orientation) const override {
    const int turn = orientation == Orientation::kAsStored ? cv::IMREAD_IGNORE_ORIENTATION : 0;
    return cv::imread(path, cv::IMREAD_GRAYSCALE | turn);
  }

  cv::Mat decode_grey(std::span<const std::uint8_t> bytes) const override {
    if (bytes.empty()) return {};
    const cv::Mat packed(1, static_cast<int>(bytes.size()), CV_8UC1, const_cast<std::uint8_t*>(bytes.data()));
    return cv::imdecode(packed, cv::IMREAD_GRAYSCALE);
  }

  bool write(const std::string& path, const cv::Mat& picture) const override {
    try {
      return cv::imwrite(path, picture);
    } catch (const cv::Exception&) {  // for an ending that it does not know, among others
      return false;
    }
  }

  std::unique_ptr<cv::VideoCapture> open_video(const std::string& path,
                                               std::initializer_list<int> decoders) const override {
    auto video = std::make_unique<cv::VideoCapture>();
    for (const int decoder : decoders) {
      if (video->open(path, decoder)) return video;
    }
    return nullptr;
  }

  std::unique_ptr<cv::VideoWriter> write_video(const std::string& path, const char (&code)[5],
                                               double frame_rate, int width, int height) const override {
    auto video = std::make_unique<cv::VideoWriter>();
    const int codec = cv::VideoWriter::fourcc(code[0], code[1], code[2], code[3]);
    if (!video->open(path, cv::CAP_FFMPEG, codec, frame_rate, {width, height})) return nullptr;
    return video;
  }
};

}  // namespace
}  // namespace freefloat

extern "C" const freefloat::Codecs* freefloat_codecs();
extern "C" const freefloat::Codecs* freefloat_codecs() {
  static const freefloat::OpenCvCodecs codecs;
  return &codecs;
}
