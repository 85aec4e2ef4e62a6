#include "bring_up/jog_experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "config/yaml/parse_yaml.h"
#include "types/angle.h"

namespace freefloat {
namespace {

LoadedTestbed testbed_of(int joints, double max_rate_deg_s) {
  LoadedTestbed testbed;
  testbed.robot.links.resize(joints);
  for (int i = 0; i < joints; ++i)
    testbed.robot.joint_limits.push_back({deg_to_rad(-170.0), deg_to_rad(170.0), deg_to_rad(120.0)});
  testbed.file.controller.max_joint_rate = deg_to_rad(max_rate_deg_s);
  return testbed;
}

struct JogRun {
  std::vector<double> start;                     // deg
  std::vector<double> at, least, most, fastest;  // deg, deg/s
  double seconds = 0.0;                          // of all jogs, once
};

/// Follows the experiment's jogs from where the joints begin.
JogRun follow(const std::string& text) {
  Problems problems;
  const ConfigNode document = parse_yaml(text, "jog.yaml", problems);
  EXPECT_EQ(problems.count(), 0u) << text;
  JogRun run;
  for (const ConfigNode& angle : document.find("start")->find("joints_deg")->items)
    run.start.push_back(std::stod(angle.text));
  run.at = run.least = run.most = run.start;
  run.fastest.assign(run.start.size(), 0.0);
  for (const ConfigNode& phase : document.find("phases")->items) {
    const ConfigNode* repeat = phase.find("repeat");
    if (repeat == nullptr) continue;
    for (const ConfigNode& jog : repeat->find("phases")->items) {
      const auto& rates = jog.find("joint_rates_deg_s")->items;
      EXPECT_EQ(rates.size(), run.start.size());
      run.seconds += std::stod(jog.find("duration_s")->text);
      for (std::size_t i = 0; i < rates.size(); ++i) {
        const double rate = std::stod(rates[i].text);
        run.at[i] += rate * std::stod(jog.find("duration_s")->text);
        run.least[i] = std::min(run.least[i], run.at[i]);
        run.most[i] = std::max(run.most[i], run.at[i]);
        run.fastest[i] = std::max(run.fastest[i], std::abs(rate));
      }
    }
  }
  return run;
}

TEST(JogExperiment, TurnsEachJointWidelyAndBackWithinItsLimits) {
  for (int joints = 1; joints <= 6; ++joints) {
    const JogRun run = follow(jog_experiment(testbed_of(joints, 90.0), "testbed.yaml"));
    ASSERT_EQ(run.start.size(), static_cast<std::size_t>(joints));
    for (std::size_t i = 0; i < run.start.size(); ++i) {
      EXPECT_NEAR(run.at[i], run.start[i], 1e-6);
      EXPECT_GE(run.most[i] - run.least[i], 119.0);
      EXPECT_GE(run.least[i], -165.0);
      EXPECT_LE(run.most[i], 165.0);
    }
  }
}

TEST(JogExperiment, TurnsSlowJointsLessFarSoThatItDoesNotLastLong) {
  const JogRun run = follow(jog_experiment(testbed_of(2, 15.0), "testbed.yaml"));
  EXPECT_LE(2.0 * run.seconds, 45.0);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT(run.fastest[i], 15.0);
    EXPECT_GE(run.most[i] - run.least[i], 40.0);
    EXPECT_NEAR(run.at[i], run.start[i], 0.1);
  }
}

}  // namespace
}  // namespace freefloat
