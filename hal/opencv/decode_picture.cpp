#include "hal/opencv/decode_picture.h"

#include <opencv2/imgcodecs.hpp>

namespace freefloat {

bool decode_grey(const std::uint8_t* bytes, std::size_t size, int width, int height, std::uint8_t* grey) {
  if (size == 0) return false;
  const cv::Mat packed(1, static_cast<int>(size), CV_8UC1, const_cast<std::uint8_t*>(bytes));
  const cv::Mat picture = cv::imdecode(packed, cv::IMREAD_GRAYSCALE);
  if (picture.cols != width || picture.rows != height) return false;
  picture.copyTo(cv::Mat(height, width, CV_8UC1, grey));
  return true;
}

}  // namespace freefloat
