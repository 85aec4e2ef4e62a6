#include "app/output/campaign_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/command_line/shell_words.h"
#include "campaign/campaign_page.h"
#include "campaign/sampling.h"
#include "report/run_summary.h"

namespace freefloat {

namespace {

constexpr int kMostFailureLines = 200;

/// What is said of one arm's rows.
struct ArmTally {
  Share share;
  std::uint64_t passed = 0;
  std::uint64_t invalid = 0;
  std::uint64_t shown = 0;
  std::vector<double> times;
  double worst_distance = 0.0, worst_speed = 0.0, worst_straightness = -1.0;  // mm, mm/s, share of the length
  double hand = 0.0, attitude = 0.0, simulated = 0.0;  // sums of squares, mm^2 and deg^2; s
  std::vector<double> worst_hands;                     // mm
  double wrong_leds = 0.0;
  std::uint64_t straight = 0, measured = 0;
  std::vector<double> grasps, bounds;        // s
  std::vector<double> shares;                // of grasp and bound
  std::uint64_t impossible = 0, missed = 0;  // bounds that are not finite; failures whose bound is

  void add_bound(const Row& row) {
    const double bound = row.number("bound_s");
    if (std::isnan(bound)) return;
    const bool good = row.outcome == Outcome::kSuccess;
    if (!std::isfinite(bound)) {
      ++impossible;
      return;
    }
    bounds.push_back(bound);
    if (!good) ++missed;
    if (good && std::isfinite(row.number("grasp_time_s")))
      shares.push_back(row.number("grasp_time_s") / bound);
  }

