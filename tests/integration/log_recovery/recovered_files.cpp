#include "integration/log_recovery/recovered_files.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <thread>

#include "mcap/mapped_file.h"
#include "runlog/recover_log.h"

namespace freefloat {
namespace {

/// More than this many that the reader has not opened yet would fill the disk.
constexpr std::size_t kMostWaiting = 16;

std::size_t hash_of(const std::string& path) {
  const auto file = MappedFile::open(path);
  const RecordBytes bytes = file->bytes();
  return std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

LogContent RecoveredFiles::recover(RecordBytes file, const SalvagePlan& plan, const std::string& name) {
  const std::string path = folder_ + "/" + name + ".mcap";
  auto writer = McapWriter::create(path, {.library = "freefloat"});
  if (!writer) {
    std::fprintf(stderr, "%s\n", writer.error().c_str());
    std::exit(1);
  }
  copy_whole_records(file, plan, *writer);
  writer->close();
  LogContent content = read_content(path);
  ++made_;
  const std::size_t hash = hash_of(path);
  const std::lock_guard lock(mutex_);
  if (seen_.insert(hash).second) {
    ++different_;
    hand_on(path);
  } else {
    std::filesystem::remove(path);
  }
  return content;
}

void RecoveredFiles::hand_on(const std::string& path) {
  if (!stream_) return;
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  handed_on_.push_back(path);
  while (handed_on_.size() > kMostWaiting) {
    while (std::filesystem::exists(handed_on_.front()))
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    handed_on_.pop_front();
  }
}

}  // namespace freefloat
