#include "operate/replay_desk.h"

#include <cmath>
#include <cstdlib>

#include "operate/settings.h"
#include "operate/state_json.h"
#include "operate/what_can.h"
#include "replay/replay_controller.h"
#include "runlog/inspect_run.h"
#include "runlog/wall_time.h"

namespace freefloat {

namespace {

using console::Answer;
using nlohmann::json;

constexpr std::chrono::milliseconds kReplayToldEvery{100};
constexpr const char* kNothingMoves = "this is the recording of a run: nothing moves";
constexpr const char* kSpeedKey = "replay.speed";
constexpr const char* kPlaceKey = "replay.at_s";
constexpr double kSlowest = 0.1, kFastest = 20.0;  // of real time

std::optional<double> number_of(const json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const std::string text = value.get<std::string>();
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

}  // namespace

ReplayDesk::ReplayDesk(const std::string& log, std::string program, std::function<void(std::string)> alarm)
    : archive_(RunArchive::of_log(log)),
      librarian_(std::function<void()>()),
      shelf_(archive_, librarian_, std::move(alarm), [this] {
        const std::lock_guard lock(mutex_);
        ++day_.runs_version;
        changed_ = true;
      }) {
  const ControllerReplay replay(log, {});
  const auto info = inspect_run(log);
  if (!info) throw ReplayError(info.error());
  archive_.refresh();
  epoch_ns_ = clock_offset_ns(info->identity);
  end_ = info->last;
  day_.kind = "replay";
  day_.program = std::move(program);
  day_.config = day_.file_config = std::make_shared<const RunConfig>(replay.config());
  day_.workspace = replay.controller().workspace();
  day_.simulated = info->has_truth;
  watch_.phases.resize(day_.config->experiment.phases.size());
}

ReplayDesk::~ReplayDesk() {
  playback_.reset();
  librarian_.stop();
}

void ReplayDesk::start(std::vector<RunListener> listeners) {
  // What is handed on has been looked at.
  listeners.insert(listeners.begin(), listener());
  playback_ = std::make_unique<RunPlayback>(archive_.log().string(), tell_all(std::move(listeners)));
  librarian_.start();
  playback_->start();
}

RunListener ReplayDesk::listener() {
  RunListener listener = watch_.listener(mutex_);
  listener.on_cycle = [this](const CycleRecord& cycle) {
    const std::lock_guard lock(mutex_);
    if (cycle.output.now < watch_.now) {
      // From the beginning, or from before.
      watch_.forget();
      watch_.phases.resize(day_.config->experiment.phases.size());
    }
    if (cycle.output.now != watch_.now) watch_.see(cycle);
  };
  listener.on_phase = [this](const PhaseEvent& event) {
    const std::lock_guard lock(mutex_);
    watch_.see(event);
    changed_ = true;
  };
  return listener;
}

void ReplayDesk::stop(const console::Caller&) noexcept {
  if (playback_) playback_->pause();
}

std::string ReplayDesk::why_not_replay(std::string_view action) const {
  const bool playing = playback_ && playback_->state() == RunPlayback::State::kPlaying;
  const bool paused = playback_ && playback_->state() == RunPlayback::State::kPaused;
  if (action == "run") return "";  // from the beginning
  if (action == "pause")
    return playing ? "" : paused ? "paused already" : "the recording is at its end: run it again";
  if (action == "resume")
    return paused ? "" : playing ? "it is playing" : "the recording is at its end: run it again";
  if (action == "set" || action == "unset") return "";
  return kNothingMoves;
}

Answer ReplayDesk::ask(std::string_view what, const json& request, const console::Caller& caller) {
  if (!request.is_object()) return refused("a request is a JSON object");
  const Asked asked{std::string(what), request, caller, origin_of(caller)};
  if (what == "stop") {
    stop(caller);
    return granted("the recording is paused; there is no robot to stop");
  }
  if (RunShelf::knows(what)) return shelf_.ask(asked);
  if (std::string objection = why_not_replay(what); !objection.empty()) return refused(std::move(objection));
  if (what == "set" || what == "unset") return ask_setting(asked);
  if (!playback_) return refused("the recording is being opened");
  if (what == "run") {
    playback_->go_to(Time::min());
    return granted("from the beginning");
  }
  what == "pause" ? playback_->pause() : playback_->play();
  return granted("");
}

Answer ReplayDesk::ask_setting(const Asked& asked) {
  const std::string key = text_of(asked.request, "key");
  const auto field = asked.request.find("value");
  const bool unset = asked.what == "unset" || field == asked.request.end();
  const auto value = unset ? std::optional(key == kSpeedKey ? 1.0 : 0.0) : number_of(*field);
  if (!playback_) return refused("the recording is being opened");
  if (key == kSpeedKey) {
    if (!value || *value < kSlowest || *value > kFastest) return refused("replay.speed is 0.1 to 20");
    playback_->set_speed(*value);
    return granted("");
  }
  if (key == kPlaceKey) {
    if (!value || *value < 0.0 || *value > to_seconds(end_)) {
      return refused("replay.at_s is 0 to " + std::to_string(static_cast<int>(to_seconds(end_))));
    }
    playback_->go_to(Time{from_seconds(*value)});
    return granted("");
  }
  return refused("of a recording only replay.speed and replay.at_s are set; what if tries other settings");
}

std::string ReplayDesk::make_state() const {
  DayState day = day_;
  day.what_if = shelf_.newest_work();
  json state = state_json(day, watch_);
  for (const std::string_view action : kActions) state["can"][std::string(action)] = why_not_replay(action);
  state["can"]["jog"] = kNothingMoves;
  const auto is = playback_ ? playback_->state() : RunPlayback::State::kPaused;
  state["mode"] = is == RunPlayback::State::kPlaying  ? "running"
                  : is == RunPlayback::State::kPaused ? "paused"
                                                      : "finished";
  state["checklist"] = json::array();
  state.erase("prepare_by_hand");
  const std::string problem = playback_ ? playback_->problem() : "";
  if (!problem.empty())
    state["checklist"] = {
        {{"name", "log"}, {"ok", false}, {"text", problem}, {"remedy", "freefloat log info says more"}}};
  const double speed = playback_ ? playback_->speed() : 1.0;
  state["settings"] = {
      {{"key", kSpeedKey}, {"value", text_of_number(speed)}, {"file_value", "1"}, {"changed", speed != 1.0}},
      {{"key", kPlaceKey},
       {"value", text_of_number(std::floor(to_seconds(watch_.now)))},
       {"file_value", "0"},
       {"changed", false}}};
  state["experiment"]["file"] = archive_.log().filename().string();
  return state.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::pair<std::uint64_t, std::shared_ptr<const std::string>> ReplayDesk::state() const {
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (changed_ || text_ == nullptr || now - published_ >= kReplayToldEvery) {
    changed_ = false;
    published_ = now;
    auto text = std::make_shared<const std::string>(make_state());
    if (text_ == nullptr || *text != *text_) {
      text_ = std::move(text);
      ++version_;
    }
  }
  return {version_, text_};
}

}  // namespace freefloat
