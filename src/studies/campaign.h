#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/singularity_free_annulus.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Which captures a campaign draws; without a capture only the start is drawn.
enum class CampaignKind : std::uint8_t { kStanding, kMoving, kNoCapture };

/// How the cases of a campaign are drawn.
struct CampaignConfig {
  CampaignKind kind = CampaignKind::kStanding;
  int runs = 200;
  std::uint64_t first_seed = 1;
  int jobs = 1;                 ///< runs at a time
  double centre_spread = 0.15;  ///< the robot's mass centre starts within so much of the table's middle, m
  double least_start_sigma = 0.02;   ///< smallest singular value of the start posture, m
  double least_target_speed = 0.02;  ///< moving targets, m/s
  double most_target_speed = 0.1;
  double least_stay = 6.0;  ///< moving targets are inside the annulus at least so long, s
};

/// How one drawn case ended.
struct CaseResult {
  std::uint64_t seed = 0;
  bool captured = false;                ///< the capture phase has passed
  bool passed = false;                  ///< every phase has
  std::string reason;                   ///< of the first phase that has not
  double capture_time = 0.0;            ///< from the capture phase's begin, s
  double distance = 0.0;                ///< true hand to target when the gripper was told to close, m
  double relative_speed = 0.0;          ///< the same moment, m/s
  double hand_error_squared = 0.0;      ///< mean over the run after the check phase, m^2
  double attitude_error_squared = 0.0;  ///< rad^2
  double worst_hand_error = 0.0;        ///< m; largest of these errors
  int wrong_labels = 0;                 ///< LEDs that the controller was told more than 10 mm off
  double straightness = 0.0;            ///< largest deviation over length; standing targets only
  bool limited = false;    ///< a joint rate limit, an edge or the way around the hole bent the path
  double simulated = 0.0;  ///< length of the run, s
};

/// @return What a campaign with this experiment draws: its first capture phase tells.
CampaignKind campaign_kind(const Experiment& experiment);

/// @param base Experiment of the campaign's kind; its start is replaced, and its target when it is captured.
/// @param annulus Of the base's robot.
/// @param seed Draws the case, and is the seed of its simulation.
RunConfig draw_case(const CampaignConfig& campaign, const RunConfig& base, const Annulus& annulus,
                    std::uint64_t seed);

/// Runs one case.
CaseResult run_case(const RunConfig& config);

/// Runs all cases, `jobs` at a time. @param on_result Called in order of completion, one at a time.
std::vector<CaseResult> run_campaign(const CampaignConfig& campaign, const RunConfig& base,
                                     const std::function<void(const CaseResult&)>& on_result);

}  // namespace freefloat
