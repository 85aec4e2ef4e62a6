#include "fault_run.h"

#include <algorithm>
#include <atomic>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {

namespace {

constexpr double kRestRate = 0.1 * 3.14159265358979323846 / 180.0;  // rad/s: the shaft stands
constexpr Duration kStep = std::chrono::milliseconds(1);

/// Sleeps a millisecond at a time and looks at the shafts in between.
class WatchingClock final : public Clock {
 public:
  WatchingClock(Clock& clock, const TruthSource& truth, std::vector<ShaftSample>& samples)
      : clock_(clock), truth_(truth), samples_(samples) {}

  Time now() override { return clock_.now(); }
  void sleep_until(Time deadline) override {
    while (clock_.now() < deadline) {
      clock_.sleep_until(std::min(deadline, clock_.now() + kStep));
      const RobotState robot = truth_.truth().robot;
      samples_.push_back({clock_.now(), robot.joints, robot.joint_rates});
    }
  }

 private:
  Clock& clock_;
  const TruthSource& truth_;
  std::vector<ShaftSample>& samples_;
};

}  // namespace

FaultRun::FaultRun(std::vector<ScheduledFault> faults, const std::vector<std::string>& settings)
    : config(load_experiment(source_dir() + "/configs/experiments/standing_target.yaml", settings)) {
  config.sim.faults = std::move(faults);
}

void FaultRun::run() {
  RunSession experiment(config);
  WatchingClock clock(*experiment.hal().clock, *experiment.hal().truth, shafts_);
  experiment.hal().clock = &clock;
  experiment.add({.on_cycle = [this](const CycleRecord& record) { records_.push_back(record); }});
  experiment.run();
  outcomes_ = experiment.phases().results();
  passed_ = experiment.phases().passed();
  // The program has gone; the robot must stay where it is.
  clock.sleep_until(clock.now() + std::chrono::seconds(1));
}

const PhaseResult& FaultRun::phase(PhaseKind kind) const {
  const auto& phases = config.experiment.phases;
  const auto at =
      std::find_if(phases.begin(), phases.end(), [kind](const Phase& p) { return p.kind == kind; });
  return outcomes_.at(at - phases.begin());
}

std::string FaultRun::reasons() const {
  std::string text;
  for (std::size_t i = 0; i < outcomes_.size(); ++i) {
    if (outcomes_[i].verdict == Verdict::kFailed)
      text += config.experiment.phases[i].name + ": " + outcomes_[i].reason + "\n";
  }
  return text;
}

double FaultRun::fastest_from(Time from) const {
  double fastest = 0.0;
  for (const ShaftSample& sample : shafts_) {
    if (sample.at >= from) fastest = std::max(fastest, sample.rates.cwiseAbs().maxCoeff());
  }
  return fastest;
}

Time FaultRun::rest() const {
  const auto moving = std::find_if(shafts_.rbegin(), shafts_.rend(), [](const ShaftSample& sample) {
    return !(sample.rates.cwiseAbs().maxCoeff() < kRestRate);
  });
  return moving == shafts_.rend() ? Time{} : moving->at + kStep;
}

double FaultRun::turned_between(Time from, Time until) const {
  double turned = 0.0;
  const JointVector* start = nullptr;
  for (const ShaftSample& sample : shafts_) {
    if (sample.at < from || sample.at > until) continue;
    if (start == nullptr) start = &sample.angles;
    turned = std::max(turned, (sample.angles - *start).cwiseAbs().maxCoeff());
  }
  return turned;
}

bool FaultRun::was_armed() const {
  return std::any_of(records_.begin(), records_.end(),
                     [](const CycleRecord& record) { return record.output.command.enable; });
}

}  // namespace freefloat
