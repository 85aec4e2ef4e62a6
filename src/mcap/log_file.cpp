#include "mcap/log_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "mcap/crc32.h"

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

tl::expected<std::unique_ptr<LogFile>, std::string> LogFile::create(const std::string& path,
                                                                    bool replace_existing) {
  std::unique_ptr<LogFile> file(new LogFile());
  file->path_ = path;
  const int extra = replace_existing ? O_TRUNC : O_EXCL;
  file->descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | extra, 0644);
  if (file->descriptor_ < 0) {
    return tl::make_unexpected("cannot create the log " + path + ": " + std::strerror(errno));
  }
  sync_folder_of(path);
  return file;
}

LogFile::~LogFile() {
  close();
}

bool LogFile::append(std::span<const std::uint8_t> record) {
  append_failing_ = true;
  if (torn_ && !take_back()) return false;
  std::size_t done = 0;
  while (done < record.size()) {
    const ssize_t written = ::write(descriptor_, record.data() + done, record.size() - done);
    if (written > 0) {
      done += written;
    } else if (written == 0 || errno != EINTR) {
      fail(written == 0 ? EIO : errno);
      torn_ = true;
      take_back();
      return false;
    }
  }
  append_failing_ = false;
  size_ += record.size();
  crc_ = crc32_of(record, crc_);
  return true;
}

/// Makes the file end after its last whole record again. Where it cannot be cut, the next record is at least
/// written over the torn one.
/// @return False when not even that is possible, as in a pipe: nothing can be appended any more.
bool LogFile::take_back() {
  const auto end = static_cast<off_t>(size_);
  torn_ = ::ftruncate(descriptor_, end) != 0;
  return ::lseek(descriptor_, end, SEEK_SET) == end;
}

bool LogFile::sync() {
  int result = 0;
  while ((result = ::fdatasync(descriptor_)) != 0 && errno == EINTR) {
  }
  // EINVAL: a pipe or device, which has nothing to sync.
  sync_failing_ = result != 0 && errno != EINVAL;
  if (!sync_failing_) return true;
  ++failed_syncs_;
  return fail(errno);
}

bool LogFile::is_at_its_path() const {
  if (descriptor_ < 0) return closed_at_its_path_;
  struct stat mine {};
  struct stat there {};
  return ::fstat(descriptor_, &mine) == 0 && ::stat(path_.c_str(), &there) == 0 &&
         mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
}

/// A removed file cannot be given a name again, so its bytes are copied.
bool LogFile::put_back() {
  const int source = ::open(("/proc/self/fd/" + std::to_string(descriptor_)).c_str(), O_RDONLY | O_CLOEXEC);
  if (source < 0) return fail(errno);
  std::error_code ignored;  // what matters is whether the file can be made
  std::filesystem::create_directories(std::filesystem::absolute(path_).parent_path(), ignored);
  const auto created = create(path_, false);
  LogFile* const copy = created ? created->get() : nullptr;
  bool whole = copy != nullptr;
  if (!whole) fail(errno);
  std::vector<std::uint8_t> block(64 * 1024);
  while (whole && copy->size() < size_) {
    const ssize_t got =
        ::read(source, block.data(), std::min<std::uint64_t>(block.size(), size_ - copy->size()));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(got == 0 ? EIO : errno);
    whole = got > 0 && copy->append({block.data(), static_cast<std::size_t>(got)});
  }
  ::close(source);
  if (copy == nullptr) return false;
  const bool closed = copy->close();
  if (copy->error() != 0) fail(copy->error());
  whole = whole && closed && copy->crc() == crc_;
  // Half a log must not pass for the whole one.
  if (!whole) ::unlink(path_.c_str());
  return whole;
}

bool LogFile::close() {
  if (descriptor_ < 0) return true;
  if (torn_) take_back();
  const bool synced = sync();
  closed_at_its_path_ = is_at_its_path() || put_back();
  const bool closed = ::close(std::exchange(descriptor_, -1)) == 0;
  if (!closed) fail(errno);
  return synced && closed_at_its_path_ && closed;
}

}  // namespace freefloat
