#include "doctor/cameras.h"

#include <unistd.h>

#include <algorithm>

#include "doctor/read_line.h"

namespace freefloat {

namespace fs = std::filesystem;

std::vector<CameraInfo> list_cameras(const fs::path& root) {
  std::vector<CameraInfo> cameras;
  std::error_code ignored;
  for (const fs::directory_entry& video : fs::directory_iterator(root / "sys/class/video4linux", ignored)) {
    const std::string index = read_line(video.path() / "index");
    if (!index.empty() && index != "0") continue;
    const std::string node = video.path().filename().string();
    cameras.push_back({"/dev/" + node, read_line(video.path() / "name"),
                       access((root / "dev" / node).c_str(), R_OK | W_OK) == 0});
  }
  std::sort(cameras.begin(), cameras.end(), [](const auto& a, const auto& b) { return a.device < b.device; });
  return cameras;
}

std::vector<Finding> judge_cameras(const std::vector<CameraInfo>& cameras) {
  std::vector<Finding> findings;
  for (const CameraInfo& camera : cameras) {
    Finding finding{Grade::kGood, "camera", camera.device + ", " + camera.name, ""};
    if (!camera.accessible) {
      finding.grade = Grade::kWarning;
      finding.text += ", not open to this user";
      finding.remedy = "`sudo usermod -aG video $USER`, then log in again";
    }
    findings.push_back(finding);
  }
  if (cameras.empty())
    findings.push_back({Grade::kNote, "camera", "none found", "plug it in; a simulated testbed needs none"});
  return findings;
}

}  // namespace freefloat
