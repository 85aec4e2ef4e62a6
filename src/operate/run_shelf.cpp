#include "operate/run_shelf.h"

#include <algorithm>

#include "operate/replay_job.h"

namespace freefloat {

namespace {

using console::Answer;
using nlohmann::json;

constexpr std::array<std::string_view, 5> kAboutRuns{"runs", "run_track", "note", "what_if", "replay"};
constexpr std::size_t kMostNote = 2000;       // bytes
constexpr std::size_t kMostSettings = 50;     // of a what-if
constexpr std::size_t kLongestSetting = 300;  // bytes

/// @return What a what-if is to change; nothing where the request does not say it as it should.
std::optional<std::vector<std::string>> settings_in(const json& request) {
  std::vector<std::string> settings;
  const auto field = request.find("settings");
  if (field == request.end() || !field->is_array() || field->empty() || field->size() > kMostSettings)
    return std::nullopt;
  for (const json& setting : *field) {
    if (!setting.is_string() || setting.get<std::string>().size() > kLongestSetting) return std::nullopt;
    settings.push_back(setting.get<std::string>());
  }
  return settings;
}

}  // namespace

bool RunShelf::knows(std::string_view what) {
  return std::find(kAboutRuns.begin(), kAboutRuns.end(), what) != kAboutRuns.end();
}

Answer RunShelf::ask(const Asked& asked) {
  const std::string& what = asked.what;
  if (what == "runs") return granted("", {{"runs", archive_.list()}});
  const std::string name = text_of(asked.request, what == "run_track" ? "name" : "run");
  const std::filesystem::path log = archive_.find(name);
  if (log.empty()) return refused("there is no run of that name");
  if (what == "run_track") return ask_track(name);
  return what == "note" ? ask_note(asked, name) : ask_replay(asked, name, log);
}

LongWork RunShelf::newest_work() const {
  const std::lock_guard lock(mutex_);
  return work_;
}

void RunShelf::make_track(const std::string& name) {
  {
    const std::lock_guard lock(mutex_);
    if (!being_read_.insert(name).second) return;
  }
  librarian_.give([this, name] {
    const std::string trouble = archive_.make_track(name);
    if (!trouble.empty()) alarm_(trouble);
    {
      const std::lock_guard lock(mutex_);
      being_read_.erase(name);
      if (!trouble.empty()) unreadable_[name] = trouble;
    }
    changed_();
  });
}

Answer RunShelf::ask_track(const std::string& name) {
  const std::string track = archive_.track(name);
  if (!track.empty()) return granted("", json::parse(track, nullptr, false));
  {
    const std::lock_guard lock(mutex_);
    if (const auto trouble = unreadable_.extract(name)) return refused(trouble.mapped());
  }
  make_track(name);
  return {.done = false,
          .words = "the run's log is being read: ask again in a moment",
          .result = {{"status", "reading"}}};
}

Answer RunShelf::ask_note(const Asked& asked, const std::string& name) {
  const std::string text = text_of(asked.request, "text");
  if (text.empty() || text.size() > kMostNote) return refused("a note has 1 to 2000 bytes");
  const std::string by = asked.caller.name.empty() ? asked.caller.address : asked.caller.name;
  librarian_.give([this, name, by, text] {
    if (const std::string trouble = archive_.note(name, by, text); !trouble.empty()) alarm_(trouble);
    changed_();
  });
  return granted("noted");
}

Answer RunShelf::ask_replay(const Asked& asked, const std::string& name, const std::filesystem::path& log) {
  std::vector<std::string> settings;
  if (asked.what == "what_if") {
    auto wanted = settings_in(asked.request);
    if (!wanted) return refused("what_if needs settings: a list of texts key=value");
    settings = std::move(*wanted);
  }
  {
    const std::lock_guard lock(mutex_);
    if (work_.status == "working") return refused("another replay is being worked out");
    work_ = {.status = "working", .run = name, .text = {}};
  }
  changed_();
  librarian_.give([this, log, name, settings] {
    LongWork work{.status = "failed", .run = name, .text = {}};
    try {
      work = settings.empty() ? verify_run(name, log) : work_out_what_if(name, log, settings);
    } catch (const std::exception& error) {
      work.text = error.what();
    }
    {
      const std::lock_guard lock(mutex_);
      work_ = std::move(work);
    }
    changed_();
  });
  return granted("being worked out");
}

}  // namespace freefloat
