#include "injection/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "config/load/load_experiment.h"
#include "injection/judge_run.h"
#include "injection/observed_run.h"
#include "injection/schedule_fault.h"
#include "types/random.h"

namespace freefloat {

namespace {

bool has_capture(const Experiment& experiment) {
  return std::any_of(experiment.phases.begin(), experiment.phases.end(),
                     [](const Phase& phase) { return is_capture(phase.kind); });
}

/// @return Whether one of the effects is of such a part.
bool is_of(const Injection& injection, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return injection.effects.find("fault: " + std::string(part)) != std::string_view::npos;
  });
}

/// @return Why this testbed has nothing that could fail so; empty: it has.
std::string explain_lack(const Injection& injection, const HardwareConfig& hardware) {
  const bool servos = hardware.link && hardware.link->is_emulated();
  if (is_of(injection, {"servo"}) && !servos) return "no servo moves a joint";
  if (is_of(injection, {"servo_id"}) && hardware.link->type != LinkType::kDynamixel)
    return "ODrives answer by no number";
  if (servos && is_of(injection, {"pot", "tacho"}))
    return "servos have neither potentiometers nor tachogenerators";
  if (servos && is_of(injection, {"board"})) return "there is no servo board beside servos";
  return {};
}

/// @return Why the fault means nothing in this experiment; empty: it does.
std::string explain_absence(const Injection& injection, RobotIs robot, const RunConfig& base) {
  if (injection.effects.empty() && injection.settings.empty()) return std::string(injection.note);
  if (std::string lack = explain_lack(injection, base.hardware); !lack.empty()) return lack;
  if (injection.promises.when(robot) == Promise::kNone) return "it keeps a robot from being armed";
  const bool of_target = injection.effects.find("target") != std::string_view::npos;
  if (of_target && (robot == RobotIs::kJogged || !has_capture(base.experiment)))
    return "the experiment captures nothing";
  if (injection.effects.starts_with("fault: target_push") && base.sim.target.mount != TargetMount::kFloating)
    return "the target does not float";
  return {};
}

/// The `faults` of the experiment, from `begin` to its end.
std::string schedule(const Injection& injection, Time begin, const RunConfig& base) {
  constexpr double kEnd = 36000.0;  // s, the longest
  return "faults=[" +
         schedule_fault(injection, to_seconds(begin.time_since_epoch()), kEnd,
                        base.controller.robot.markers.size()) +
         "]";
}

class Matrix {
 public:
  Matrix(const MatrixConfig& config, const RunConfig& base) : config_(config), base_(base) {}

  MatrixRow run(const Injection& injection) {
    MatrixRow row = begin_row(injection, config_.robot, base_.controller.safety);
    row.left_out = explain_absence(injection, config_.robot, base_);
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
    RunConfig config = load_experiment(config_.experiment, settings);
    if (config_.robot != RobotIs::kMoving)
      config.experiment.phases = make_phases(config_.robot, config.controller.robot.joint_count());
    return config;
  }

  /// @return The same run without a fault; most faults share it.
  Observed observe_undisturbed(const Injection& injection, std::uint64_t seed) {
    const std::pair key{seed, injection.settings};
    {
      const std::lock_guard lock(mutex_);
      if (const auto known = undisturbed_.find(key); known != undisturbed_.end()) return known->second;
    }
    const Observed observed = observe_run(load(injection, seed, ""), {});
    const std::lock_guard lock(mutex_);
    return undisturbed_.emplace(key, observed).first->second;
  }

  /// @return An instant of the robot's motion, or of its rest.
  Time draw_instant(const Injection& injection, std::uint64_t seed) {
    const Observed undisturbed = observe_undisturbed(injection, seed);
    const bool moving = !is_at_rest(config_.robot);
    if (moving ? !undisturbed.first_motion : !undisturbed.passed)
      throw std::runtime_error(config_.experiment + ", seed " + std::to_string(seed) +
                               ": the robot does not move even without a fault: " + undisturbed.reason);
    const Time begin = moving ? *undisturbed.first_motion : *undisturbed.rest;
    const Duration length = moving ? undisturbed.last_motion - begin : kRestFor;
    // At rest there is time left to name it before somebody wants motion.
    const double share = Random(seed, injection.name).uniform(0.05, moving ? 0.75 : 0.45);
    return begin + from_seconds(share * to_seconds(length));
  }

  void run_seed(const Injection& injection, std::uint64_t seed, MatrixRow& row) {
    const bool from_the_start =
        row.promise == Promise::kRefuse && (!is_at_rest(config_.robot) || injection.effects.empty());
    const Time injected = from_the_start ? Time{} : draw_instant(injection, seed);
    const std::string faults =
        injection.effects.empty() ? std::string() : schedule(injection, injected, base_);
    const FaultWatch watch{injected, injection.answers, row.counts};
    judge_run(config_.robot, watch, seed, observe_run(load(injection, seed, faults), watch), row);
  }

  const MatrixConfig& config_;
  const RunConfig& base_;
  std::mutex mutex_;
  std::map<std::pair<std::uint64_t, std::string_view>, Observed> undisturbed_;
};

}  // namespace

std::vector<MatrixRow> run_matrix(const MatrixConfig& config, const std::vector<const Injection*>& wanted,
                                  const std::function<void(const MatrixRow&)>& on_row) {
  const RunConfig base = load_experiment(config.experiment, config.settings);
  if (base.hardware.has_real_link())
    throw std::runtime_error(
        config.experiment + " runs on the hardware of testbed " + base.testbed_name +
        ", into which nothing is injected; name a simulated one with --set testbed=FILE");
  Matrix matrix(config, base);
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
