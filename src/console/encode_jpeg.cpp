#include "console/encode_jpeg.h"

#include <opencv2/imgcodecs.hpp>

namespace freefloat::console {

void encode_jpeg(const ImageView& image, std::vector<std::uint8_t>& bytes) {
  constexpr int kQuality = 80;
  // OpenCV's matrix does not write to what it only reads.
  const cv::Mat picture(image.height, image.width, CV_8UC1, const_cast<std::uint8_t*>(image.pixels),
                        static_cast<std::size_t>(image.stride));
  if (picture.empty() || !cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, kQuality}))
    bytes.clear();
}

}  // namespace freefloat::console
