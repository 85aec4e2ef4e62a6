#include "identification/drive_fit.h"

#include <algorithm>
#include <cmath>

#include "identification/regression.h"
#include "model/dynamics.h"

namespace freefloat {

namespace {

constexpr double kStretch = 0.1;              // s
constexpr double kPotTime = 0.25;             // s, before and behind a stretch
constexpr double kSteadyTime = 0.03;          // s
constexpr double kSteady = 0.03;              // rad/s, change within that
constexpr double kLongestGap = 1.5;           // between readings, periods of the loop
constexpr double kAtRest = 0.03;              // rad/s: below, nothing tells where friction points to
constexpr double kLeastMoving = 0.5;          // share of a stretch in which the joint turns
constexpr Eigen::Index kLeastStretches = 40;  // of a joint
constexpr double kShapeStep = 1e-5;           // rad, of the numeric slope of the inertia
constexpr double kMostSigma = 0.1;            // of the torque: beyond, it counts as not told

/// The joints' inertia of a robot that floats without momentum, its motors' rotors with it.
class FloatingInertia {
 public:
  FloatingInertia(const RobotParameters& robot, const std::vector<double>& rotor_inertias)
      : model_(robot),
        rotors_(Eigen::Map<const Eigen::VectorXd>(rotor_inertias.data(),
                                                  static_cast<Eigen::Index>(rotor_inertias.size()))) {}

  JointMatrix at(const JointVector& joints) const {
    JointMatrix inertia = compute_joint_inertia(model_, compute_posture(0.0, joints));
    inertia.diagonal() += rotors_;
    return inertia;
  }

  /// @return Half of w^T dH/dphi_i w, N m.
  JointVector shape_terms(const JointVector& joints, const JointVector& rates) const {
    JointVector terms(joints.size());
    for (Eigen::Index i = 0; i < joints.size(); ++i) {
      JointVector moved = joints;
      moved[i] += kShapeStep;
      const double above = rates.dot(at(moved) * rates);
      moved[i] -= 2.0 * kShapeStep;
      terms[i] = (above - rates.dot(at(moved) * rates)) / (4.0 * kShapeStep);
    }
    return terms;
  }

