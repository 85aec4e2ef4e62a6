#include "planning/judge_plan.h"

#include <array>
#include <cmath>
#include <utility>

#include "campaign/draw_case.h"

namespace freefloat {

namespace {

constexpr std::array<double, 6> kEdges{0.0, 0.05, 0.5, 0.9, 0.95, 1.0};  // of the bins

std::vector<ReliabilityBin> bin_cases(const std::vector<JudgedCase>& cases) {
  std::vector<ReliabilityBin> bins;
  for (std::size_t i = 0; i + 1 < kEdges.size(); ++i) {
    ReliabilityBin bin{kEdges[i], kEdges[i + 1], 0.0, {}};
    double sum = 0.0;
    for (const JudgedCase& judged : cases) {
      const double p = judged.predicted.probability();
      if (p <= bin.low || p > bin.high) continue;
      sum += p;
      bin.observed.counted += 1;
      bin.observed.good += judged.success ? 1 : 0;
    }
    if (bin.observed.counted > 0) bin.mean = sum / static_cast<double>(bin.observed.counted);
    bins.push_back(bin);
  }
  return bins;
}

}  // namespace

PlanJudgement judge_cases(std::vector<JudgedCase> cases) {
  PlanJudgement judgement;
  Share all;
  for (const JudgedCase& judged : cases) {
    const double p = judged.predicted.probability();
    judgement.brier += std::pow(p - (judged.success ? 1.0 : 0.0), 2);
    all.counted += 1;
    all.good += judged.success ? 1 : 0;
    if (!judged.success) {
      judgement.misses_foretold.counted += 1;
      judgement.misses_foretold.good += p < 0.5 ? 1 : 0;
    }
    if (p > 0.95) {
      judgement.sure_kept.counted += 1;
      judgement.sure_kept.good += judged.success ? 1 : 0;
    }
  }
  if (all.counted > 0) judgement.brier /= static_cast<double>(all.counted);
  judgement.brier_of_share = all.value() * (1.0 - all.value());
  judgement.reliability = bin_cases(cases);
  judgement.cases = std::move(cases);
  return judgement;
}

PlanJudgement judge_plan(const RunConfig& base, const JudgeOptions& options, const Work& work) {
  SceneDraw scene;
  scene.kind = scene_kind(base.experiment);
  const Annulus annulus = compute_singularity_free_annulus(PlanarModel(base.controller.robot));
  // The last of each case's runs is the one that is judged: as the files say, and with the case's own seed.
  const std::uint64_t each = options.runs + 1;
  const auto world = [&](std::uint64_t item) {
    const std::uint64_t seed = base.sim.seed + item / each;
    RunConfig run = draw_case(scene, base, annulus, seed);
    const std::uint64_t number = item % each;
    if (number == options.runs) return run;
    run = quick_config(std::move(run));
    run.sim.seed = quick_seed(seed, number);
    return run;
  };
  const std::vector<Row> rows = run_rows(options.cases * each, world, work, "judging");
  std::vector<JudgedCase> cases;
  for (std::uint64_t i = 0; i * each < rows.size(); ++i) {
    JudgedCase judged;
    judged.seed = base.sim.seed + i;
    for (std::uint64_t number = 0; number < options.runs; ++number)
      judged.predicted.add(rows[i * each + number]);
    const Row& own = rows[i * each + options.runs];
    if (own.outcome == Outcome::kInvalid) continue;
    judged.success = own.outcome == Outcome::kSuccess;
    judged.cause = own.cause;
    cases.push_back(std::move(judged));
  }
  return judge_cases(std::move(cases));
}

}  // namespace freefloat
