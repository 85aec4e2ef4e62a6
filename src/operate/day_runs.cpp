// What is asked of the runs that were: their list and tracks, notes, replays, what-ifs.
#include "operate/day.h"
#include "operate/replay_job.h"
#include "operate/request.h"

namespace freefloat {

using console::Answer;
using nlohmann::json;

Answer Day::ask_runs(const Asked& asked) {
  const std::string& what = asked.what;
  if (what == "runs") return granted("", {{"runs", archive_.list()}});
  const std::string name = text_of(asked.request, what == "run_track" ? "name" : "run");
  const std::filesystem::path folder = archive_.find(name);
  if (folder.empty()) return refused("there is no run of that name");
  if (what == "run_track") {
    const std::string track = archive_.track(name);
    if (!track.empty()) return granted("", json::parse(track, nullptr, false));
    librarian_.give([this, name] {
      archive_.make_track(name);
      const std::lock_guard lock(mutex_);
      ++day_.runs_version;
    });
    return refused("the run's log is being read: ask again in a moment");
  }
  if (what == "note") {
    const std::string text = text_of(asked.request, "text");
    if (text.empty() || text.size() > 2000) return refused("a note has 1 to 2000 bytes");
    const std::string by = asked.caller.name.empty() ? asked.caller.address : asked.caller.name;
    librarian_.give([this, name, by, text] {
      if (const std::string trouble = archive_.note(name, by, text); !trouble.empty())
        feed_.tell(RunNote::Kind::kAlarm, trouble);
      const std::lock_guard lock(mutex_);
      ++day_.runs_version;
    });
    return granted("noted");
  }
  std::vector<std::string> settings;
  if (what == "what_if") {
    const auto field = asked.request.find("settings");
    if (field == asked.request.end() || !field->is_array() || field->empty() || field->size() > 50)
      return refused("what_if needs settings: a list of key=value");
    for (const json& setting : *field) {
      if (!setting.is_string() || setting.get<std::string>().size() > 300)
        return refused("a setting is a text key=value");
      settings.push_back(setting.get<std::string>());
    }
  }
  {
    const std::lock_guard lock(mutex_);
    if (day_.what_if.status == "working") return refused("another replay is being worked out");
    day_.what_if = {.status = "working", .run = name, .text = {}};
  }
  librarian_.give([this, folder, name, settings] {
    LongWork work{.status = "failed", .run = name, .text = {}};
    try {
      work = settings.empty() ? verify_run(folder) : work_out_what_if(folder, settings);
    } catch (const std::exception& error) {
      work.text = error.what();
    }
    const std::lock_guard lock(mutex_);
    day_.what_if = std::move(work);
    ++day_.runs_version;
  });
  return granted("being worked out");
}

}  // namespace freefloat
