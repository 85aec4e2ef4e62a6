#include "operate/run_desk.h"

#include <algorithm>

#include "operate/request.h"
#include "operate/state_json.h"
#include "operate/what_can.h"
#include "runtime/preview.h"

namespace freefloat {

namespace {

constexpr Duration kPublishEvery = std::chrono::milliseconds(100);

bool is_predicted(PhaseKind kind) {
  return is_capture(kind) || kind == PhaseKind::kFollowPath || kind == PhaseKind::kMoveTo;
}

constexpr const char* kRunIsOver = "the run is over: another begins with freefloat run, or freefloat operate";

}  // namespace

RunDesk::RunDesk(RunSession& session, const RunConfig& config, std::string program)
    : session_(session), desk_(session.desk()), librarian_(std::function<void()>()) {
  day_.kind = "run";
  day_.program = std::move(program);
  day_.config = day_.file_config = std::make_shared<const RunConfig>(config);
  day_.workspace = session.controller().workspace();
  day_.simulated = !config.hardware.has_real_link();
  day_.running = true;
  watch_.phases.resize(config.experiment.phases.size());
  const bool robot_is_real = session.hal().real_board && !config.hardware.plant;
  if (const auto preview = preview_run(config, robot_is_real)) day_.preview = shown_preview(*preview, config);
}

RunListener RunDesk::listener() {
  RunListener listener = watch_.listener(mutex_);
  listener.on_phase = [this](const PhaseEvent& event) {
    const std::lock_guard lock(mutex_);
    watch_.see(event);
    // What happens takes the place of what was predicted.
    if (watch_.phase && is_predicted(day_.config->experiment.phases[*watch_.phase].kind)) day_.preview = {};
    changed_ = true;
  };
  listener.on_command = [this](const OperatorCommandRecord& command) {
    const std::lock_guard lock(mutex_);
    if (command.accepted && command.what.view() == "pause") day_.paused = true;
    if (command.accepted && command.what.view() == "resume") day_.paused = false;
    changed_ = true;
  };
  return listener;
}

void RunDesk::found(const DelayFinding& delay) {
  const std::lock_guard lock(mutex_);
  watch_.delay = delay;
  changed_ = true;
}

void RunDesk::stop(const console::Caller& caller) noexcept {
  desk_.stop(origin_of(caller));
}

void RunDesk::finish(const nlohmann::json& summary, const std::filesystem::path& log,
                     std::function<void(std::string)> alarm) {
  const auto changed = [this] {
    const std::lock_guard lock(mutex_);
    ++day_.runs_version;
    changed_ = true;
  };
  std::unique_ptr<RunArchive> archive;
  std::unique_ptr<RunShelf> shelf;
  if (!log.empty()) {
    archive.reset(new RunArchive(RunArchive::of_log(log)));
    archive->refresh();
    shelf = std::make_unique<RunShelf>(*archive, librarian_, std::move(alarm), changed);
    librarian_.start();
  }
  const std::lock_guard lock(mutex_);
  day_.running = day_.paused = false;
  day_.finished = true;
  day_.last_run = {{"name", log.parent_path().filename().string()},
                   {"passed", summary.value("passed", false)},
                   {"text", summary.value("text", "")}};
  archive_ = std::move(archive);
  shelf_ = std::move(shelf);
  ++day_.runs_version;
  changed_ = true;
}

console::Answer RunDesk::ask(std::string_view what, const nlohmann::json& request,
                             const console::Caller& caller) {
  if (what == "stop") {
    stop(caller);
    return granted("stopped; the run ends");
  }
  if (!request.is_object()) return refused("a request is a JSON object");
  const Asked asked{std::string(what), request, caller, origin_of(caller)};
  if (RunShelf::knows(what)) return ask_shelf(asked);
  console::Answer answer = ask_run(asked);
  // What goes on to the loop is told by it.
  if (!answer.done) decided(what, false, answer.words, caller);
  return answer;
}

void RunDesk::decided(std::string_view what, bool accepted, std::string_view words,
                      const console::Caller& caller) noexcept {
  desk_.ask(decided_wish(what, accepted, words, caller));
}

console::Answer RunDesk::ask_shelf(const Asked& asked) {
  RunShelf* shelf = nullptr;
  {
    const std::lock_guard lock(mutex_);
    shelf = shelf_.get();
  }
  if (shelf != nullptr) return shelf->ask(asked);
  return asked.what == "runs" ? granted("", {{"runs", nlohmann::json::array()}})
                              : refused("the run is not over yet");
}

console::Answer RunDesk::ask_run(const Asked& asked) {
  if (std::find(kInRuns.begin(), kInRuns.end(), asked.what) == kInRuns.end())
    return refused("this is one run: only stop, pause, resume, skip and abort; see freefloat operate");
  {
    const std::lock_guard lock(mutex_);
    if (day_.finished) return refused(kRunIsOver);
    if (std::string objection = why_not(asked.what, day_, watch_); !objection.empty())
      return refused(std::move(objection));
  }
  const Wish wish{
      .kind = *loop_wish(asked.what), .what = std::string_view(asked.what), .origin = asked.origin};
  return desk_.ask(wish) ? granted("asked") : refused("too many wishes wait");
}

std::pair<std::uint64_t, std::shared_ptr<const std::string>> RunDesk::state() const {
  const std::lock_guard lock(mutex_);
  if (changed_ || text_ == nullptr || watch_.now - published_ >= kPublishEvery) {
    changed_ = false;
    published_ = watch_.now;
    watch_.length_trouble = session_.lengths().trouble();
    DayState day = day_;
    if (shelf_) day.what_if = shelf_->newest_work();
    nlohmann::json state = state_json(day, watch_);
    if (day_.finished) {
      for (nlohmann::json& why : state["can"]) why = kRunIsOver;
      state["mode"] = "finished";
    }
    text_ = std::make_shared<const std::string>(
        state.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    ++version_;
  }
  return {version_, text_};
}

}  // namespace freefloat
