#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>

#include "app/commands/commands.h"
#include "config/load/load_experiment.h"
#include "report/run_summary.h"
#include "studies/campaign.h"
#include "types/angle.h"

namespace freefloat {

namespace {

struct CampaignArguments {
  std::string experiment;
  std::string kind;
  std::vector<std::string> settings;
  double wanted_percent = 0.0;
  CampaignConfig campaign;
};

void print_failures(const std::vector<CaseResult>& results) {
  for (const CaseResult& result : results) {
    if (!result.passed) std::cout << "  seed " << result.seed << "  " << result.reason << "\n";
  }
}

void print_statistics(const std::vector<CaseResult>& results, double wall) {
  std::vector<double> times;
  std::vector<double> straightness;
  std::vector<double> worst_hands;
  double hand = 0.0;
  int wrong_labels = 0;
  double attitude = 0.0;
  double simulated = 0.0;
  double worst_distance = 0.0;
  double worst_speed = 0.0;
  for (const CaseResult& result : results) {
    hand += result.hand_error_squared / static_cast<double>(results.size());
    attitude += result.attitude_error_squared / static_cast<double>(results.size());
    simulated += result.simulated;
    worst_hands.push_back(result.worst_hand_error);
    wrong_labels += result.wrong_labels;
    if (!result.captured) continue;
    times.push_back(result.capture_time);
    worst_distance = std::max(worst_distance, result.distance);
    worst_speed = std::max(worst_speed, result.relative_speed);
    // Measured for standing targets alone.
    if (!result.limited && std::isfinite(result.straightness)) straightness.push_back(result.straightness);
  }
  std::cout << std::fixed << std::setprecision(2);
  if (!times.empty()) {
    std::cout << "capture time        median " << quantile(times, 0.5) << " s, 99 % " << quantile(times, 0.99)
              << " s\n"
              << "at the capture      true distance at most " << 1e3 * worst_distance
              << " mm, relative speed at most " << 1e3 * worst_speed << " mm/s\n";
  }
  std::cout << "hand estimate       " << 1e3 * std::sqrt(hand) << " mm RMS; largest of a run: median "
            << 1e3 * quantile(worst_hands, 0.5) << " mm, worst " << 1e3 * quantile(worst_hands, 1.0)
            << " mm\n"
            << "attitude estimate   " << std::setprecision(4) << rad_to_deg(std::sqrt(attitude))
            << " deg RMS\n"
            << "wrong LEDs          " << wrong_labels << " told to the controller\n";
  if (!straightness.empty()) {
    std::cout << "straightness        " << std::setprecision(2) << "at most "
              << 100.0 * *std::max_element(straightness.begin(), straightness.end()) << " % of the length, "
              << straightness.size() << " runs without an active limit\n";
  }
  std::cout << "simulated           " << std::setprecision(0) << simulated << " s in " << std::setprecision(1)
            << wall << " s: " << std::setprecision(0) << simulated / wall << " x real time\n";
}

CampaignKind find_kind(const CampaignArguments& arguments, const Experiment& experiment) {
  const CampaignKind kind = campaign_kind(experiment);
  constexpr std::array<std::pair<CampaignKind, std::string_view>, 3> kNames{
      {{CampaignKind::kStanding, "standing"},
       {CampaignKind::kMoving, "moving"},
       {CampaignKind::kNoCapture, "no"}}};
  for (const auto& [named, name] : kNames) {
    if (named != kind || arguments.kind.empty() || arguments.kind == name) continue;
    throw std::runtime_error("--kind " + arguments.kind + ": " + arguments.experiment + " captures " +
                             std::string(name) + " targets; leave --kind out, or name another experiment");
  }
  return kind;
}

void print_share(std::string_view name, int count, const CampaignArguments& arguments) {
  std::cout << std::left << std::setw(20) << name << count << " of " << arguments.campaign.runs << " ("
            << 100.0 * count / arguments.campaign.runs << " %)\n";
}

bool run_cases(CampaignArguments arguments) {
  const RunConfig base = load_experiment(arguments.experiment, arguments.settings);
  if (base.hardware.link) {
    throw std::runtime_error(arguments.experiment + " runs on the hardware of testbed " + base.testbed_name +
                             ", which no campaign moves; name a simulated one with --set testbed=FILE");
  }
  arguments.campaign.kind = find_kind(arguments, base.experiment);
  const bool captures = arguments.campaign.kind != CampaignKind::kNoCapture;
  const std::string word = captures ? "captured" : "passed";
  int done = 0;
  int good = 0;
  const auto start = std::chrono::steady_clock::now();
  const auto results = run_campaign(arguments.campaign, base, [&](const CaseResult& result) {
    ++done;
    good += (captures ? result.captured : result.passed) ? 1 : 0;
    if (done % 20 == 0)
      std::cerr << done << " of " << arguments.campaign.runs << ", " << word << " " << good << "\n";
  });
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  print_share(word, good, arguments);
  const auto passed = std::count_if(results.begin(), results.end(), [](const auto& r) { return r.passed; });
  if (captures && passed != good) print_share("all phases passed", static_cast<int>(passed), arguments);
  print_failures(results);
  print_statistics(results, wall);
  return 100.0 * good / arguments.campaign.runs >= arguments.wanted_percent;
}

}  // namespace

void add_campaign_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "campaign", "Run an experiment many times in simulation, with drawn starts and targets", run_cases);
  command.footer(
      "Example: freefloat campaign configs/experiments/standing_target.yaml --runs 200 --jobs 2\n"
      "The experiment gives testbed and phases; start posture and target are drawn from each run's seed.\n"
      "Captures are judged by their capture phase, other experiments by all phases.");
  command.add_file("EXPERIMENT.yaml", arguments.experiment, "experiment; captures at most one target");
  command
      .add_option("--kind", arguments.kind,
                  "what must be captured, standing or moving targets; left out: whatever the experiment does")
      .one_of({"standing", "moving"});
  command.add_option("--runs", arguments.campaign.runs, "number of runs").positive();
  command.add_option("--first-seed", arguments.campaign.first_seed,
                     "seed of the first run; the others follow");
  command.add_option("--jobs", arguments.campaign.jobs, "runs at a time").positive();
  command.add_option("--want-percent", arguments.wanted_percent,
                     "exit with 1 when fewer were captured, or passed");
  command.add_option("--set", arguments.settings, "KEY=VALUE instead of a file's");
}

}  // namespace freefloat
