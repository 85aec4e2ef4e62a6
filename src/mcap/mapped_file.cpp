#include "mcap/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace freefloat {

tl::expected<MappedFile, std::string> MappedFile::open(const std::string& path) {
  const auto fail = [&](const char* what) {
    return tl::make_unexpected(std::string("cannot ") + what + " " + path + ": " + std::strerror(errno));
  };
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail("open");
  struct stat facts {};
  if (::fstat(descriptor, &facts) != 0 || S_ISDIR(facts.st_mode)) {
    if (errno == 0) errno = EISDIR;
    const auto failure = fail("read");
    ::close(descriptor);
    return failure;
  }
  MappedFile file;
  if (const auto size = static_cast<std::size_t>(facts.st_size); size > 0) {
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
    if (memory == MAP_FAILED) {
      const auto failure = fail("read");
      ::close(descriptor);
      return failure;
    }
    file.bytes_ = {static_cast<std::uint8_t*>(memory), size};
  }
  ::close(descriptor);
  return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

}  // namespace freefloat
