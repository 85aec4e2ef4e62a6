#include "identification/suggest_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "identification/momentum_fit.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kStepDuration = 3.0;          // s; shorter ones would be mostly acceleration
constexpr double kShareOfRate = 0.6;           // of the rate limit; faster, and it would bend the steps
constexpr double kFastest = deg_to_rad(40.0);  // faster, and wrong masses contradict the pictures
constexpr double kRoomForDrift = 0.1;   // m, for a table's tilt and what momentum the robot begins with
constexpr double kLeastLedGap = 0.05;   // m; nearer ones melt together in the picture
constexpr double kJointReserve = 0.05;  // rad beside the margin: brakes need a little way
constexpr double kSearchPeriod = 0.2;   // s, of the poses while it is searched
constexpr int kMostRounds = 6;          // at one size of the moves
constexpr double kWorthwhile = 1e-3;    // of the worth
constexpr double kLeastWorth = 0.1;     // of a suggestion: a single interval 5 % smaller
constexpr std::array<double, 4> kMoves{deg_to_rad(60.0), deg_to_rad(30.0), deg_to_rad(15.0), deg_to_rad(7.5)};
constexpr std::array<std::array<double, 2>, 3> kBegins{{{2.0, 3.0}, {1.0, 2.0}, {3.0, 1.0}}};  // turns

/// Joint angles at the ends of the steps, the first being the begin and the last the same.
using Waypoints = std::vector<JointVector>;

JogPlan plan_of(const SuggestionQuestion& question, const Waypoints& waypoints) {
  JogPlan plan{question.attitude, question.joints, question.satellite, {}};
  const double step = question.duration / static_cast<double>(waypoints.size() - 1);
  for (std::size_t k = 1; k < waypoints.size(); ++k)
    plan.steps.push_back({(waypoints[k] - waypoints[k - 1]) / step, step});
  return plan;
}

bool keeps_joints(const MotionLimits& limits, const JogPlan& plan) {
  JointVector angles = plan.joints;
  for (const JogStep& step : plan.steps) {
    angles += step.duration * step.rates;
    for (Eigen::Index j = 0; j < angles.size(); ++j) {
      const JointLimits& joint = limits.joints[j];
      const double margin = limits.joint_margin + kJointReserve;
      const double rate = std::min(kFastest, kShareOfRate * std::min(limits.max_joint_rate, joint.max_rate));
      if (angles[j] < joint.min + margin || angles[j] > joint.max - margin) return false;
      if (std::abs(step.rates[j]) > rate) return false;
    }
  }
  return true;
}

RobotParameters robot_of(const SuggestionQuestion& question) {
  return with_masses(question.file, question.masses);
}

double room_of(const PlannedMotion& motion) {
  return motion.led_gap < kLeastLedGap ? -1.0 : motion.clearance - kRoomForDrift;
}

Eigen::MatrixXd information_of(const SuggestionQuestion& question, const PlannedMotion& motion) {
  const BodyGeometry geometry(question.file);
  const double variance = std::max(1.0, question.noise * question.noise);
  return momentum_information(geometry, motion.stretch, momentum_parameters(geometry, question.masses)) /
         variance;
}

class Search {
 public:
  Search(const SuggestionQuestion& question, const MassForecaster& forecaster)
      : question_(question), forecaster_(forecaster), robot_(robot_of(question)) {}

  /// @return What the motion is worth; nothing: it breaks a limit.
  std::optional<double> judge(const Waypoints& waypoints) const {
    const JogPlan plan = plan_of(question_, waypoints);
    if (!keeps_joints(question_.limits, plan)) return std::nullopt;
    const PlannedMotion motion =
        predict_motion(question_.file, robot_, question_.limits, plan, question_.pictures, kSearchPeriod);
    if (room_of(motion) < 0.0) return std::nullopt;
    return forecaster_.worth(information_of(question_, motion));
  }

