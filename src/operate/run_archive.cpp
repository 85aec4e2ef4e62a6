#include "operate/run_archive.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "drawing/page.h"
#include "operate/run_track.h"
#include "runlog/inspect_run.h"
#include "runlog/wall_time.h"

namespace freefloat {

namespace {

using nlohmann::json;

constexpr std::size_t kMostRuns = 1000;       // the newest
constexpr std::size_t kMostNoteBytes = 2000;  // of one note

json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  return file ? json::parse(file, nullptr, false) : json(json::value_t::discarded);
}

/// Of a run that has only its log: made by another program or an older one.
json summary_of_log(const std::filesystem::path& log) {
  const auto info = inspect_run(log.string());
  if (!info) return {{"text", info.error()}, {"passed", false}};
  bool passed = !info->phases.empty();
  std::string text;
  for (const PhaseEvent& phase : info->phases) {
    if (phase.moment != PhaseMoment::kEnd || phase.passed) continue;
    passed = false;
    if (text.empty()) text = std::string(phase.name.view()) + ": " + std::string(phase.reason.view());
  }
  return {{"started", text_in(info->identity, kStartedKey)},
          {"experiment", text_in(info->identity, "experiment")},
          {"seed", std::strtoull(text_in(info->identity, "seed").c_str(), nullptr, 10)},
          {"passed", passed},
          {"text", text},
          {"seconds", to_seconds(info->last - info->first)},
          {"numbers", json::object()}};
}

constexpr const char* kLogName = "run.mcap";

json read_run(const std::filesystem::path& folder) {
  json run = read_json(folder / "summary.json");
  if (!run.is_object()) {
    run = summary_of_log(folder / kLogName);
    write_page(run.dump(2) + "\n", folder / "summary.json");
  }
  run["name"] = folder.filename().string();
  const json notes = read_json(folder / "notes.json");
  run["notes"] = notes.is_array() ? notes : json::array();
  return run;
}

/// Of a log that has no folder of its own; nothing is written beside it.
json read_lone_run(const std::filesystem::path& log) {
  json run = summary_of_log(log);
  run["name"] = log.stem().string();
  run["notes"] = json::array();
  return run;
}

}  // namespace

RunArchive RunArchive::of_log(const std::filesystem::path& log) {
  std::error_code trouble;
  const std::filesystem::path whole = std::filesystem::canonical(log, trouble);
  const std::filesystem::path& path = trouble ? log : whole;
  return {path.parent_path().parent_path(), path};
}

void RunArchive::refresh() {
  if (!log_.empty()) {
    json run = has_folder() ? read_run(log_.parent_path()) : read_lone_run(log_);
    const std::lock_guard lock(mutex_);
    runs_ = {std::move(run)};
    return;
  }
  std::vector<std::filesystem::path> folders;
  std::error_code trouble;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, trouble)) {
    if (std::filesystem::exists(entry.path() / kLogName, trouble) &&
        std::filesystem::exists(entry.path() / "report.html", trouble))
      folders.push_back(entry.path());
  }
  std::sort(folders.rbegin(), folders.rend());
  if (folders.size() > kMostRuns) folders.resize(kMostRuns);
  std::vector<json> runs;
  for (const auto& folder : folders) runs.push_back(read_run(folder));
  const std::lock_guard lock(mutex_);
  runs_ = std::move(runs);
}

json RunArchive::list() const {
  const std::lock_guard lock(mutex_);
  return runs_;
}

std::filesystem::path RunArchive::find(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const bool listed =
      std::any_of(runs_.begin(), runs_.end(), [&](const json& run) { return run["name"] == name; });
  if (!listed) return {};
  return log_.empty() ? folder_ / name / kLogName : log_;
}

std::string RunArchive::note(const std::string& name, const std::string& by, const std::string& text) {
  const std::filesystem::path log = find(name);
  if (log.empty()) return "there is no run of that name";
  if (!has_folder()) return "notes are kept in the folder of a run, and this log has none of its own";
  if (text.empty() || text.size() > kMostNoteBytes) return "a note has 1 to 2000 bytes";
  const json note{{"at", iso_time(wall_time_ns())}, {"by", by}, {"text", text}};
  const std::lock_guard lock(mutex_);
  for (json& run : runs_) {
    if (run["name"] != name) continue;
    json notes = run["notes"];
    notes.push_back(note);
    const auto written = write_page(notes.dump(2, ' ', false, json::error_handler_t::replace) + "\n",
                                    log.parent_path() / "notes.json");
    if (!written) return written.error();
    run["notes"] = std::move(notes);
  }
  return "";
}

std::string RunArchive::track(const std::string& name) const {
  const std::filesystem::path log = find(name);
  if (!has_folder()) {
    const std::lock_guard lock(mutex_);
    return lone_track_;
  }
  std::ifstream file(log.parent_path() / "track.json");
  std::stringstream text;
  if (!log.empty() && file) text << file.rdbuf();
  return text.str();
}

std::string RunArchive::make_track(const std::string& name) {
  const std::filesystem::path log = find(name);
  if (log.empty()) return "there is no run of that name";
  const auto track = read_run_track(log.string());
  if (!track) return track.error();
  if (!has_folder()) {
    const std::lock_guard lock(mutex_);
    lone_track_ = track->dump();
    return "";
  }
  const auto written = write_page(track->dump(), log.parent_path() / "track.json");
  return written ? "" : written.error();
}

/// @return Whether each run has a folder of its own, as those that this program makes.
bool RunArchive::has_folder() const {
  std::error_code trouble;
  return log_.empty() || (log_.filename() == kLogName &&
                          std::filesystem::exists(log_.parent_path() / "report.html", trouble));
}

}  // namespace freefloat
