#include "spatial/simulation/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace freefloat {

std::vector<double> break_times(const TreeSimulationConfig& config) {
  std::vector<double> times;
  if (config.path) {
    times = {config.path->begin, config.path->end};
  } else {
    for (const JointDrive& drive : config.drives) add_break_times(drive, times);
  }
  std::erase_if(times, [&](double time) { return !(time > 0.0 && time < config.duration); });
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

SimulationSample take_sample(const TreeModel& model, TreeSystem& system, const double* x, double time,
                             const Eigen::VectorXd* joint_forces) {
  SimulationSample sample{system.evaluate(x, time, joint_forces)};
  sample.time = time;
  system.find_forces();
  sample.base_reaction = system.reaction();
  for (int i = 0; i < model.end_point_count(); ++i) {
    sample.end_points.push_back(system.end_point(i));
    sample.end_point_motions.push_back(system.end_point_motion(i));
  }
  sample.totals = system.totals();
  sample.work = TreeSystem::work(model, x);
  sample.impulse = TreeSystem::impulse(model, x);
  return sample;
}

std::string integrate_samples(const TreeSimulationConfig& config, const OdeSystem& ode, StepControl& control,
                              std::vector<double>& x, const std::function<void(double)>& enter_piece,
                              const std::function<bool(double)>& take) {
  const std::vector<double> breaks = break_times(config);
  const std::vector<double> samples = sample_times(config);
  auto next_break = breaks.begin();
  double time = 0.0;
  for (const double sample : samples) {
    while (time < sample) {
      const double stop = next_break != breaks.end() ? std::min(*next_break, sample) : sample;
      enter_piece(0.5 * (time + stop));
      const std::string failure = control.advance(ode, x, time, stop);
      if (!failure.empty()) return fmt::format("at t = {:.6g} s {}", time, failure);
      if (next_break != breaks.end() && time >= *next_break) ++next_break;
    }
    if (sample == 0.0) enter_piece(0.5 * (breaks.empty() ? config.duration : breaks.front()));
    if (!take(sample)) return fmt::format("at t = {:.6g} s it was stopped", sample);
  }
  return {};
}

SimulationResult simulate(const TreeSimulationConfig& config, const SimulationProgress& progress) {
  if (const auto problems = check_simulation(config); !problems.empty()) {
    throw std::invalid_argument(fmt::format("{}", fmt::join(problems, "; ")));
  }
  const TreeModel model(config.tree);
  TreeSystem system(model, config);
  std::vector<double> x(system.size());
  system.start(x.data());
  const OdeSystem ode{[&](const std::vector<double>& at, std::vector<double>& rates, double time) {
                        system.differentiate(at.data(), time, rates.data());
                      },
                      [&](std::vector<double>& at) { system.finish_step(at.data()); }};
  SimulationResult result;
  StepControl control(config.integrator);
  result.failure = integrate_samples(
      config, ode, control, x, [&](double piece) { system.enter_piece(piece); },
      [&](double time) {
        result.samples.push_back(take_sample(model, system, x.data(), time));
        return !progress || progress(time);
      });
  if (!result.failure.empty() && !system.trouble().empty()) result.failure += ": " + system.trouble();
  result.count = control.count();
  return result;
}

}  // namespace freefloat