  /// Every joint to and fro, so many turns of a sine each, as far as the limits let it.
  Waypoints begin(const std::array<double, 2>& turns) const {
    const std::size_t steps =
        static_cast<std::size_t>(std::max(2.0, std::round(question_.duration / kStepDuration)));
    Waypoints waypoints;
    for (double reach = deg_to_rad(70.0); reach > deg_to_rad(1.0); reach *= 0.8) {
      waypoints.assign(steps + 1, question_.joints);
      for (std::size_t k = 1; k < steps; ++k) {
        const double phase = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(steps);
        for (Eigen::Index j = 0; j < question_.joints.size(); ++j)
          waypoints[k][j] += reach * std::sin(turns[j % 2] * phase);
      }
      if (judge(waypoints)) return waypoints;
    }
    waypoints.assign(steps + 1, question_.joints);
    return waypoints;
  }

  /// Moves single angles for as long as that helps. @return What it has come to.
  double climb(Waypoints& waypoints) const {
    double best = judge(waypoints).value_or(0.0);
    for (const double move : kMoves) {
      for (int round = 0; round < kMostRounds; ++round) {
        const double before = best;
        for (std::size_t k = 1; k + 1 < waypoints.size(); ++k) {
          for (Eigen::Index j = 0; j < question_.joints.size(); ++j)
            try_both_ways(waypoints, k, j, move, best);
        }
        if (best < before + kWorthwhile) break;
      }
    }
    return best;
  }

 private:
  void try_both_ways(Waypoints& waypoints, std::size_t k, Eigen::Index joint, double move,
                     double& best) const {
    for (const double by : {move, -move}) {
      const double was = waypoints[k][joint];
      waypoints[k][joint] = was + by;
      const std::optional<double> worth = judge(waypoints);
      if (worth && *worth > best + kWorthwhile) {
        best = *worth;
        return;
      }
      waypoints[k][joint] = was;
    }
  }

  const SuggestionQuestion& question_;
  const MassForecaster& forecaster_;
  RobotParameters robot_;
};

}  // namespace

Eigen::MatrixXd information_of(const SuggestionQuestion& question, const JogPlan& plan, double period) {
  return information_of(question, predict_motion(question.file, robot_of(question), question.limits, plan,
                                                 question.pictures, period));
}

double room_of(const SuggestionQuestion& question, const JogPlan& plan) {
  if (!keeps_joints(question.limits, plan)) return -1.0;
  return room_of(predict_motion(question.file, robot_of(question), question.limits, plan, question.pictures,
                                kSearchPeriod));
}

tl::expected<MotionSuggestion, std::string> suggest_motion(const SuggestionQuestion& question) {
  const auto forecaster =
      MassForecaster::make(BodyGeometry(question.file), question.masses, question.held, question.told);
  if (!forecaster) return tl::make_unexpected(forecaster.error());
  const JogPlan rest{question.attitude,
                     question.joints,
                     question.satellite,
                     {{JointVector::Zero(question.joints.size()), kStepDuration}}};
  if (room_of(question, rest) < 0.0) {
    return tl::make_unexpected(
        std::string("no motion can be suggested from where the log begins: a joint is at its limit, the "
                    "robot too near to the table's edge, or two LEDs too near to each other"));
  }
  const Search search(question, *forecaster);
  Waypoints best;
  double worth = -1.0;
  for (const auto& turns : kBegins) {
    Waypoints waypoints = search.begin(turns);
    const double reached = search.climb(waypoints);
    if (reached <= worth) continue;
    worth = reached;
    best = std::move(waypoints);
  }
  MotionSuggestion suggestion;
  suggestion.plan = plan_of(question, best);
  const Eigen::MatrixXd more = information_of(question, suggestion.plan, question.pictures.period);
  suggestion.worth = forecaster->worth(more);
  if (suggestion.worth < kLeastWorth) {
    return tl::make_unexpected(
        std::string("no motion within the limits of joints, rates and table tells more than the logs do"));
  }
  suggestion.clearance = room_of(question, suggestion.plan) + kRoomForDrift;
  suggestion.forecast = forecaster->forecast(more);
  return suggestion;
}

}  // namespace freefloat
