#include "mcap/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace freefloat {

void MappedFile::Unmap::operator()(const std::uint8_t* bytes) const {
  ::munmap(const_cast<std::uint8_t*>(bytes), size);
}

tl::expected<MappedFile, std::string> MappedFile::open(const std::string& path) {
  const auto fail = [&](const char* what, int error) {
    return tl::make_unexpected(std::string("cannot ") + what + " " + path + ": " + std::strerror(error));
  };
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail("open", errno);
  struct stat facts {};
  int error = ::fstat(descriptor, &facts) != 0 ? errno : S_ISDIR(facts.st_mode) ? EISDIR : 0;
  MappedFile file;
  if (const std::size_t size = facts.st_size; error == 0 && size > 0) {
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (memory == MAP_FAILED) {
      error = errno;
    } else {
      file.bytes_ = {static_cast<const std::uint8_t*>(memory), Unmap{size}};
    }
  }
  ::close(descriptor);
  if (error != 0) return fail("read", error);
  return file;
}

}  // namespace freefloat
