#include "runlog/png.h"

#include <opencv2/imgcodecs.hpp>

namespace freefloat {

void encode_png(const ImageView& image, std::vector<std::uint8_t>& png) {
  const cv::Mat pixels(image.height, image.width, CV_8UC1, const_cast<std::uint8_t*>(image.pixels),
                       static_cast<std::size_t>(image.stride));
  // Rows as differences of neighbours are OpenCV's own choice; noise has no repetitions to look for.
  cv::imencode(".png", pixels, png, {cv::IMWRITE_PNG_STRATEGY, cv::IMWRITE_PNG_STRATEGY_HUFFMAN_ONLY});
}

std::optional<GreyPicture> decode_png(std::span<const std::uint8_t> png) {
  // A broken header must not ask for all memory: the upper halves of width and height are zero.
  constexpr std::size_t kHeaderBytes = 33;
  if (png.size() < kHeaderBytes || png[16] != 0 || png[17] != 0 || png[20] != 0 || png[21] != 0)
    return std::nullopt;
  cv::Mat pixels;
  try {
    pixels =
        cv::imdecode(cv::Mat(1, static_cast<int>(png.size()), CV_8UC1, const_cast<std::uint8_t*>(png.data())),
                     cv::IMREAD_UNCHANGED);
  } catch (const cv::Exception&) {
    return std::nullopt;
  }
  if (pixels.empty() || pixels.type() != CV_8UC1) return std::nullopt;
  return GreyPicture{pixels.cols, pixels.rows, {pixels.begin<std::uint8_t>(), pixels.end<std::uint8_t>()}};
}

}  // namespace freefloat
