#include "operate/day.h"

#include <utility>

#include "operate/state_json.h"

namespace freefloat {

Day::Day(DayConfig config)
    : settings_(std::move(config)),
      archive_(settings_.runs),
      clerk_([this] { look_after(); }),
      librarian_(std::function<void()>()),
      shelf_(
          archive_, librarian_,
          [this](std::string text) { feed_.tell(RunNote::Kind::kAlarm, std::move(text)); },
          [this] {
            const std::lock_guard lock(mutex_);
            ++day_.runs_version;
          }),
      lab_(settings_.lab, librarian_) {
  day_.program = settings_.program;
  list_experiments();
  std::string first = settings_.first_experiment;
  if (first.empty()) {
    first = day_.experiments.front().file;
    for (const ListedExperiment& listed : day_.experiments) {
      if (listed.file == "moving_target.yaml") first = listed.file;
    }
  }
  day_.config = day_.file_config = load(first, {});
  day_.file = first;
  day_.simulated = !day_.config->hardware.has_real_link();
}

Day::~Day() {
  clerk_.stop();
  librarian_.stop();
  end_loop();
  if (run_) run_->finish(feed_);
  if (recording_) recording_->finish(feed_);
}

RunListener Day::listener() {
  RunListener listener = watch_.listener(mutex_);
  listener.on_cycle = [this](const CycleRecord& cycle) {
    const std::lock_guard lock(mutex_);
    watch_.see(cycle);
    if (delays_) delays_->add(cycle);
    if (payloads_) payloads_->add(cycle);
  };
  listener.on_phase = [this, see = std::move(listener.on_phase)](const PhaseEvent& event) {
    see(event);
    clerk_.wake();
  };
  listener.on_command = [this](const OperatorCommandRecord& command) { hear(command); };
  return listener;
}

void Day::hear(const OperatorCommandRecord& command) {
  const std::string_view what = command.what.view();
  std::string text = command.origin.who.view().empty() ? "somebody" : std::string(command.origin.who.view());
  if (command.origin.from.view().empty() && command.origin.who.view().empty()) text = "the program";
  text += ": " + std::string(what) + (command.accepted ? "" : " refused");
  if (!command.words.view().empty()) text += ", " + std::string(command.words.view());
  {
    const std::lock_guard lock(mutex_);
    if (what == "pause" && command.accepted) day_.paused = day_.running;
    if (what == "resume" && command.accepted) day_.paused = false;
    if (what == "stop") day_.arming.reset();
    // A STOP may have overruled a preparation.
    if (what == "stop" || what == "jog_joint" || what == "jog_hand") day_.prepared = false;
  }
  // Listeners are being told at this moment: the note follows from another thread.
  clerk_.give([this, text, bad = !command.accepted] {
    feed_.tell(bad ? RunNote::Kind::kWarning : RunNote::Kind::kFact, text);
  });
}

void Day::open(bool threads) {
  threads_ = threads;
  feed_.add(listener());
  build(day_.config, true);
  archive_.refresh();
  publish();
  if (!threads) return;
  begin_loop();
  clerk_.start();
  librarian_.start();
}

void Day::close() {
  bool moves = false;
  {
    const std::lock_guard lock(mutex_);
    moves = may_move(watch_.state) || day_.running || day_.run_asked;
  }
  if (moves) desk_.stop({"", ""});
  // STOP takes 300 ms of a run, and then its report is written.
  for (int i = 0; threads_ && moves && i < 100; ++i) {
    {
      const std::lock_guard lock(mutex_);
      moves = may_move(watch_.state) || day_.running || day_.run_asked;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  clerk_.stop();
  librarian_.stop();
  end_loop();
}

std::pair<std::uint64_t, std::shared_ptr<const std::string>> Day::state() const {
  const std::lock_guard lock(publishing_);
  return {version_, text_};
}

void Day::publish() {
  DayState day;
  Watch watch;
  {
    const std::lock_guard lock(mutex_);
    day = day_;
    watch = watch_;
  }
  day.what_if = shelf_.newest_work();
  auto text = std::make_shared<const std::string>(
      state_json(day, watch).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  const std::lock_guard lock(publishing_);
  if (text_ && *text_ == *text) return;
  text_ = std::move(text);
  ++version_;
}

void Day::run_cycles(int count) {
  for (int i = 0; i < count; ++i) testbed_->run_next();
  feed_.await_told();
}

void Day::work() {
  clerk_.work();
  librarian_.work();
  clerk_.work();
}

}  // namespace freefloat
