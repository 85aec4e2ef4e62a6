#include "planning/alternatives.h"

#include <gtest/gtest.h>

#include <map>

#include "config/load/load_experiment.h"
#include "planning/suggestions.h"
#include "runtime/preview.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

std::string path_of(const std::string& experiment) {
  return source_dir() + "/configs/experiments/" + experiment;
}

std::map<AlternativeKind, std::vector<Alternative>> list(const std::string& experiment) {
  const RunConfig config = load_experiment(path_of(experiment));
  std::map<AlternativeKind, std::vector<Alternative>> by_kind;
  for (const Alternative& alternative : list_alternatives(config, ControlSetup(config.controller)))
    by_kind[alternative.kind].push_back(alternative);
  return by_kind;
}

TEST(Alternatives, OfAStandingTargetAreNeitherWaitingNorSpeed) {
  const auto by_kind = list("standing_target.yaml");
  EXPECT_FALSE(by_kind.contains(AlternativeKind::kWait));
  EXPECT_FALSE(by_kind.contains(AlternativeKind::kSpeed));
  EXPECT_TRUE(by_kind.contains(AlternativeKind::kPosture));
  EXPECT_TRUE(by_kind.contains(AlternativeKind::kPlace));
  EXPECT_TRUE(by_kind.contains(AlternativeKind::kLevel));
}

TEST(Alternatives, OfAMovingTargetAreOfEveryKind) {
  EXPECT_EQ(list("moving_target.yaml").size(), 5u);
}

TEST(Alternatives, AreSettingsThatTheFilesTake) {
  for (const std::string experiment : {"standing_target.yaml", "moving_target.yaml", "two_targets.yaml"}) {
    int permitted = 0, all = 0;
    for (const auto& [kind, alternatives] : list(experiment)) {
      for (const Alternative& alternative : alternatives) {
        ++all;
        try {
          load_experiment(path_of(experiment), alternative.settings);
          ++permitted;
        } catch (const ConfigError& error) {
          EXPECT_EQ(kind, AlternativeKind::kPlace) << alternative.words << ": " << error.what();
        }
      }
    }
    EXPECT_GT(permitted, all / 2);
  }
}

TEST(Alternatives, MoveTheRobotTowardsTheTargetsPath) {
  const RunConfig config = load_experiment(path_of("moving_target.yaml"));
  const ControlSetup setup(config.controller);
  const auto by_kind = list("moving_target.yaml");
  for (const Alternative& alternative : by_kind.at(AlternativeKind::kPlace)) {
    RunConfig moved;
    try {
      moved = load_experiment(path_of("moving_target.yaml"), alternative.settings);
    } catch (const ConfigError&) {
      continue;
    }
    const StateEstimate start = estimate_at_start(moved);
    const Vector2 v = start.target.v_WT.normalized();
    const Vector2 arm = start.target.p_WT - start.p_WG;
    const double off = std::abs(v.x() * arm.y() - v.y() * arm.x());
    EXPECT_TRUE(setup.workspace.contains(off, 0.0)) << alternative.words << " passes at " << off;
  }
}

/// The target is far out: the ways from this posture fail, those from a better one do not.
TEST(Suggestions, SayOnlyWhatWasFoundToSucceed) {
  const std::vector<std::string> settings{"target.position_m=[0.55, 0.55]"};
  const RunConfig config = load_experiment(path_of("standing_target.yaml"), settings);
  Work work;
  work.jobs = 2;
  const auto found = find_suggestions(path_of("standing_target.yaml"), settings, config,
                                      ControlSetup(config.controller), work);
  ASSERT_GE(found.size(), 1u);
  for (const Suggestion& suggestion : found) {
    // Leveling the table does not bring the target nearer.
    EXPECT_NE(suggestion.alternative.kind, AlternativeKind::kLevel);
    EXPECT_EQ(suggestion.runs.share.counted, kSuggestionRuns);
    EXPECT_GE(suggestion.runs.share.value(), kSuggestionShare);
  }
}

}  // namespace
}  // namespace freefloat