  void add(const Row& row) {
    if (row.outcome == Outcome::kInvalid) {
      ++invalid;
      return;
    }
    ++share.counted;
    const bool ran = std::isfinite(row.number("simulated_s"));  // not where a law could not be loaded
    if (!ran || row.outcome == Outcome::kCrashed || row.outcome == Outcome::kTimedOut) return;
    ++measured;
    add_bound(row);
    hand += std::pow(row.number("hand_error_rms_mm"), 2);
    attitude += std::pow(row.number("attitude_error_rms_deg"), 2);
    worst_hands.push_back(row.number("hand_error_max_mm"));
    wrong_leds += row.number("wrong_leds");
    simulated += row.number("simulated_s");
    passed += row.number("passed") > 0.0 ? 1 : 0;
    if (row.outcome != Outcome::kSuccess) return;
    ++share.good;
    if (!std::isfinite(row.number("capture_time_s"))) return;
    times.push_back(row.number("capture_time_s"));
    grasps.push_back(row.number("grasp_time_s"));
    worst_distance = std::max(worst_distance, row.number("capture_distance_mm"));
    worst_speed = std::max(worst_speed, row.number("capture_speed_mm_s"));
    // Measured for standing targets alone.
    if (row.number("limited") > 0.0 || !std::isfinite(row.number("straightness"))) return;
    worst_straightness = std::max(worst_straightness, row.number("straightness"));
    ++straight;
  }
};

void print_bound(const ArmTally& tally) {
  const std::size_t all = tally.bounds.size() + tally.impossible;
  if (all == 0) return;
  std::cout << fmt::format("{:<20}{} of {} possible for anybody, {} of these missed\n", "bound",
                           tally.bounds.size(), all, tally.missed);
  if (tally.shares.empty()) return;
  std::cout << fmt::format(
      "{:<20}median {:.2f} s; the gripper closes at {:.2f} x the bound in the median, 90 % below {:.2f} x\n",
      "", quantile(tally.bounds, 0.5), quantile(tally.shares, 0.5), quantile(tally.shares, 0.9));
}

void print_tally(const ArmTally& tally, const std::string& word) {
  std::cout << fmt::format("{:<20}{}\n", word, share_text(tally.share));
  if (tally.passed != tally.share.good)
    std::cout << fmt::format("{:<20}{} of {}\n", "all phases passed", tally.passed, tally.share.counted);
  if (tally.invalid > 0)
    std::cout << fmt::format("{:<20}{} drawn worlds, which are not counted\n", "not permitted",
                             tally.invalid);
  if (!tally.times.empty()) {
    std::cout << fmt::format("{:<20}median {:.2f} s, 99 % {:.2f} s\n", "capture time",
                             quantile(tally.times, 0.5), quantile(tally.times, 0.99))
              << fmt::format("{:<20}true distance at most {:.2f} mm, relative speed at most {:.2f} mm/s\n",
                             "at the capture", tally.worst_distance, tally.worst_speed)
              << fmt::format("{:<20}median {:.2f} s after the capture's begin\n", "gripper closes",
                             quantile(tally.grasps, 0.5));
  }
  print_bound(tally);
  if (tally.measured > 0) {
    const auto n = static_cast<double>(tally.measured);
    std::cout << fmt::format("{:<20}{:.2f} mm RMS; largest of a run: median {:.2f} mm, worst {:.2f} mm\n",
                             "hand estimate", std::sqrt(tally.hand / n), quantile(tally.worst_hands, 0.5),
                             quantile(tally.worst_hands, 1.0))
              << fmt::format("{:<20}{:.4f} deg RMS\n", "attitude estimate", std::sqrt(tally.attitude / n))
              << fmt::format("{:<20}{:.0f} told to the controller\n", "wrong LEDs", tally.wrong_leds);
  }
  if (tally.straight > 0) {
    std::cout << fmt::format("{:<20}at most {:.2f} % of the length, {} runs without an active limit\n",
                             "straightness", 100.0 * tally.worst_straightness, tally.straight);
  }
}

}  // namespace

std::string progress_text(const CampaignProgress& progress, const std::string& word) {
  const double rate = progress.seconds > 0.0 ? static_cast<double>(progress.fresh) / progress.seconds : 0.0;
  std::string line = fmt::format("{} of {}, {:.1f} a second", progress.done, progress.all, rate);
  if (progress.counted > 0) line += ", " + word + ' ' + share_text({progress.good, progress.counted});
  if (rate > 0.0)
    line += fmt::format(", {:.0f} s left", static_cast<double>(progress.all - progress.done) / rate);
  return line;
}

Share print_results(const Campaign& campaign, const ResultsFile& results, const std::string& word,
                    const CampaignProgress& progress) {
  std::vector<ArmTally> arms(campaign.arms.size());
  int lines = 0;
  results.for_each([&](const Row& row) {
    arms[row.arm].add(row);
    if (row.cause.empty() || ++lines > kMostFailureLines) return;
    const std::string of_arm = campaign.arms.size() > 1 ? "  " + campaign.arms[row.arm].name : std::string();
    std::cout << "  " << (campaign.consecutive_seeds ? "seed " : "sample ")
              << (campaign.consecutive_seeds ? run_seed(campaign, row.sample) : row.sample) << of_arm << "  "
              << row.cause << "\n";
  });
  if (lines > kMostFailureLines) std::cout << "  and " << lines - kMostFailureLines << " more\n";
  double simulated = 0.0;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (arms.size() > 1) std::cout << "arm " << campaign.arms[i].name << "\n";
    print_tally(arms[i], word);
    simulated += arms[i].simulated;
  }
  if (progress.fresh > 0 && progress.fresh == progress.done) {
    std::cout << fmt::format("{:<20}{:.0f} s in {:.1f} s: {:.0f} x real time\n", "simulated", simulated,
                             progress.seconds, simulated / progress.seconds);
  }
  return arms.front().share;
}

std::string told_command(const std::string& file, const Campaign& campaign, std::size_t arm,
                         const ToldWorld& world) {
  std::vector<std::string> words{"freefloat", "campaign", file};
  if (campaign.arms.size() > 1) words.insert(words.end(), {"--arm", campaign.arms[arm].name});
  for (std::size_t i = 0; i < campaign.draws.size(); ++i)
    words.insert(words.end(), {"--draw", campaign.draws[i].key + '=' + world.values[i]});
  words.insert(words.end(), {"--run-seed", std::to_string(world.run_seed)});
  return join_for_shell(words);
}

void print_row(const Campaign& campaign, const Row& row) {
  const std::vector<std::string> values = draw_sample(campaign, row.sample);
  for (std::size_t i = 0; i < values.size(); ++i)
    std::cout << campaign.draws[i].key << '=' << values[i] << "\n";
  std::cout << kOutcomeNames[static_cast<std::size_t>(row.outcome)] << (row.cause.empty() ? "" : ": ")
            << row.cause << "\n";
  for (std::size_t i = 0; i < kRowNumbers.size(); ++i) {
    if (std::isfinite(row.numbers[i])) std::cout << fmt::format("{}: {}\n", kRowNumbers[i], row.numbers[i]);
  }
}

}  // namespace freefloat
