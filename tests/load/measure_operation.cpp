// Hours of operation in which something fails in every other run, and the robot rests in between: faults of
// the program's list at drawn instants, for ever or for a while, up to two in one run. Nothing may grow,
// nothing may stay behind, and whatever ends a run has to say why.
#include <algorithm>
#include <cstdio>

#include "injection/schedule_fault.h"
#include "load/growth.h"
#include "load/long_day.h"
#include "load/measures.h"
#include "runlog/inspect_run.h"
#include "types/random.h"

namespace freefloat::load {

namespace {

using nlohmann::json;

constexpr std::array kExperiments{"standing_target.yaml", "moving_target.yaml", "reorient.yaml",
                                  "warm_up.yaml"};

/// What may be injected into any experiment of a board.
std::vector<const Injection*> usable_injections() {
  std::vector<const Injection*> usable;
  for (const Injection& injection : injections()) {
    const bool of_servos = injection.effects.starts_with("fault: servo");
    // In `standing_target.yaml` the target does not float.
    const bool of_target = injection.effects.starts_with("fault: target_push");
    if (!injection.effects.empty() && !of_servos && !of_target) usable.push_back(&injection);
  }
  return usable;
}

/// What became of the runs with faults.
struct Outcomes {
  int passed = 0, ended = 0, not_armed = 0;
};

class Operation {
 public:
  Operation() : day_({"safety.momentum_for_ms=150"}) {}

  LongDay& day() { return day_; }
  const Outcomes& outcomes() const { return outcomes_; }

  /// A run in which something fails, and one on the same testbed without. @return What is wrong; empty:
  /// nothing.
  std::string go_on(int number) {
    Random random(1, "operation", static_cast<std::uint64_t>(number));
    const char* experiment = kExperiments[static_cast<std::size_t>(number) % kExperiments.size()];
    if (std::string trouble = day_.ask("open", {{"file", experiment}}); !trouble.empty()) return trouble;
    const std::string faults = draw_faults(random);
    for (const auto& [what, request] : {std::pair("seed", json{{"seed", 1000 + number}}),
                                        {"set", json{{"key", "faults"}, {"value", faults}}}}) {
      if (std::string trouble = day_.ask(what, request); !trouble.empty()) return trouble;
    }
    if (std::string trouble = run_with_faults(); !trouble.empty()) return faults + ": " + trouble;
    // The same experiment with its own seed, without a fault: nothing of before may be left.
    if (std::string trouble = day_.ask("open", {{"file", experiment}}); !trouble.empty()) return trouble;
    std::string trouble = day_.begin_run();
    if (trouble.empty()) trouble = finish();
    if (trouble.empty() && !last_passed()) trouble = last_text();
    return trouble.empty() ? "" : "after " + faults + ", " + experiment + " without a fault: " + trouble;
  }

 private:
  std::string draw_faults(Random& random) const {
    std::string list;
    const int count = random.uniform() < 0.3 ? 2 : 1;
    for (int i = 0; i < count; ++i) {
      const auto* injection =
          usable_[static_cast<std::size_t>(random.uniform() * static_cast<double>(usable_.size()))];
      const double begin = random.uniform(0.0, 15.0);
      const double end = random.uniform() < 0.5 ? 36000.0 : begin + random.uniform(0.02, 3.0);
      const std::string entries =
          schedule_fault(*injection, begin, end, day_.config()->controller.robot.markers.size());
      // A value from the page has 200 letters.
      if (list.size() + entries.size() < 190) list += (list.empty() ? "" : ", ") + entries;
    }
    return "[" + list + "]";
  }

  std::string run_with_faults() {
    const std::string refusal = day_.begin_run();
    if (!refusal.empty()) {
      ++outcomes_.not_armed;
      come_to_rest();
      return refusal.ends_with(": ") ? "refused without a word" : "";
    }
    std::string trouble = finish();
    if (trouble.empty()) ++(last_passed() ? outcomes_.passed : outcomes_.ended);
    come_to_rest();
    return trouble;
  }

