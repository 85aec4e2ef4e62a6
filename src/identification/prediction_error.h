#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "estimation/estimate_state.h"

namespace freefloat {

/// How far off the hand is when a command takes effect, had the estimator believed a certain delay.
struct DelayError {
  double believed = 0.0;  ///< s
  double rms = 0.0;       ///< m
  double largest = 0.0;   ///< m
};

struct PredictionErrors {
  std::vector<DelayError> errors;
  std::size_t cycles = 0;  ///< in which the hand moved and is known later on
};

/// Gives the logged inputs to the estimator once for every delay and compares the hand that it predicts with
/// the one that it finds when the command does take effect.
/// @param path Of the log.
/// @param setup Of the run's estimator; its `actuation_delay` is replaced.
/// @param delays To be believed, s.
/// @param true_delay From a cycle to the middle of its command's effect, s.
/// @return Why it cannot be: log not readable, or no motion in it.
tl::expected<PredictionErrors, std::string> find_prediction_errors(const std::string& path,
                                                                   const EstimatorSetup& setup,
                                                                   const std::vector<double>& delays,
                                                                   double true_delay);

}  // namespace freefloat
