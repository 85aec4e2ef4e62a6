#pragma once

#include <string>

#include "campaign/campaign.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Reads a campaign, configs/campaigns/*.yaml, with all files that it names, and tries every draw at both
/// ends.
/// @throws ConfigError with all problems: also a key that is not there or takes no number, and a distribution
/// that leaves what the key may be.
Campaign load_campaign(const std::string& path);

/// @return The campaign's experiment, which runs in simulation.
/// @throws std::runtime_error where it runs on hardware, which no campaign moves.
RunConfig simulated_experiment(const Campaign& campaign);

/// @return Number of the arm with this name; empty: the first.
/// @throws std::runtime_error that names the arms there are.
std::size_t find_arm(const Campaign& campaign, const std::string& name);

/// @return The experiment alone, again and again: starts and targets drawn, nothing else.
/// @param first_seed Sample i runs with `first_seed + i`.
Campaign campaign_of_experiment(const std::string& experiment, const std::vector<std::string>& settings,
                                std::uint64_t samples, std::uint64_t first_seed);

/// @return `key=value` of everything that the sample has in this arm, in the order in which it is laid over
/// the experiment's files.
std::vector<std::string> sample_settings(const Campaign& campaign, std::uint64_t sample,
                                         const std::vector<std::string>& arm_settings);

}  // namespace freefloat