  /// To the end of the run; its log is read and thrown away.
  std::string finish() {
    if (!day_.end_run(400.0)) return "the run does not end: the day is " + day_.state().at("mode").dump();
    const json state = day_.state();
    const json& last = state.at("last_run");
    if (!last.at("log_complete")) return "its log is not complete";
    const std::filesystem::path folder = day_.runs() / last.at("name").get<std::string>();
    const auto info = inspect_run((folder / "run.mcap").string());
    if (!info) return "its log cannot be read: " + info.error();
    if (!info->result.file.complete || !info->result.gaps.empty()) return "its log is not whole";
    std::error_code ignored;
    std::filesystem::remove(folder / "run.mcap", ignored);
    if (last_passed()) return {};
    if (last_text().empty()) return "it failed without a word";
    const bool phase_failed =
        std::any_of(info->phases.begin(), info->phases.end(), [](const PhaseEvent& event) {
          return event.moment == PhaseMoment::kEnd && !event.passed && !event.skipped && !event.observed &&
                 !event.reason.view().empty();
        });
    return phase_failed ? "" : "no phase of it says why it failed: " + last_text();
  }

  /// Acknowledges what can be: a fault of the run that is still there ends with the testbed of the next one.
  void come_to_rest() {
    const auto rests = [this] {
      return day_.supervisor() == SupervisorState::kDisarmed || day_.supervisor() == SupervisorState::kReady;
    };
    for (int i = 0; i < 3 && !rests(); ++i) {
      day_.ask("acknowledge");
      day_.ask("disarm");
      day_.go_on_until(rests, 2.0);
    }
  }

  bool last_passed() const { return day_.state().at("last_run").at("passed"); }
  std::string last_text() const { return day_.state().at("last_run").at("text"); }

  LongDay day_;
  const std::vector<const Injection*> usable_ = usable_injections();
  Outcomes outcomes_;
};

}  // namespace

bool measure_operation(const Extent& extent) {
  Operation operation;
  std::printf("Operation on the virtual clock, a fault or two in every other run\n");
  print_machine();
  std::printf(
      "    hours   runs with faults: passed, ended, not armed   RSS MB    heap MB   descriptors   threads\n");
  Growth growth;
  double next_line_s = 0.0;
  int runs = 0, runs_at_half = 0;
  const double length_s = 3600.0 * extent.hours;
  constexpr double kWarmUp = 0.1;  // of the time
  while (operation.day().passed_s() < length_s) {
    if (const std::string trouble = operation.go_on(runs); !trouble.empty()) {
      std::printf("run %d: %s\n", runs, trouble.c_str());
      return false;
    }
    ++runs;
    const double slot_end_s = runs * length_s / extent.runs;
    operation.day().go_on(slot_end_s - operation.day().passed_s());
    const Holdings now = look_at_process();
    const double share = operation.day().passed_s() / length_s;
    growth.see(now);
    if (share < kWarmUp || growth.descriptors_at_begin() == 0) growth.begin(now);
    if (share >= kWarmUp && share < 0.5 * (1.0 + kWarmUp)) {
      growth.halve(now);
      runs_at_half = runs;
    }
    growth.end(now);
    if (operation.day().passed_s() < next_line_s && share < 1.0) continue;
    next_line_s += length_s / 24.0;
    const Outcomes& all = operation.outcomes();
    std::printf("  %7.2f   %22d %12d %10d   %8.2f   %8.2f   %11zu   %7zu\n",
                operation.day().passed_s() / 3600.0, all.passed, all.ended, all.not_armed,
                1e-6 * static_cast<double>(now.resident_bytes), 1e-6 * static_cast<double>(now.heap_bytes),
                now.descriptors, now.threads);
    std::fflush(stdout);
  }
  std::printf("  %d runs with faults, each followed by one without, which passed; every log whole\n", runs);
  return growth.judge(2 * (runs - runs_at_half), !extent.brief);
}

}  // namespace freefloat::load
