#include "hal/opencv/decode_picture.h"

#include "picture_files/codecs.h"

namespace freefloat {

bool decode_grey(const std::uint8_t* bytes, std::size_t size, int width, int height, std::uint8_t* grey) {
  const cv::Mat picture = codecs().decode({bytes, size}, cv::IMREAD_GRAYSCALE);
  if (picture.cols != width || picture.rows != height) return false;
  picture.copyTo(cv::Mat(height, width, CV_8UC1, grey));
  return true;
}

}  // namespace freefloat
