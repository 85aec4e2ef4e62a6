#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "campaign/load_campaign.h"
#include "campaign/run_campaign.h"
#include "campaign/sampling.h"
#include "config/yaml/config_error.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class CampaignFile : public ::testing::Test {
 protected:
  CampaignFile() { std::filesystem::create_directories(folder_); }
  ~CampaignFile() override { std::filesystem::remove_all(folder_); }

  /// @param body Behind name and experiment, which end on line 2.
  Campaign load(const std::string& body) const {
    std::ofstream(folder_ / "c.yaml")
        << "name: c\nexperiment: " + source_dir() + "/configs/experiments/standing_target.yaml\n" + body;
    return load_campaign((folder_ / "c.yaml").string());
  }

  std::string error_of(const std::string& body) const {
    try {
      load(body);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "no error";
  }

  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("ff_campaign_" + std::to_string(getpid()));
};

const std::string kTen = "samples: 10\nseed: 3\n";

TEST_F(CampaignFile, DrawsKeysOfEveryFile) {
  const Campaign campaign =
      load(kTen +
           "draw:\n"
           "  - {key: simulation.residuals.tilt_g, distribution: log_uniform, min: 1e-5, max: 1e-3}\n"
           "  - {key: 'robot.links[1].mass_kg', distribution: normal, mean: 0.62, sigma: 0.05}\n"
           "  - {key: camera.latency_ms, distribution: choice, values: [10, 20]}\n"
           "  - {key: 'phases[3].timeout_s', min: 30, max: 40}\n"
           "  - {key: 'start.joints_deg[1]', min: 120, max: 130}\n");
  const RunConfig config = sample_config(campaign, 4, 0);
  const std::vector<std::string> values = draw_sample(campaign, 4);
  EXPECT_EQ(config.sim.seed, run_seed(campaign, 4));
  EXPECT_EQ(config.controller.robot.links[1].mass, std::stod(values[1]));
  EXPECT_DOUBLE_EQ(to_seconds(config.camera.latency), 1e-3 * std::stod(values[2]));
  EXPECT_NE(draw_sample(campaign, 5), values);
}

TEST_F(CampaignFile, NamesFileLineKeyValueAndRemedy) {
  EXPECT_THAT(error_of(kTen + "draw:\n  - {key: 'robot.links[0].mas_kg', min: 1, max: 2}\n"),
              AllOf(HasSubstr("c.yaml:6"), HasSubstr("robot.links[0].mas_kg"), HasSubstr("mass_kg")));
  EXPECT_THAT(error_of(kTen + "draw:\n  - {key: camera.latency_ms, min: 2, max: 1}\n"),
              AllOf(HasSubstr("c.yaml:6: draw[0].min: `2`: is not below max"), HasSubstr("swap them")));
  EXPECT_THAT(error_of(kTen + "draw:\n  - {key: robot.name, min: 1, max: 2}\n"),
              AllOf(HasSubstr("takes text, not a number"), HasSubstr("choice")));
  EXPECT_THAT(error_of(kTen + "draw:\n  - {key: guidance.method, min: 1, max: 2}\n"),
              AllOf(HasSubstr("c.yaml:6: guidance.method"), HasSubstr("predictive")));
  EXPECT_THAT(
      error_of(kTen +
               "draw:\n  - {key: 'robot.links[0].mass_kg', distribution: normal, mean: 0.7, sigma: 0.3}\n"),
      AllOf(HasSubstr("c.yaml:6"), HasSubstr("robot.links[0].mass_kg"),
            HasSubstr("cut the normal by min and max")));
  EXPECT_THAT(error_of(kTen + "draw:\n  - {key: vision.window_size_px, min: 20, max: 30}\n"),
              HasSubstr("add whole: true"));
  EXPECT_THAT(error_of("samples: 10\nseed: -1\n"),
              AllOf(HasSubstr("c.yaml:4: seed: `-1`"), HasSubstr("0 to")));
  EXPECT_THAT(error_of("seed: 1\n"), HasSubstr("samples: missing"));
  EXPECT_THAT(error_of(kTen + "arms:\n  - {name: a, set: {guidance.method: predictiv}}\n"),
              AllOf(HasSubstr("c.yaml:6"), HasSubstr("did you mean predictive?")));
}

