#include "hal/opencv/decode_picture.h"

#include <opencv2/core.hpp>

#include "picture_files/codecs.h"

namespace freefloat {

bool decode_grey(const std::uint8_t* bytes, std::size_t size, int width, int height, std::uint8_t* grey) {
  const cv::Mat picture = codecs().decode_grey({bytes, size});
  if (picture.cols != width || picture.rows != height) return false;
  picture.copyTo(cv::Mat(height, width, CV_8UC1, grey));
  return true;
}

}  // namespace freefloat
