#include "bring_up/find_runs.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "config/yaml/config_error.h"
#include "replay/logged_configuration.h"
#include "runlog/run_reader.h"

namespace freefloat {

namespace {

namespace fs = std::filesystem;

bool is_same_camera(const CameraParameters& a, const CameraParameters& b) {
  return a.width == b.width && a.height == b.height && a.fx == b.fx && a.fy == b.fy && a.cx == b.cx &&
         a.cy == b.cy && a.distortion_model == b.distortion_model && a.distortion == b.distortion &&
         a.p_WC == b.p_WC && a.rpy_WC == b.rpy_WC;
}

bool is_same_body(const RobotParameters& a, const RobotParameters& b) {
  const auto same_link = [](const LinkParameters& one, const LinkParameters& other) {
    return one.to_mass_centre == other.to_mass_centre && one.to_end == other.to_end;
  };
  const auto same_led = [](const MarkerParameters& one, const MarkerParameters& other) {
    return one.name == other.name && one.body == other.body && one.position == other.position &&
           one.height == other.height;
  };
  return a.satellite_to_joint == b.satellite_to_joint &&
         std::equal(a.links.begin(), a.links.end(), b.links.begin(), b.links.end(), same_link) &&
         std::equal(a.markers.begin(), a.markers.end(), b.markers.begin(), b.markers.end(), same_led);
}

/// Its folder may go away while it is read.
std::vector<FoundRun> runs_in(const fs::path& folder) {
  std::vector<FoundRun> runs;
  std::error_code unreadable;
  for (fs::directory_iterator at(folder, unreadable), end; !unreadable && at != end;
       at.increment(unreadable)) {
    const fs::path log = at->path() / "run.mcap";
    std::ifstream file(at->path() / "summary.json");
    const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
    std::error_code missing;
    if (!json.is_object() || !fs::exists(log, missing)) continue;
    const auto passed = json.find("passed");
    const auto words = json.find("text");
    if (passed == json.end() || !passed->is_boolean() || words == json.end() || !words->is_string()) continue;
    runs.push_back({log, passed->get<bool>(), words->get<std::string>()});
  }
  return runs;
}

}  // namespace

std::vector<FoundRun> find_runs(const fs::path& folder) {
  std::vector<FoundRun> runs = runs_in(folder);
  // Their folders' names begin with the time.
  std::sort(runs.begin(), runs.end(), [](const FoundRun& a, const FoundRun& b) { return a.log > b.log; });
  return runs;
}

bool was_made_with(const fs::path& log, const RobotParameters& robot, const CameraParameters& camera) {
  auto reader = RunReader::open(log.string());
  if (!reader) return false;
  LoggedConfiguration logged;
  while (const RunItem* item = reader->next()) {
    if (item->attachment != nullptr) logged.add(*item->attachment);
    if (item->metadata != nullptr) logged.add(*item->metadata);
    if (item->cycle != nullptr && logged.present()) break;  // it stands before the first cycle
  }
  if (!logged.present()) return false;
  try {
    const RunConfig config = logged.load();
    return is_same_body(config.controller.robot, robot) && is_same_camera(config.camera, camera);
  } catch (const ConfigError&) {
    return false;  // of another version, whose files read otherwise now
  }
}

}  // namespace freefloat
