#include "identification/servo_delay.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/dense_solvers.h"

namespace freefloat {

namespace {

constexpr double kLongestDelay = 0.4;  // s
constexpr double kLongestLag = 0.2;    // s
constexpr double kLongestRamp = 0.5;   // s^2/rad
constexpr double kLeastTravel = 0.15;  // rad
constexpr std::size_t kLeastSamples = 30;
constexpr double kRobustWidth = 4.0;  // standard deviations beyond which a sample hardly counts

/// What is sought beside what is linear.
struct Dynamics {
  double delay = 0.0;
  double lag = 0.0;
  double ramp = 0.0;
};

/// Answer to the commands, as rate and as integral, for gain 1.
class Answer {
 public:
  Answer(const MotionSeries& series, Eigen::Index joint) : series_(series), joint_(joint) {}

  /// Values at rising times. @param value Rate (rad/s) or angle since the start (rad).
  void at(const JointTrace& trace, const Dynamics& dynamics, Eigen::VectorXd& value) const {
    const auto& commands = series_.commands;
    value.resize(static_cast<Eigen::Index>(trace.samples.size()));
    State edge;  // at the edge of command `k`
    std::size_t k = 0;
    for (std::size_t i = 0; i < trace.samples.size(); ++i) {
      const double t = to_seconds(trace.samples[i].at) - dynamics.delay;
      while (k + 1 < commands.size() && to_seconds(commands[k + 1].at) <= t) {
        advance(u(k), to_seconds(commands[k + 1].at - commands[k].at), dynamics, edge);
        ++k;
      }
      State now = edge;
      const double past = t - to_seconds(commands[k].at);
      if (past > 0.0) advance(u(k), past, dynamics, now);  // else before the first command
      // The integral of lag * y' = r - y.
      value[static_cast<Eigen::Index>(i)] = trace.is_angle ? now.way - dynamics.lag * now.rate : now.rate;
    }
  }

 private:
  struct State {
    double reference = 0.0;  // r
    double way = 0.0;        // integral of r
    double rate = 0.0;       // y
  };

  double u(std::size_t k) const { return series_.commands[k].rates[joint_]; }

  /// The reference first ramps towards the command, then stays there.
  static void advance(double command, double span, const Dynamics& dynamics, State& state) {
    const double missing = command - state.reference;
    const double ramp_time = std::min(span, std::abs(missing) * dynamics.ramp);
    if (ramp_time > 0.0) move(std::copysign(1.0 / dynamics.ramp, missing), ramp_time, dynamics.lag, state);
    if (span > ramp_time) {
      state.reference = command;
      move(0.0, span - ramp_time, dynamics.lag, state);
    }
  }

  static void move(double slope, double span, double lag, State& state) {
    const double decay = lag > 0.0 ? std::exp(-span / lag) : 0.0;
    const double begin = state.reference;
    state.reference += slope * span;
    state.way += 0.5 * (begin + state.reference) * span;
    state.rate = state.reference - slope * lag + (state.rate - begin + slope * lag) * decay;
  }

  const MotionSeries& series_;
  Eigen::Index joint_;
};

/// The fit at one delay and lag: what is linear is solved.
struct Linear {
  double cost = 0.0;
  double gain = 0.0;
  Eigen::VectorXd residual;
  Eigen::MatrixXd columns;
};

class ResponseFit {
 public:
  ResponseFit(const MotionSeries& series, Eigen::Index joint, const JointTrace& trace)
      : answer_(series, joint), trace_(trace), measured_(static_cast<Eigen::Index>(trace.samples.size())) {
    for (std::size_t i = 0; i < trace.samples.size(); ++i)
      measured_[static_cast<Eigen::Index>(i)] = trace.samples[i].value;
    weights_ = Eigen::VectorXd::Ones(measured_.size());
  }

  Linear solve(const Dynamics& dynamics) const {
    Linear result;
    Eigen::VectorXd answer;
    answer_.at(trace_, dynamics, answer);
    result.columns.resize(measured_.size(), trace_.is_angle ? 3 : 2);
    result.columns.col(0) = answer;
    result.columns.col(1).setOnes();
    if (trace_.is_angle) {
      for (Eigen::Index i = 0; i < measured_.size(); ++i)
        result.columns(i, 2) = to_seconds(trace_.samples[i].at - trace_.samples.front().at);
    }
    const Eigen::MatrixXd weighted = weights_.asDiagonal() * result.columns;
    const Eigen::VectorXd solution =
        dense::solve_symmetric(result.columns.transpose() * weighted, weighted.transpose() * measured_);
    result.residual = measured_ - result.columns * solution;
    result.cost = result.residual.dot(weights_.asDiagonal() * result.residual);
    result.gain = solution[0];
    return result;
  }

  /// Takes weight from samples that no answer explains: a stop, a push.
  void distrust_outliers(const Eigen::VectorXd& residual) {
    std::vector<double> sizes(residual.size());
    for (Eigen::Index i = 0; i < residual.size(); ++i) sizes[i] = std::abs(residual[i]);
    std::nth_element(sizes.begin(), sizes.begin() + static_cast<long>(sizes.size() / 2), sizes.end());
    const double width = kRobustWidth * std::max(1.4826 * sizes[sizes.size() / 2], 1e-12);
    for (Eigen::Index i = 0; i < residual.size(); ++i) {
      const double share = residual[i] / width;
      weights_[i] = 1.0 / ((1.0 + share * share) * (1.0 + share * share));
    }
  }

