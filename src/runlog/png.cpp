#include "runlog/png.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "mcap/crc32.h"

namespace freefloat {

namespace {

// https://www.w3.org/TR/png: a signature, then chunks of length, type, content, CRC-32 of type and content;
// numbers with their most significant byte first.
constexpr std::array<std::uint8_t, 8> kSignature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
constexpr std::uint8_t kFilterSub = 1;  // each byte less its left neighbour
constexpr std::size_t kImageHeaderBytes = 13;
constexpr std::uint32_t kLargestImageSide = 8192;

void put_number(std::vector<std::uint8_t>& out, std::uint32_t value) {
  for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

std::uint32_t take_number(std::span<const std::uint8_t> bytes, std::size_t at) {
  return (std::uint32_t{bytes[at]} << 24U) | (std::uint32_t{bytes[at + 1]} << 16U) |
         (std::uint32_t{bytes[at + 2]} << 8U) | bytes[at + 3];
}

void put_chunk(std::vector<std::uint8_t>& out, std::string_view type, std::span<const std::uint8_t> content) {
  put_number(out, static_cast<std::uint32_t>(content.size()));
  const std::size_t begin = out.size();
  out.insert(out.end(), type.begin(), type.end());
  out.insert(out.end(), content.begin(), content.end());
  put_number(out, crc32_of(std::span(out).subspan(begin)));
}

}  // namespace

void encode_png(const ImageView& image, std::vector<std::uint8_t>& png) {
  const auto width = static_cast<std::size_t>(image.width);
  std::vector<std::uint8_t> rows((width + 1) * static_cast<std::size_t>(image.height));
  for (int v = 0; v < image.height; ++v) {
    const std::uint8_t* const from = image.pixels + v * image.stride;
    std::uint8_t* const to = rows.data() + static_cast<std::size_t>(v) * (width + 1);
    to[0] = kFilterSub;
    std::uint8_t left = 0;
    for (std::size_t u = 0; u < width; ++u) {
      to[u + 1] = static_cast<std::uint8_t>(from[u] - left);
      left = from[u];
    }
  }
  // Noise has no repetitions to look for.
  std::vector<std::uint8_t> packed(compressBound(rows.size()));
  z_stream stream{};
  deflateInit2(&stream, 1, Z_DEFLATED, 15, 9, Z_HUFFMAN_ONLY);
  stream.next_in = rows.data();
  stream.avail_in = static_cast<uInt>(rows.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);

  png.assign(kSignature.begin(), kSignature.end());
  std::vector<std::uint8_t> header;
  put_number(header, static_cast<std::uint32_t>(image.width));
  put_number(header, static_cast<std::uint32_t>(image.height));
  header.insert(header.end(), {8, 0, 0, 0, 0});  // bits, grey, deflate, filters, not interlaced
  put_chunk(png, "IHDR", header);
  put_chunk(png, "IDAT", packed);
  put_chunk(png, "IEND", {});
}

std::optional<GreyPicture> decode_png(std::span<const std::uint8_t> png) {
  constexpr std::size_t kChunkRest = 12;  // length, type and checksum
  constexpr std::size_t kDataAt = kSignature.size() + kChunkRest + kImageHeaderBytes;
  if (png.size() < kDataAt + kChunkRest || !std::equal(kSignature.begin(), kSignature.end(), png.begin()))
    return std::nullopt;
  const std::uint32_t width = take_number(png, 16);
  const std::uint32_t height = take_number(png, 20);
  const std::uint32_t length = take_number(png, kDataAt);
  const std::string_view type(reinterpret_cast<const char*>(png.data()) + kDataAt + 4, 4);
  if (width > kLargestImageSide || height > kLargestImageSide || png[24] != 8 || png[25] != 0 ||
      png[28] != 0 || type != "IDAT" || length > png.size() - kDataAt - kChunkRest) {
    return std::nullopt;
  }
  std::vector<std::uint8_t> rows((std::size_t{width} + 1) * height);
  uLongf size = rows.size();
  if (uncompress(rows.data(), &size, png.data() + kDataAt + 8, length) != Z_OK || size != rows.size())
    return std::nullopt;
  GreyPicture picture{static_cast<int>(width), static_cast<int>(height), {}};
  picture.pixels.resize(std::size_t{width} * height);
  for (std::size_t v = 0; v < height; ++v) {
    const std::uint8_t* const from = rows.data() + v * (std::size_t{width} + 1);
    if (from[0] != kFilterSub) return std::nullopt;
    std::uint8_t left = 0;
    for (std::size_t u = 0; u < width; ++u) {
      left = static_cast<std::uint8_t>(left + from[u + 1]);
      picture.pixels[v * width + u] = left;
    }
  }
  return picture;
}

}  // namespace freefloat
