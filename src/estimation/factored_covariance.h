#pragma once

#include "types/joint_vector.h"

// A covariance P = U D U^T in its factors, U unit upper triangular and D diagonal, after Bierman,
// "Factorization Methods for Discrete Sequential Estimation", 1977. P itself loses its small variances beside
// large ones, for measurements take the one out of the other: exact LEDs leave 1e-12 of a variance that
// was 1. In the factors nothing is taken away. D is only multiplied by shares between 0 and 1 and added to,
// so that P is positive semidefinite whatever the rounding.

namespace freefloat {

/// Largest state of a filter: mass centre (2), attitude, joints (kMaxJoints), velocity of the mass centre
/// (2), angular momentum.
inline constexpr int kMaxFilterStates = 6 + kMaxJoints;
using StateVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxFilterStates, 1>;

/// D on the diagonal, U above it without its ones, zeros below.
using CovarianceFactors = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor,
                                        kMaxFilterStates, kMaxFilterStates>;

/// Independent noises: what one unit of each adds to the states, and its variance.
using NoiseDirections = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor,
                                      kMaxFilterStates, kMaxFilterStates>;
using NoiseVariances = StateVector;

/// @return Factors of independent states. @param variances Not negative.
CovarianceFactors independent_states(const StateVector& variances);

/// @return P.
CovarianceFactors covariance_of(const CovarianceFactors& factors);

/// @param factors Of P.
/// @param a, b Weight of each state, shorter than the state where the last ones are zero.
/// @return a P b^T: covariance of two sums of states.
double covariance_along(const CovarianceFactors& factors, const StateVector& a, const StateVector& b);

/// @return Variance of one state.
double variance_of(Eigen::Index state, const CovarianceFactors& factors);

/// State `to` gains `share` times state `from`, which comes after it: P becomes F P F^T.
void add_state(Eigen::Index to, Eigen::Index from, double share, CovarianceFactors& factors);

/// P gains every `variance` times its `direction direction^T`, in their order. Agee and Turner's update; all
/// noises go through the states together, so that the processor need not wait for one to begin with the next.
/// @param directions A column each noise, shorter than the state where the last entries are zero.
/// @param variances One a noise, not negative.
/// @param factors Of P, before and after.
void add_noises(const NoiseDirections& directions, const NoiseVariances& variances,
                CovarianceFactors& factors);

/// The same of one noise.
void add_noise(const StateVector& direction, double variance, CovarianceFactors& factors);

/// The states from `first` on become independent of all and get new variances; what the others know stays.
/// @param first From 0.
/// @param variances Not negative, one a state from `first` on.
/// @param factors Of P, before and after.
void start_states_anew(Eigen::Index first, const StateVector& variances, CovarianceFactors& factors);

/// What one measured number says about the state.
struct ScalarUpdate {
  StateVector gain;                  ///< correction of the state a unit of innovation
  double innovation_variance = 0.0;  ///< h P h^T + variance, with the P before
};

/// Takes in one measured number h x + noise. Bierman's update.
/// @param h Shorter than the state where its last entries are zero.
/// @param variance Of the noise, above zero.
/// @param factors Of P, before and after.
ScalarUpdate take_in(const StateVector& h, double variance, CovarianceFactors& factors);

}  // namespace freefloat