  Eigen::Index size() const { return measured_.size(); }

 private:
  Answer answer_;
  const JointTrace& trace_;
  Eigen::VectorXd measured_;
  Eigen::VectorXd weights_;
};

struct Point {
  Dynamics at;
  double cost = std::numeric_limits<double>::infinity();
};

Point search(const ResponseFit& fit, const ServoResponse* known) {
  Point best;
  const std::vector<double> lags =
      known != nullptr ? std::vector{known->lag} : std::vector{0.0005, 0.002, 0.008, 0.03};
  const std::vector<double> ramps =
      known != nullptr ? std::vector{known->ramp} : std::vector{0.0, 0.006, 0.014, 0.03, 0.08};
  for (const double lag : lags) {
    for (const double ramp : ramps) {
      for (double delay = 0.0; delay <= kLongestDelay; delay += 0.004) {
        const Dynamics at{delay, lag, ramp};
        const double cost = fit.solve(at).cost;
        if (cost < best.cost) best = {at, cost};
      }
    }
  }
  return best;
}

/// Shrinking pattern search: the cost has kinks where a command's edge passes a sample.
Point refine(const ResponseFit& fit, Point best, bool delay_alone) {
  constexpr double kRampStep = 4.0;  // s/rad: changes the answer about as much as the delay does
  const int others = delay_alone ? 0 : 1;
  for (double step = 0.002; step > 4e-6; step *= 0.5) {
    for (bool better = true; better;) {
      better = false;
      const Dynamics from = best.at;
      for (int d = -1; d <= 1; ++d) {
        for (int l = -others; l <= others; ++l) {
          for (int r = -others; r <= others; ++r) {
            const Dynamics at{std::clamp(from.delay + d * step, 0.0, kLongestDelay),
                              std::clamp(from.lag + l * step, 0.0, kLongestLag),
                              std::clamp(from.ramp + r * kRampStep * step, 0.0, kLongestRamp)};
            const double cost = fit.solve(at).cost;
            if (cost >= best.cost) continue;
            best = {at, cost};
            better = true;
          }
        }
      }
    }
  }
  return best;
}

/// Standard deviation of the delay, by the residual's size and how it changes with all that was sought.
void find_sigmas(const ResponseFit& fit, const Dynamics& at, bool delay_alone, ServoResponse& response) {
  constexpr double kStep = 2e-4;  // s
  const Linear here = fit.solve(at);
  const Eigen::Index linear = here.columns.cols();
  Eigen::MatrixXd jacobian(fit.size(), linear + (delay_alone ? 1 : 3));
  jacobian.leftCols(linear) = here.columns;
  const auto slope = [&](const Dynamics& there) -> Eigen::VectorXd {
    return here.gain * (fit.solve(there).columns.col(0) - here.columns.col(0)) / kStep;
  };
  jacobian.col(linear) = slope({at.delay + kStep, at.lag, at.ramp});
  if (!delay_alone) {
    jacobian.col(linear + 1) = slope({at.delay, at.lag + kStep, at.ramp});
    jacobian.col(linear + 2) = slope({at.delay, at.lag, at.ramp + kStep});
  }
  const double variance = here.residual.squaredNorm() / static_cast<double>(fit.size() - jacobian.cols());
  const Eigen::MatrixXd covariance = variance * dense::pseudo_inverse(jacobian.transpose() * jacobian);
  response.delay_sigma = std::sqrt(std::max(0.0, covariance(linear, linear)));
  response.residual = std::sqrt(here.residual.squaredNorm() / static_cast<double>(fit.size()));
  response.gain = here.gain;
}

}  // namespace

ServoResponse fit_servo_response(const MotionSeries& series, Eigen::Index joint, const JointTrace& trace,
                                 const ServoResponse* known) {
  ServoResponse response;
  response.travel = series.commanded_travel(joint);
  if (response.travel < kLeastTravel) {
    response.reason = "was hardly commanded to move";
    return response;
  }
  if (trace.samples.size() < kLeastSamples) {
    response.reason = "was measured too rarely";
    return response;
  }
  const bool delay_alone = known != nullptr;
  ResponseFit fit(series, joint, trace);
  Point best = refine(fit, search(fit, known), delay_alone);
  for (int round = 0; round < 2; ++round) {
    fit.distrust_outliers(fit.solve(best.at).residual);
    best.cost = fit.solve(best.at).cost;
    best = refine(fit, best, delay_alone);
  }
  response.delay = best.at.delay;
  response.lag = best.at.lag;
  response.ramp = best.at.ramp;
  find_sigmas(fit, best.at, delay_alone, response);
  if (response.delay > kLongestDelay - 1e-3) {
    response.reason = "does not follow its commands";
  } else if (response.gain < 0.2) {
    response.reason = response.gain < -0.2 ? "moves against its commands: a sensor or motor is reversed"
                                           : "does not follow its commands";
  } else if (!std::isfinite(response.delay_sigma)) {
    response.reason = "moved too evenly: no change of its rate tells a delay";
  }
  response.found = response.reason.empty();
  return response;
}

}  // namespace freefloat
