#include "hal/random_session.h"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "hal/hal_error.h"

namespace freefloat {

void draw_random_bytes(std::span<std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = getrandom(bytes.data(), bytes.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      throw HalError(std::string("the kernel gives no random numbers: ") + std::strerror(errno));
    bytes = bytes.subspan(count);
  }
}

std::uint32_t draw_session() {
  std::array<std::uint8_t, 4> bytes{};
  std::uint32_t session = 0;
  while (session == 0) {
    draw_random_bytes(bytes);
    std::memcpy(&session, bytes.data(), sizeof session);
  }
  return session;
}

}  // namespace freefloat
