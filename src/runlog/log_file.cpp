#include "runlog/log_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "runlog/crc32.h"

namespace freefloat {
namespace {

/// A power cut must not lose the new file's name either. Folders that cannot be synced are as good as it
/// gets.
void sync_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

tl::expected<LogFile, std::string> LogFile::create(const std::string& path, bool replace_existing) {
  LogFile file;
  const int extra = replace_existing ? O_TRUNC : O_EXCL;
  file.descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | extra, 0644);
  if (file.descriptor_ < 0) {
    return tl::make_unexpected("cannot create the log " + path + ": " + std::strerror(errno));
  }
  sync_folder_of(path);
  return file;
}

LogFile::LogFile(LogFile&& other) noexcept {
  *this = std::move(other);
}

LogFile& LogFile::operator=(LogFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  std::swap(crc_, other.crc_);
  std::swap(error_, other.error_);
  std::swap(failing_, other.failing_);
  return *this;
}

LogFile::~LogFile() {
  close();
}

bool LogFile::append(std::span<const std::uint8_t> record) {
  std::size_t done = 0;
  while (done < record.size()) {
    const ssize_t written = ::write(descriptor_, record.data() + done, record.size() - done);
    if (written > 0) {
      done += static_cast<std::size_t>(written);
    } else if (written == 0 || errno != EINTR) {
      error_ = written == 0 ? EIO : errno;
      failing_ = true;
      // Take the torn record back; where that is impossible (a pipe), readers still stop at the last whole
      // one.
      if (done > 0 && ::ftruncate(descriptor_, static_cast<off_t>(size_)) == 0) {
        ::lseek(descriptor_, static_cast<off_t>(size_), SEEK_SET);
      }
      return false;
    }
  }
  failing_ = false;
  size_ += record.size();
  crc_ = crc32_of(record, crc_);
  return true;
}

bool LogFile::sync() {
  // EINVAL: a pipe or device, which has nothing to sync.
  if (::fdatasync(descriptor_) == 0 || errno == EINVAL) return true;
  error_ = errno;
  failing_ = true;
  return false;
}

bool LogFile::close() {
  if (descriptor_ < 0) return true;
  const bool synced = sync();
  const bool closed = ::close(std::exchange(descriptor_, -1)) == 0;
  if (!closed) error_ = errno;
  return synced && closed;
}

}  // namespace freefloat
