#include "hal/serial/port_owner.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

namespace freefloat {
namespace {

namespace fs = std::filesystem;

bool holds(const fs::path& process, const fs::path& device) {
  std::error_code error;
  for (fs::directory_iterator entry(process / "fd", error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unreadable;
    if (fs::read_symlink(entry->path(), unreadable) == device) return true;
  }
  return false;
}

bool is_process(const std::string& name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c); });
}

std::string describe_process(const std::string& number, const fs::path& root = "/") {
  std::string name;
  std::getline(std::ifstream(root / "proc" / number / "comm"), name);
  return name + " (process " + number + ")";
}

}  // namespace

std::string find_port_user(const std::string& path, const fs::path& root) {
  std::error_code error;
  const fs::path device = fs::weakly_canonical(path, error);
  if (error) return {};
  const std::string own = std::to_string(getpid());
  for (fs::directory_iterator entry(root / "proc", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string number = entry->path().filename();
    if (!is_process(number) || number == own || !holds(entry->path(), device)) continue;
    return describe_process(number, root);
  }
  return {};
}

// A line of /proc/locks: `1: FLOCK  ADVISORY  WRITE 1234 00:18:5 0 EOF`, the device in hexadecimal and the
// file's number behind the process.
std::string find_lock_owner(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  const std::string device =
      fmt::format("{:02x}:{:02x}:{}", major(status.st_dev), minor(status.st_dev), status.st_ino);
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number, kind, advisory, access, process, file;
    words >> number >> kind >> advisory >> access >> process >> file;
    if (kind == "FLOCK" && file == device) return describe_process(process);
  }
  return {};
}

std::string list_serial_ports() {
  std::string names;
  std::error_code error;
  for (fs::directory_iterator entry("/dev/serial/by-id", error), end; !error && entry != end;
       entry.increment(error)) {
    names += "\n  " + entry->path().string();
  }
  return names;
}

}  // namespace freefloat
