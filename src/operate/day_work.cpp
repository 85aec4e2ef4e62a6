// What a day does in the thread that makes runs and testbeds ready.
#include <algorithm>

#include "config/load/load_experiment.h"
#include "config/load/load_parts.h"
#include "operate/day.h"
#include "operate/state_json.h"
#include "runtime/examine_testbed.h"
#include "runtime/preview.h"
#include "runtime/run_session.h"

namespace freefloat {

namespace {

constexpr Duration kUntilSeen = std::chrono::milliseconds(500);
// A target that was moved far is found again by a search of the whole picture, after it stood for some
// pictures.
constexpr Duration kAtMostUntilFound = std::chrono::seconds(3);

/// @return Whether a setting is about devices that stay open when others change.
bool is_about_devices(const std::string& change) {
  return change.starts_with("hardware") || change.starts_with("camera") || change.starts_with("robot") ||
         change.starts_with("table") || change.starts_with("loop");
}

}  // namespace

/// What was given when the program was started.
std::vector<std::string> Day::overrides() const {
  std::vector<std::string> all = settings_.settings;
  if (!settings_.testbed.empty()) all.insert(all.begin(), "testbed=" + settings_.testbed);
  return all;
}

std::shared_ptr<const RunConfig> Day::load(const std::string& file,
                                           const std::vector<std::string>& changes) const {
  std::vector<std::string> all = overrides();
  all.insert(all.end(), changes.begin(), changes.end());
  auto config = std::make_shared<RunConfig>(load_experiment((settings_.experiments / file).string(), all));
  config->sim.pace = settings_.pace;
  return config;
}

void Day::list_experiments() {
  std::vector<ListedExperiment> listed;
  std::error_code trouble;
  for (const auto& entry : std::filesystem::directory_iterator(settings_.experiments, trouble)) {
    if (entry.path().extension() != ".yaml") continue;
    ListedExperiment experiment{entry.path().filename().string(), "", ""};
    try {
      const auto config = load(experiment.file, {});
      experiment.name = config->experiment.name;
      experiment.description = config->experiment.description;
    } catch (const std::exception&) {
      experiment.name = experiment.file;
      experiment.description = "cannot be read on this testbed: `freefloat check` says why";
    }
    listed.push_back(std::move(experiment));
  }
  std::sort(listed.begin(), listed.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  if (listed.empty()) {
    throw std::runtime_error(settings_.experiments.string() +
                             ": no experiment (*.yaml) is there; name a folder with --experiments");
  }
  const std::lock_guard lock(mutex_);
  day_.experiments = std::move(listed);
}

Day::Opened Day::opened() const {
  const std::lock_guard lock(mutex_);
  return {day_.file, day_.changes};
}

void Day::reopen(const std::string& file, const std::vector<std::string>& changes) {
  const auto before = [this] {
    const std::lock_guard lock(mutex_);
    return std::pair(day_.config, day_.changes);
  }();
  try {
    auto config = load(file, changes);
    auto file_config = changes.empty() ? config : load(file, {});
    const auto differs = [&](const std::string& change) {
      const auto& others = before.second;
      return is_about_devices(change) && std::find(others.begin(), others.end(), change) == others.end();
    };
    const bool devices =
        std::any_of(changes.begin(), changes.end(), differs) ||
        std::any_of(before.second.begin(), before.second.end(), [&](const std::string& change) {
          return is_about_devices(change) &&
                 std::find(changes.begin(), changes.end(), change) == changes.end();
        });
    VisionChange vision = plan_vision_change((settings_.experiments / file).string(), overrides(), changes);
    {
      const std::lock_guard lock(mutex_);
      day_.vision = std::move(vision);
    }
    build(config, devices);
    const std::lock_guard lock(mutex_);
    day_.file_config = std::move(file_config);
    day_.file = file;
    day_.changes = changes;
    day_.problem.clear();
  } catch (const std::exception& error) {
    feed_.tell(RunNote::Kind::kAlarm, error.what());
    const std::lock_guard lock(mutex_);
    day_.rebuilding = false;
    if (testbed_ == nullptr) day_.problem = error.what();
  }
  clerk_.wake();
}

/// @param anew Devices are opened again; a simulated testbed always is.
void Day::build(const std::shared_ptr<const RunConfig>& config, bool anew) {
  const bool simulated = !config->hardware.has_real_link();
  std::optional<Hal> kept;
  std::optional<ControllerState> memory;
  end_loop();
  if (testbed_ != nullptr && !simulated && !anew) {
    kept = testbed_->hal();
    memory = testbed_->controller().state();
  }
  testbed_.reset();
  Hal hal = kept ? *kept : open_testbed(*config);
  if (!kept) {
    examine_testbed(*config, hal,
                    [this](RunNote::Kind kind, std::string text) { feed_.tell(kind, std::move(text)); });
  }
  // A technician holds robot and target until a run or a jog begins.
  if (hal.arrange) hal.arrange({.held = true});
  feed_.listen(hal.lockstep);
  testbed_ =
      std::make_unique<LiveTestbed>(*config, std::move(hal), desk_, feed_, memory ? &*memory : nullptr);
  testbed_->on_console_lost(settings_.console_lost);
  {
    const std::lock_guard lock(mutex_);
    watch_.forget();
    delays_ = std::make_unique<DelayWatch>(config, librarian_,
                                           [this](const DelayFinding& found) { tell_delay(found); });
    delay_told_ = false;
    payloads_ = std::make_unique<PayloadWatch>(config, librarian_, [this, config](const PayloadFit& found) {
      feed_.tell(RunNote::Kind::kFact, describe_payload(found, config->controller.payload));
    });
    day_.config = config;
    day_.simulated = simulated;
    day_.may_arrange = static_cast<bool>(testbed_->hal().arrange);
    day_.workspace = testbed_->controller().workspace();
    day_.prepared = day_.finished = day_.rebuilding = false;
    day_.preview = {};
  }
  if (on_testbed_) on_testbed_(*testbed_);
  if (threads_) begin_loop();
}

void Day::begin_loop() {
  if (loop_.joinable()) return;
  desk_.begin();
  loop_ = std::thread([this] { testbed_->run_until_ended(); });
}

void Day::end_loop() {
  desk_.end();
  if (loop_.joinable()) loop_.join();
  desk_.begin();
}

void Day::prepare() {
  Wish wish{.kind = WishKind::kArrange, .what = "prepare"};
  const SimConfig& sim = testbed_->config().sim;
  wish.arrangement = {.robot = sim.start, .target = sim.target.start, .held = true};
  for (std::size_t i = 0; i < sim.more_targets.size(); ++i)
    wish.arrangement.more_targets[i] = sim.more_targets[i].start;
  const bool can = static_cast<bool>(testbed_->hal().arrange);
  if (can) desk_.ask(wish);
  {
    const std::lock_guard lock(mutex_);
    day_.rebuilding = false;
    day_.prepared = can;
    day_.placed = false;
    day_.finished = false;
    watch_.phases.clear();
    watch_.phase.reset();
    day_.preview = {.status = "working", .run = {}, .text = {}};
    day_.preview_due = watch_.now + kUntilSeen;
  }
}

/// Takes until the law is ready; the loop goes on.
void Day::restart_law() {
  try {
    testbed_->restart_law();
    feed_.tell(RunNote::Kind::kFact, "the law " + testbed_->config().controller.law + " was started anew");
  } catch (const LawError& error) {
    feed_.tell(RunNote::Kind::kAlarm, error.what());
  }
  const std::lock_guard lock(mutex_);
  day_.rebuilding = false;
}

void Day::make_preview() {
  StateEstimate estimate;
  std::shared_ptr<const RunConfig> config;
  {
    const std::lock_guard lock(mutex_);
    estimate = watch_.estimate;
    config = day_.config;
    // What is held will move as the experiment says.
    if (day_.prepared && day_.may_arrange)
      estimate.target.v_WT = target_of(config->sim, first_target(config->experiment)).start.v;
  }
  const Preview preview = preview_experiment(config->controller, config->experiment, estimate);
  const std::lock_guard lock(mutex_);
  day_.preview = shown_preview(preview, *config);
}

/// In the thread for what takes long. Said once, until it has been as configured again.
void Day::tell_delay(const DelayFinding& found) {
  std::string warning;
  {
    const std::lock_guard lock(mutex_);
    watch_.delay = found;
    if (found.differs() && !delay_told_) warning = warn_of_delay(found, day_.log, *day_.config);
    delay_told_ = found.differs();
  }
  if (!warning.empty()) feed_.tell(RunNote::Kind::kWarning, warning);
  clerk_.wake();
}

/// Whenever there is nothing else to do.
void Day::look_after() {
  if (run_ && run_->is_done()) finish_run();
  if (recording_ && recording_->is_done()) finish_recording();
  bool preview_is_due = false;
  {
    const std::lock_guard lock(mutex_);
    if (testbed_ != nullptr) {
      watch_.length_trouble = testbed_->lengths().trouble();
      const LawProcess* law = testbed_->law();
      watch_.law_trouble = law != nullptr && law->is_lost() ? law->describe() : "";
    }
    const bool found = watch_.estimate.target.valid || day_.config->controller.target_marker_count == 0;
    preview_is_due =
        day_.preview_due && watch_.now >= *day_.preview_due + (found ? Duration{} : kAtMostUntilFound);
    if (preview_is_due) day_.preview_due.reset();
  }
  if (preview_is_due) make_preview();
  std::error_code trouble;
  const auto space = std::filesystem::space(
      std::filesystem::exists(settings_.runs, trouble) ? settings_.runs : ".", trouble);
  if (!trouble) {
    const std::lock_guard lock(mutex_);
    day_.free_bytes = space.available;
  }
  publish();
}

}  // namespace freefloat
