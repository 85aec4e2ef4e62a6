#include "load/process_state.h"

#include <malloc.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace freefloat::load {

namespace {

std::size_t entries_of(const char* folder) {
  const std::filesystem::directory_iterator all(folder);
  return std::distance(begin(all), end(all));
}

}  // namespace

Holdings look_at_process() {
  Holdings holdings;
  std::size_t pages = 0, resident_pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident_pages;
  holdings.resident_bytes = resident_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const struct mallinfo2 heap = mallinfo2();
  holdings.heap_bytes = heap.uordblks + heap.hblkhd;
  holdings.descriptors = entries_of("/proc/self/fd");
  holdings.threads = entries_of("/proc/self/task");
  return holdings;
}

std::map<std::string, double> thread_seconds() {
  std::map<std::string, double> seconds;
  std::error_code gone;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", gone)) {
    std::string name;
    std::getline(std::ifstream(thread.path() / "comm"), name);
    double nanoseconds = 0.0;
    std::ifstream(thread.path() / "schedstat") >> nanoseconds;
    seconds[name] += 1e-9 * nanoseconds;
  }
  return seconds;
}

}  // namespace freefloat::load
