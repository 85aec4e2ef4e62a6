#include "operate/run_desk.h"

#include "operate/decided_wish.h"
#include "operate/state_json.h"
#include "operate/what_can.h"

namespace freefloat {

namespace {

constexpr Duration kPublishEvery = std::chrono::milliseconds(100);

CommandOrigin origin_of_caller(const console::Caller& caller) {
  return {std::string_view(caller.name), std::string_view(caller.address)};
}

}  // namespace

RunDesk::RunDesk(RunSession& session, const RunConfig& config, std::string program) : desk_(session.desk()) {
  day_.kind = "run";
  day_.program = std::move(program);
  day_.config = day_.file_config = std::make_shared<const RunConfig>(config);
  day_.workspace = session.controller().workspace();
  day_.simulated = !config.hardware.link;
  day_.running = true;
  watch_.phases.resize(config.experiment.phases.size());
}

RunListener RunDesk::listener() {
  return {.on_cycle =
              [this](const CycleRecord& cycle) {
                const std::lock_guard lock(mutex_);
                watch_.see(cycle);
              },
          .on_phase =
              [this](const PhaseEvent& event) {
                const std::lock_guard lock(mutex_);
                watch_.see(event);
                changed_ = true;
              },
          .on_link =
              [this](const LinkRecord& record) {
                const std::lock_guard lock(mutex_);
                watch_.see(record);
              },
          .on_command =
              [this](const OperatorCommandRecord& command) {
                const std::lock_guard lock(mutex_);
                if (command.accepted && command.what.view() == "pause") day_.paused = true;
                if (command.accepted && command.what.view() == "resume") day_.paused = false;
                changed_ = true;
              }};
}

void RunDesk::stop(const console::Caller& caller) noexcept {
  desk_.stop(origin_of_caller(caller));
}

console::Answer RunDesk::ask(std::string_view what, const nlohmann::json&, const console::Caller& caller) {
  if (what == "stop") {
    stop(caller);
    return {true, "stopped; the run ends", nullptr};
  }
  if (what == "runs") return {true, "", {{"runs", nlohmann::json::array()}}};
  console::Answer answer = ask_loop(what, caller);
  // What goes on to the loop is told by it.
  if (!answer.done) decided(what, false, answer.words, caller);
  return answer;
}

void RunDesk::decided(std::string_view what, bool accepted, std::string_view words,
                      const console::Caller& caller) noexcept {
  desk_.ask(decided_wish(what, accepted, words, caller));
}

console::Answer RunDesk::ask_loop(std::string_view what, const console::Caller& caller) {
  Wish wish;
  if (what == "pause") {
    wish.kind = WishKind::kPause;
  } else if (what == "resume") {
    wish.kind = WishKind::kResume;
  } else if (what == "skip") {
    wish.kind = WishKind::kSkip;
  } else if (what == "abort") {
    wish.kind = WishKind::kAbort;
  } else {
    return {false, "this is one run: only stop, pause, resume, skip and abort; see freefloat operate",
            nullptr};
  }
  {
    const std::lock_guard lock(mutex_);
    if (std::string objection = why_not(what, day_, watch_); !objection.empty())
      return {false, std::move(objection), nullptr};
  }
  wish.what.assign(what);
  wish.origin = origin_of_caller(caller);
  return desk_.ask(wish) ? console::Answer{true, "asked", nullptr}
                         : console::Answer{false, "too many wishes wait", nullptr};
}

std::pair<std::uint64_t, std::shared_ptr<const std::string>> RunDesk::state() const {
  const std::lock_guard lock(mutex_);
  if (changed_ || text_ == nullptr || watch_.now - published_ >= kPublishEvery) {
    changed_ = false;
    published_ = watch_.now;
    text_ = std::make_shared<const std::string>(
        state_json(day_, watch_).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    ++version_;
  }
  return {version_, text_};
}

}  // namespace freefloat
