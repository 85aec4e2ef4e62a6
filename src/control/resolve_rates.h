#pragma once

#include "control/controller_config.h"
#include "model/generalized_jacobian.h"
#include "types/cycle.h"

namespace freefloat {

/// When and how the inverse of the generalized Jacobian is damped.
struct DampingConfig {
  double threshold = 0.0;    ///< sigma_min below which damping sets in, m; zero: never, as in the paper
  double max_damping = 0.0;  ///< at sigma_min = 0, m
};

/// Joint rates for a hand velocity: Yoshida & Umetani 1990, Eq. (12), with the momentum that the system has
/// kept: phi' = J*^-1 (v_WE - v_WG - by_momentum L). Arms with n > 2 get the smallest rates that do it. Near
/// a dynamic singularity (sigma_min below the threshold) damped least squares, phi' = J*^T (J* J*^T +
/// lambda^2)^-1 v with lambda^2 = max_damping^2 (1 - (sigma_min / threshold)^2): continuous, and never
/// unbounded.
/// @param config Where damping sets in.
/// @param jacobian At the robot's present posture.
/// @param v_WE Hand velocity wanted, m/s.
/// @param v_WG Velocity of the mass centre, m/s.
/// @param angular_momentum L, N m s.
/// @return `raw` in rad/s and how near to singular; `limited` is empty.
ResolvedRates resolve_rates(const DampingConfig& config, const GeneralizedJacobian& jacobian,
                            const Vector2& v_WE, const Vector2& v_WG, double angular_momentum);

/// The hand's angle as a second task: of what the position leaves free, the smallest joint rates that bring
/// the hand's angular velocity to `w_WE`. With N = I - J*_p^+ J*_p of the position's two rows and a = j_w N
/// of the third, phi' += a^T (w_WE - by_momentum_w L - j_w phi') / (a a^T), damped where |a| is small: there
/// the angle cannot be turned without moving the hand. For three joints the three rows of J* are then
/// followed exactly; what a joint's limit leaves no room for is left out, so that the position never waits.
/// @param jacobian At the robot's present posture.
/// @param w_WE Wanted, rad/s.
/// @param angular_momentum L, N m s.
/// @param limit That each joint may have, rad/s.
/// @param resolved The rates that lead the position; then both. Unchanged for fewer than three joints, and
/// where the position is damped: nothing is free of it there.
void resolve_hand_turn(const GeneralizedJacobian& jacobian, double w_WE, double angular_momentum,
                       double limit, ResolvedRates& resolved);

/// Joint rates within their limit.
struct LimitedRates {
  JointVector rates;   ///< rad/s
  double scale = 1.0;  ///< rates = scale * wanted
};

/// Yoshida & Umetani 1990, Eq. (13): the whole vector is scaled, so that the hand keeps its direction. The
/// last gate before the wire: a NaN or an infinity anywhere gives zero rates with scale 0, never full speed.
/// @param wanted rad/s.
/// @param limit phi_max, rad/s, positive.
/// @param norm What is held below the limit.
LimitedRates scale_to_limit(const JointVector& wanted, double limit, RateNorm norm);

/// The same for rates that were resolved: sets `limited` and `scale`.
void scale_to_limit(double limit, RateNorm norm, ResolvedRates& resolved);

}  // namespace freefloat
