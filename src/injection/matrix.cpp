#include "injection/matrix.h"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "config/load/load_experiment.h"
#include "runtime/explain_faults.h"
#include "runtime/run_session.h"
#include "types/random.h"

namespace freefloat {

namespace {

constexpr double kMoves = 0.02;  // rad/s, of all joints together

std::vector<std::string> split_at(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + separator.size());
  }
  return parts;
}

bool has_capture(const Experiment& experiment) {
  for (const Phase& phase : experiment.phases) {
    if (is_capture(phase.kind)) return true;
  }
  return false;
}

/// @return Why the fault means nothing in this experiment; empty: it does.
std::string explain_absence(const Injection& injection, const RunConfig& base) {
  if (injection.effects.empty() && injection.settings.empty()) return std::string(injection.note);
  const bool of_target = injection.effects.find("target") != std::string_view::npos;
  if (of_target && !has_capture(base.experiment)) return "the experiment captures nothing";
  if (injection.effects.starts_with("fault: target_push") && base.sim.target.mount != TargetMount::kFloating)
    return "the target does not float";
  return {};
}

/// The `faults` of the experiment, from `begin` on.
std::string schedule(const Injection& injection, Time begin, const RunConfig& base) {
  std::string list;
  for (std::string effect : split_at(injection.effects, " + ")) {
    const std::size_t place = effect.find("{target}");
    if (place != std::string::npos)
      effect.replace(place, std::string_view("{target}").size(),
                     std::to_string(base.controller.robot.markers.size()));
    list += fmt::format("{}{{{}, begin_s: {:.3f}, end_s: 36000}}", list.empty() ? "" : ", ", effect,
                        to_seconds(begin.time_since_epoch()));
  }
  return "faults=[" + list + "]";
}

/// What a run looked like from the outside.
struct Observed {
  std::optional<Time> first_motion{};
  Time last_motion{};
  bool energised = false;
  std::optional<Time> reaction{};  ///< the first after the instant that was asked for
  std::uint32_t faults = 0;        ///< that it was for
  bool passed = false;
  std::string reason;
};

Observed observe_run(const RunConfig& config, Time injected) {
  Observed observed;
  RunSession session(config);
  session.add({.on_cycle = [&](const CycleRecord& record) {
    const CycleOutput& output = record.output;
    observed.energised = observed.energised || output.command.enable;
    if (output.state == SupervisorState::kActive && output.command.rates.norm() > kMoves) {
      if (!observed.first_motion) observed.first_motion = output.now;
      observed.last_motion = output.now;
    }
    const bool left = output.state == SupervisorState::kHold || output.state == SupervisorState::kFault;
    if (observed.reaction || !left || output.latched_faults == 0 || output.now < injected) return;
    observed.reaction = output.now;
    observed.faults = output.latched_faults;
  }});
  session.run();
  for (const PhaseResult& phase : session.finish().phases) {
    if (phase.verdict == Verdict::kFailed && observed.reason.empty())
      observed.reason = phase.name + ": " + phase.reason;
  }
  observed.passed = session.phases().passed();
  return observed;
}

class Matrix {
 public:
  Matrix(const MatrixConfig& config, const RunConfig& base) : config_(config), base_(base) {}

  MatrixRow run(const Injection& injection) const {
    MatrixRow row;
    row.injection = &injection;
    row.left_out = explain_absence(injection, base_);
    if (injection.bound != nullptr) row.bound = injection.bound(base_.controller.safety);
    for (int i = 0; i < config_.seeds && row.left_out.empty(); ++i)
      run_seed(injection, config_.first_seed + static_cast<std::uint64_t>(i), row);
    return row;
  }

 private:
  RunConfig load(const Injection& injection, std::uint64_t seed, const std::string& faults) const {
    std::vector<std::string> settings = config_.settings;
    for (std::string& setting : split_at(injection.settings, " ")) settings.push_back(std::move(setting));
    settings.push_back("seed=" + std::to_string(seed));
    if (!faults.empty()) settings.push_back(faults);
    return load_experiment(config_.experiment, settings);
  }

  void run_seed(const Injection& injection, std::uint64_t seed, MatrixRow& row) const {
    const bool refused = injection.promise == Promise::kRefuse;
    Time injected{};
    if (!refused) {
      const Observed undisturbed = observe_run(load(injection, seed, ""), Time::max());
      if (!undisturbed.first_motion)
        throw std::runtime_error(config_.experiment + ", seed " + std::to_string(seed) +
                                 ": the robot does not move even without a fault: " + undisturbed.reason);
      const Duration motion = undisturbed.last_motion - *undisturbed.first_motion;
      const double share = Random(seed, injection.name).uniform(0.05, 0.75);
      injected = *undisturbed.first_motion + from_seconds(share * to_seconds(motion));
    }
    const std::string faults =
        injection.effects.empty() ? std::string() : schedule(injection, injected, base_);
    judge(injection, seed, injected, observe_run(load(injection, seed, faults), injected), row);
  }

  static void judge(const Injection& injection, std::uint64_t seed, Time injected, const Observed& observed,
                    MatrixRow& row) {
    const auto fail = [&](const std::string& what) {
      row.failures.push_back(fmt::format("seed {}, injected at {:.2f} s: {}", seed,
                                         to_seconds(injected.time_since_epoch()), what));
    };
    const bool may_carry_on = injection.promise != Promise::kReact && injection.promise != Promise::kRefuse;
    if (injection.promise == Promise::kRefuse) {
      if (observed.energised) return fail("the drives were energised");
      ++row.refused;
    } else if (observed.reaction) {
      const Duration after = *observed.reaction - injected;
      row.worst = std::max(row.worst, after);
      const std::string told =
          fmt::format("{} after {:.0f} ms", name_faults(observed.faults), 1e3 * to_seconds(after));
      if (injection.promise == Promise::kCarryOn) return fail(told);
      if ((observed.faults & injection.answers) == 0) return fail("another reason: " + told);
      if (row.bound && after > *row.bound) return fail("late: " + told);
      ++row.reacted;
    } else if ((observed.passed && may_carry_on) || injection.promise == Promise::kReactOrEnd) {
      ++row.carried_on;
    } else {
      fail(observed.passed ? "no reaction, the experiment passed" : "no reaction; " + observed.reason);
    }
  }

  const MatrixConfig& config_;
  const RunConfig& base_;
};

}  // namespace

std::vector<MatrixRow> run_matrix(const MatrixConfig& config, const std::vector<const Injection*>& wanted,
                                  const std::function<void(const MatrixRow&)>& on_row) {
  const RunConfig base = load_experiment(config.experiment, config.settings);
  if (base.hardware.link)
    throw std::runtime_error(
        config.experiment + " runs on the hardware of testbed " + base.testbed_name +
        ", into which nothing is injected; name a simulated one with --set testbed=FILE");
  const Matrix matrix(config, base);
  std::vector<MatrixRow> rows(wanted.size());
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    for (std::size_t i = next++; i < wanted.size(); i = next++) {
      try {
        rows[i] = matrix.run(*wanted[i]);
        const std::lock_guard lock(mutex);
        on_row(rows[i]);
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
        next = wanted.size();
      }
    }
  };
  std::vector<std::jthread> threads;
  for (int job = 1; job < config.jobs; ++job) threads.emplace_back(work);
  work();
  threads.clear();
  if (failure) std::rethrow_exception(failure);
  return rows;
}

}  // namespace freefloat
