#include "console/encode_jpeg.h"

#include <turbojpeg.h>

#include <memory>

namespace freefloat::console {

void encode_jpeg(const ImageView& image, std::vector<std::uint8_t>& bytes) {
  constexpr int kQuality = 80;
  // What it needs to compress is made once a thread.
  thread_local const std::unique_ptr<void, int (*)(tjhandle)> encoder(tjInitCompress(), tjDestroy);
  bytes.clear();
  if (encoder == nullptr || image.pixels == nullptr || image.width < 1 || image.height < 1) return;
  bytes.resize(tjBufSize(image.width, image.height, TJSAMP_GRAY));
  unsigned char* place = bytes.data();
  unsigned long size = bytes.size();
  const int failed =
      tjCompress2(encoder.get(), image.pixels, image.width, static_cast<int>(image.stride), image.height,
                  TJPF_GRAY, &place, &size, TJSAMP_GRAY, kQuality, TJFLAG_NOREALLOC);
  bytes.resize(failed != 0 ? 0 : size);
}

}  // namespace freefloat::console
