#pragma once

#include <string>
#include <tl/expected.hpp>

#include "identification/jog_plan.h"
#include "identification/mass_forecast.h"

namespace freefloat {

/// A motion is wanted that tells of a robot's masses what its logs leave open.
struct SuggestionQuestion {
  RobotParameters file;  ///< whose frames and LEDs count
  BodyMasses masses;     ///< found so far
  Eigen::MatrixXd told;  ///< information of the momentum parameters so far (MomentumFit::information)
  double noise = 1.0;    ///< MomentumFit::noise of the logs
  HeldValues held;
  ExpectedPictures pictures;
  MotionLimits limits;
  double attitude = 0.0;                ///< theta_WB at the begin, rad
  JointVector joints;                   ///< at the begin and at the end, rad
  Vector2 satellite = Vector2::Zero();  ///< where the file has its mass centre, at the begin, m, in W
  double duration = 30.0;               ///< of all jogs together, s
};

struct MotionSuggestion {
  JogPlan plan;
  double worth = 0.0;      ///< see MassForecaster::worth
  double clearance = 0.0;  ///< kept from edges, m
  MassForecast forecast;
};

/// Searches jogs of equal duration, back to where they begin, that tell the most together with what is known:
/// D-optimal under the limits of joints, rates and table. Joint angles at the steps' ends are moved one by
/// one for as long as that helps, from three begins; the same question has the same answer.
/// @return Or in words why no motion is possible, or why none tells more than the logs do.
tl::expected<MotionSuggestion, std::string> suggest_motion(const SuggestionQuestion& question);

/// @param period Of the poses with which it is computed, s; the pictures' own is the most exact.
/// @return Information of the momentum parameters that a plan would add.
Eigen::MatrixXd information_of(const SuggestionQuestion& question, const JogPlan& plan, double period);

/// @return Whether a plan keeps the limits of joints and rates, and its LEDs apart, and how far it stays from
/// the edges beyond what is kept for drift: negative where it does not.
double room_of(const SuggestionQuestion& question, const JogPlan& plan);

}  // namespace freefloat