 private:
  PlanarModel model_;
  JointVector rotors_;
};

/// The board's state at one reading, as it truly was.
struct DriveSample {
  double time = 0.0;
  JointVector angles, rates, duties;
  JointVector turned;       ///< what the rates add up to since the first, rad
  JointVector momenta;      ///< generalized, N m s
  JointVector shape_terms;  ///< N m
};
using DriveRun = std::vector<DriveSample>;

/// @return Readings without a gap between them.
std::vector<DriveRun> collect_runs(const FloatingInertia& inertia, const MotionSeries& series,
                                   const std::vector<JointSensors>& sensors) {
  const double longest_step = kLongestGap * to_seconds(series.period.value_or(Duration{}));
  std::vector<DriveRun> runs;
  for (const ReadingSample& reading : series.readings) {
    if (reading.duties.size() != reading.rates.size() || !reading.duties.allFinite()) continue;
    DriveSample now{.time = to_seconds(reading.sampled),
                    .angles = reading.angles,
                    .rates = reading.rates,
                    .duties = reading.duties,
                    .turned = JointVector::Zero(reading.rates.size()),
                    .momenta = {},
                    .shape_terms = {}};
    for (Eigen::Index i = 0; i < now.rates.size(); ++i) {
      const JointSensors& sensor = sensors[i];
      if (sensor.pot.found) now.angles[i] = (now.angles[i] - sensor.pot.offset) / sensor.pot.scale;
      if (sensor.tacho.found) now.rates[i] = (now.rates[i] - sensor.tacho.offset) / sensor.tacho.scale;
    }
    now.momenta = inertia.at(now.angles) * now.rates;
    now.shape_terms = inertia.shape_terms(now.angles, now.rates);
    if (!runs.empty() && now.time <= runs.back().back().time) continue;
    if (runs.empty() || now.time - runs.back().back().time > longest_step) runs.emplace_back();
    if (const DriveRun& run = runs.back(); !run.empty())
      now.turned = run.back().turned + 0.5 * (now.time - run.back().time) * (run.back().rates + now.rates);
    runs.back().push_back(now);
  }
  return runs;
}

/// Sums of one joint over a stretch of readings.
struct DriveStretch {
  double span = 0.0, duty = 0.0, turned = 0.0, friction = 0.0, torque = 0.0, moving = 0.0;
};

double direction_of(double rate) {
  return std::abs(rate) < kAtRest ? 0.0 : rate > 0.0 ? 1.0 : -1.0;
}

/// @return By how much the potentiometer stands before what the rates add up to, on average over the samples
/// within `kPotTime` before (`step` -1) or behind (+1).
double mean_lead(const DriveRun& run, std::size_t at, int step, Eigen::Index joint) {
  double sum = 0.0;
  int count = 0;
  for (auto k = static_cast<std::ptrdiff_t>(at); k >= 0 && k < std::ssize(run); k += step) {
    const DriveSample& sample = run[k];
    if (std::abs(sample.time - run[at].time) > kPotTime) break;
    sum += sample.angles[joint] - sample.turned[joint];
    ++count;
  }
  return sum / count;
}

/// Where a joint is sped up within a few readings, these do not add up to the angle that it turned, and
/// always to too little or too much: the potentiometer tells it, over as long before and behind as its noise
/// wants.
double turned_between(const DriveRun& run, std::size_t first, std::size_t last, Eigen::Index joint) {
  const double before = mean_lead(run, first, -1, joint);
  const double behind = mean_lead(run, last, 1, joint);
  return run[last].turned[joint] - run[first].turned[joint] + behind - before;
}

DriveStretch sum_up(const DriveRun& run, std::size_t first, std::size_t last, Eigen::Index joint) {
  DriveStretch stretch;
  for (std::size_t k = first + 1; k <= last; ++k) {
    const DriveSample &before = run[k - 1], &now = run[k];
    const double step = now.time - before.time;
    const double way = 0.5 * (direction_of(before.rates[joint]) + direction_of(now.rates[joint]));
    stretch.span += step;
    stretch.duty += step * now.duties[joint];
    stretch.friction += step * way;
    stretch.torque -= 0.5 * step * (before.shape_terms[joint] + now.shape_terms[joint]);
    stretch.moving += step * std::abs(way);
  }
  stretch.turned = turned_between(run, first, last, joint);
  stretch.torque += run[last].momenta[joint] - run[first].momenta[joint];
  return stretch;
}

bool is_steady(const DriveRun& run, std::size_t k, Eigen::Index joint) {
  for (std::size_t i = k; i-- > 0 && run[k].time - run[i].time < kSteadyTime + 1e-6;) {
    if (std::abs(run[k].rates[joint] - run[i].rates[joint]) >= kSteady) return false;
  }
  return true;
}

/// @return Stretches in which the joint turned most of the time, and at whose ends it is not being sped up.
std::vector<DriveStretch> collect_stretches(const std::vector<DriveRun>& runs, Eigen::Index joint) {
  std::vector<DriveStretch> stretches;
  for (const DriveRun& run : runs) {
    std::size_t first = 0;
    for (std::size_t k = 1; k < run.size(); ++k) {
      if (run[k].time - run[first].time < kStretch || !is_steady(run, k, joint)) continue;
      const DriveStretch stretch = sum_up(run, first, k, joint);
      if (stretch.moving >= kLeastMoving * stretch.span) stretches.push_back(stretch);
      first = k;
    }
  }
  return stretches;
}

DriveFit fit_stretches(const std::vector<DriveStretch>& stretches) {
  DriveFit fit;
  const auto count = static_cast<Eigen::Index>(stretches.size());
  if (count < kLeastStretches) {
    fit.reason = "has turned for less than 4 s with its drive on";
    return fit;
  }
  Eigen::MatrixXd columns(count, 3);
  Eigen::VectorXd duties(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const DriveStretch& s = stretches[i];
    columns.row(i) << s.turned / s.span, s.friction / s.span, s.torque / s.span;
    duties[i] = s.duty / s.span;
  }
  const Regression found = regress(columns, duties);
  const double per_torque = found.solution[2];
  if (!(per_torque > 0.0) || found.sigma(2) > kMostSigma * per_torque) {
    fit.reason = "was hardly sped up or slowed down: nothing tells its motor's torque";
    return fit;
  }
  fit.found = true;
  fit.duty_per_rate = found.solution[0];
  fit.duty_per_rate_sigma = found.sigma(0);
  fit.torque = 1.0 / per_torque;
  fit.torque_sigma = found.sigma(2) / (per_torque * per_torque);
  fit.friction = found.solution[1] / per_torque;
  const Eigen::Vector2d slope(1.0 / per_torque, -fit.friction / per_torque);
  fit.friction_sigma =
      std::sqrt(std::max(0.0, slope.dot(found.covariance.bottomRightCorner<2, 2>() * slope)));
  fit.residual = found.residual;
  return fit;
}

}  // namespace

std::vector<DriveFit> fit_drives(const RobotParameters& robot, const std::vector<double>& rotor_inertias,
                                 const MotionSeries& series, const std::vector<JointSensors>& sensors) {
  const auto runs = collect_runs(FloatingInertia(robot, rotor_inertias), series, sensors);
  std::vector<DriveFit> drives(sensors.size());
  for (std::size_t i = 0; i < drives.size(); ++i) {
    if (runs.empty()) {
      drives[i].reason = "its board does not tell the duty that it drives";
    } else {
      drives[i] = fit_stretches(collect_stretches(runs, static_cast<Eigen::Index>(i)));
    }
  }
  return drives;
}

std::optional<MotorSettings> motor_settings(const DriveFit& found, const KnownMotor& known) {
  if (!found.found) return std::nullopt;
  // duty = (k / V + viscous / torque) rate + (torque of the joint) / torque, torque = k V / R; k of the
  // joint's side.
  const double k = known.supply_voltage * (found.duty_per_rate - known.viscous_friction / found.torque);
  if (!(k > 0.0)) return std::nullopt;
  return MotorSettings{k / known.gear_ratio, k * known.supply_voltage / found.torque,
                       std::max(0.0, found.friction)};
}

}  // namespace freefloat
