#include "hal/link_key.h"

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "hal/hal_error.h"

namespace freefloat {

LinkKey read_key_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    throw HalError(path + ": key file cannot be read: " + std::strerror(errno) +
                   "; make one with: openssl rand -hex 32 > " + path);
  }
  if (!S_ISREG(status.st_mode)) throw HalError(path + ": key file is no regular file");
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw HalError(path + ": key file is open to other users; close it with: chmod 600 " + path);
  }
  std::string text;
  if (!(std::ifstream(path) >> text)) throw HalError(path + ": key file is empty or cannot be read");
  LinkKey key{};
  if (text.size() != 2 * key.size()) {
    throw HalError(fmt::format("{}: key file holds {} digits, wanted are {} hexadecimal ones", path,
                               text.size(), 2 * key.size()));
  }
  for (std::size_t i = 0; i < key.size(); ++i) {
    const char* first = text.data() + 2 * i;
    const auto [end, error] = std::from_chars(first, first + 2, key[i], 16);
    if (error != std::errc{} || end != first + 2)
      throw HalError(fmt::format("{}: key file holds something else than hexadecimal digits at position {}",
                                 path, 2 * i + 1));
  }
  return key;
}

std::optional<LinkKey> read_optional_key(const std::string& path) {
  if (path.empty()) return std::nullopt;
  return read_key_file(path);
}

void draw_random_bytes(std::span<std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = getrandom(bytes.data(), bytes.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      throw HalError(std::string("the kernel gives no random numbers: ") + std::strerror(errno));
    bytes = bytes.subspan(count);
  }
}

std::string warn_of_missing_key(const LinkConfig& link) {
  if (!link.insecure) return {};
  return "commands are not authenticated (insecure: true): whoever reaches the board at " + link.address +
         " may move the robot; give both a key_file";
}

std::string warn_of_missing_key(const MarkerSourceConfig& camera) {
  if (!camera.insecure) return {};
  return "markers are not authenticated (insecure: true): whoever reaches " + camera.listen +
         " may tell the program where robot and target are; give both ends a key_file";
}

}  // namespace freefloat
