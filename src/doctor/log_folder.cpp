#include "doctor/log_folder.h"

#include <fmt/format.h>
#include <unistd.h>

namespace freefloat {

namespace fs = std::filesystem;

namespace {

constexpr double kBytesAnHour = 0.5e9;  // 134 kB a second at 100 Hz, without pictures
constexpr double kLeastHours = 1.0;
constexpr double kComfortableHours = 10.0;
constexpr double kGigabyte = 1e9;

}  // namespace

LogFolder examine_log_folder(const fs::path& log_dir) {
  LogFolder folder;
  std::error_code error;
  fs::path existing = fs::absolute(log_dir, error).lexically_normal();
  while (!existing.empty() && !fs::exists(existing, error) && existing != existing.parent_path())
    existing = existing.parent_path();
  folder.path = existing.string();
  folder.writable = fs::is_directory(existing, error) && access(existing.c_str(), W_OK | X_OK) == 0;
  const fs::space_info space = fs::space(existing, error);
  folder.free_bytes = error ? 0 : space.available;
  return folder;
}

Finding judge_log_folder(const LogFolder& folder) {
  const double bytes = static_cast<double>(folder.free_bytes), hours = bytes / kBytesAnHour;
  Finding finding{
      Grade::kGood, "log folder",
      fmt::format("{:.1f} GB free, about {:.0f} hours of runs, in {}", bytes / kGigabyte, hours, folder.path),
      ""};
  if (!folder.writable) {
    finding.grade = Grade::kProblem;
    finding.text = folder.path + " cannot be written";
    finding.remedy = "name another folder with --log-dir";
  } else if (hours < kComfortableHours) {
    finding.grade = hours < kLeastHours ? Grade::kProblem : Grade::kWarning;
    finding.remedy = "delete old runs, or name a folder on another disk with --log-dir";
  }
  return finding;
}

}  // namespace freefloat
