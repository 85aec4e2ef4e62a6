#include "runlog/png.h"

#include <png.h>

namespace freefloat {

void encode_png(const ImageView& image, std::vector<std::uint8_t>& png) {
  png_image head{};
  head.version = PNG_IMAGE_VERSION;
  head.width = static_cast<png_uint_32>(image.width);
  head.height = static_cast<png_uint_32>(image.height);
  head.format = PNG_FORMAT_GRAY;
  head.flags = PNG_IMAGE_FLAG_FAST;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(head);
  png.resize(size);
  png_image_write_to_memory(&head, png.data(), &size, 0, image.pixels, static_cast<png_int_32>(image.stride),
                            nullptr);
  png.resize(size);
}

std::optional<GreyPicture> decode_png(std::span<const std::uint8_t> png) {
  constexpr std::uint32_t kLargestSide = 8192;  // a broken header must not ask for all memory
  png_image head{};
  head.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&head, png.data(), png.size()) == 0) return std::nullopt;
  if (head.format != PNG_FORMAT_GRAY || head.width > kLargestSide || head.height > kLargestSide) {
    png_image_free(&head);
    return std::nullopt;
  }
  GreyPicture picture{static_cast<int>(head.width), static_cast<int>(head.height), {}};
  picture.pixels.resize(std::size_t{head.width} * head.height);
  if (png_image_finish_read(&head, nullptr, picture.pixels.data(), 0, nullptr) == 0) return std::nullopt;
  return picture;
}

}  // namespace freefloat
