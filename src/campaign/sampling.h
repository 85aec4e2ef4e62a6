#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "campaign/campaign.h"

namespace freefloat {

inline constexpr std::uint64_t kMostSamples = 1'000'000'000;

/// @return Values along this key in a grid.
std::uint64_t grid_points(const Draw& draw);

/// @return Lower Cholesky factor of the group's correlations; nothing when they cannot be together.
std::optional<Eigen::MatrixXd> correlation_factor(const CorrelatedDraws& group);

/// Where the smallest and the largest value of a draw are.
inline constexpr double kLowestShare = 0x1p-54;
inline constexpr double kHighestShare = 1.0 - 0x1p-53;

/// @param share Of the distribution that lies below the value, above 0 and below 1.
/// @return The value, as it is written in a file: its text has every bit.
std::string value_at(const Draw& draw, double share);

/// @return One share a draw for sample `index`, before correlation. It depends on the campaign's seed, the
/// key and the index; in a Latin hypercube on the number of samples as well.
std::vector<double> draw_shares(const Campaign& campaign, std::uint64_t index);

/// @return One value a draw, as it is written in a file.
std::vector<std::string> draw_sample(const Campaign& campaign, std::uint64_t index);

/// @param point Of the space in which what is drawn is independent and standard normal, a number a draw;
/// zeros are the medians.
/// @return One share a draw, with the correlations.
std::vector<double> shares_at(const Campaign& campaign, const Eigen::VectorXd& point);

/// @return One value a draw, as it is written in a file.
std::vector<std::string> values_at(const Campaign& campaign, const Eigen::VectorXd& point);

/// @return The seed of the sample's simulation.
std::uint64_t run_seed(const Campaign& campaign, std::uint64_t index);

/// @return Standard normal quantile of `share`, in 0 to 1.
double normal_quantile(double share);
/// @return Share of the standard normal distribution below `z`.
double normal_share(double z);

}  // namespace freefloat