TEST_F(CampaignFile, RefusesCorrelationsThatCannotBe) {
  const std::string draws = kTen +
                            "draw:\n  - {key: camera.latency_ms, min: 1, max: 2}\n  - {key: "
                            "'phases[3].timeout_s', min: 30, max: 40}\n"
                            "  - {key: 'start.joints_deg[1]', min: 120, max: 130}\n";
  const std::string keys =
      "correlated:\n  - {keys: [camera.latency_ms, 'phases[3].timeout_s', 'start.joints_deg[1]'], ";
  EXPECT_THAT(error_of(draws + keys + "correlations: [0.9, 0.9, -0.9]}\n"),
              HasSubstr("not positive definite"));
  EXPECT_EQ(error_of(draws + keys + "correlations: [0.5, 0.5, 0.2]}\n"), "no error");
}

TEST_F(CampaignFile, TakesItsSamplesFromATable) {
  std::ofstream(folder_ / "s.csv") << "camera.latency_ms,start.joints_deg[1]\n10,120\n20.5,125\n";
  const Campaign campaign = load("sampling: csv\ncsv: s.csv\n");
  EXPECT_EQ(campaign.samples, 2u);
  EXPECT_EQ(sample_config(campaign, 1, 0).camera.latency, std::chrono::microseconds(20500));
  std::ofstream(folder_ / "s.csv") << "camera.latency_ms,start.joints_deg[1]\n10\n";
  EXPECT_THAT(error_of("sampling: csv\ncsv: s.csv\n"),
              AllOf(HasSubstr("s.csv:2"), HasSubstr("has 1 values")));
}

TEST_F(CampaignFile, ScenesDoNotDependOnWhichSampleCameBefore) {
  const Campaign campaign =
      load(kTen + "draw_scene: true\ndraw:\n  - {key: 'robot.links[0].mass_kg', min: 0.8, max: 3}\n");
  const Vector2 after_none = sample_config(campaign, 3, 0).sim.target.start.p;
  const Vector2 other = sample_config(campaign, 1, 0).sim.target.start.p;
  EXPECT_EQ(sample_config(campaign, 3, 0).sim.target.start.p, after_none);
  EXPECT_NE(other, after_none);
}

TEST_F(CampaignFile, ArmsHaveTheSameStartTargetAndNoise) {
  const Campaign campaign =
      load(kTen +
           "draw_scene: true\narms:\n  - {name: a}\n"
           "  - {name: b, set: {guidance.position_gain_per_s: 1, 'robot.links[0].mass_kg': 1.5}}\n");
  const RunConfig a = sample_config(campaign, 2, 0);
  const RunConfig b = sample_config(campaign, 2, 1);
  EXPECT_EQ(a.sim.start.joints, b.sim.start.joints);
  EXPECT_EQ(a.sim.start.p_WB, b.sim.start.p_WB);
  EXPECT_EQ(a.sim.target.start.p, b.sim.target.start.p);
  EXPECT_EQ(a.sim.seed, b.sim.seed);
  EXPECT_NE(a.controller.guidance.position_gain, b.controller.guidance.position_gain);
}

TEST_F(CampaignFile, PeopleSayOnlyAboutWhereAStandingTargetIs) {
  const Campaign campaign = load(
      kTen + "draw_scene: true\narms:\n  - {name: a}\n  - {name: b, set: {target.search_radius_mm: 30}}\n" +
      "settings: {target.search_radius_mm: 30}\n");
  for (std::size_t arm = 0; arm < 2; ++arm) {
    const TargetParameters target = sample_config(campaign, 2, arm).sim.target;
    ASSERT_TRUE(target.search.expected_at.has_value());
    const double off = (*target.search.expected_at - target.start.p).norm();
    EXPECT_GT(off, 0.0);
    EXPECT_LT(off, target.search.radius);
  }
}

}  // namespace
}  // namespace freefloat
