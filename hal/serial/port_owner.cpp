#include "hal/serial/port_owner.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

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

}  // namespace

std::string find_port_owner(const std::string& path) {
  std::error_code error;
  const fs::path device = fs::canonical(path, error);
  if (error) return {};
  const std::string own = std::to_string(getpid());
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const std::string number = entry->path().filename();
    if (!is_process(number) || number == own || !holds(entry->path(), device)) continue;
    std::string name;
    std::getline(std::ifstream(entry->path() / "comm"), name);
    return name + " (process " + number + ")";
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
