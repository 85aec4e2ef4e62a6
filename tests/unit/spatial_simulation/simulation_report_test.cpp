// Reports, tables and drawings of simulations.
#include "spatial/simulation/simulation_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "spatial/simulation/simulation_table.h"
#include "spatial/simulation/tree_outline.h"
#include "spatial/tree/attitude.h"
#include "spatial/tree/planar_tree.h"
#include "support/markup_check.h"
#include "support/random_tree.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;

TreeSimulationConfig branching_simulation() {
  RandomTrees draw(361);
  TreeParameters tree = draw.tree(BaseKind::kFree, 8, 0.3, 0.4);
  tree.links[2].joint.name = "a <b> & c";
  TreeSimulationConfig config = make_simulation(tree);
  config.duration = 2.0;
  config.sample_step = 0.1;
  for (JointDrive& drive : config.drives) drive = RatePolynomial{{draw.number(-0.3, 0.3)}};
  return config;
}

TEST(SimulationReport, IsOneWellFormedPageThatLoadsNothing) {
  const TreeSimulationConfig config = branching_simulation();
  const auto both = simulate_inverse_then_forward(config, TorqueTransfer::kHeld, 0.2);
  const std::string page = make_simulation_report(config, both.forward, &both);
  EXPECT_EQ(find_markup_error(page), "");
  EXPECT_THAT(page, HasSubstr("a &lt;b&gt; &amp; c"));
  for (const char* loads : {" src=", "href=", "@import", "url("}) EXPECT_THAT(page, Not(HasSubstr(loads)));
  EXPECT_THAT(page, HasSubstr("\"frames\":[[0,"));
  EXPECT_THAT(page, HasSubstr("Simulated less wanted motion"));
}

TEST(SimulationReport, NamesJointsAsTheTableAndTheTerminalDo) {
  TreeSimulationConfig config = branching_simulation();
  config.tree.links[1].joint.name = "shoulder";
  config.tree.links[1].body.name = "upper_arm";
  const std::string page = make_simulation_report(config, simulate(config));
  EXPECT_THAT(page, HasSubstr("shoulder"));
  EXPECT_THAT(page, Not(HasSubstr("upper_arm")));
}

TEST(SimulationReport, SaysWhyASimulationEndedEarly) {
  const TreeSimulationConfig config = branching_simulation();
  SimulationResult result = simulate(config);
  result.samples.erase(result.samples.begin() + 1, result.samples.end());
  result.failure = "at t = 0.1 s <it> broke";
  const std::string page = make_simulation_report(config, result);
  EXPECT_EQ(find_markup_error(page), "");
  EXPECT_THAT(page, HasSubstr("at t = 0.1 s &lt;it&gt; broke"));
  EXPECT_THAT(page, HasSubstr("Ended early"));
  result.samples.clear();
  EXPECT_EQ(find_markup_error(make_simulation_report(config, result)), "");
}

TEST(SimulationTable, ReadsBackToTheLastBit) {
  const TreeSimulationConfig config = branching_simulation();
  const SimulationResult result = simulate(config);
  const auto path = std::filesystem::path(testing::TempDir()) /
                    ("ff_simulation_table_" + std::to_string(getpid()) + ".csv");
  ASSERT_TRUE(write_csv(config.tree, result, path));
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  EXPECT_THAT(line, HasSubstr("time_s,base_x_m,"));
  for (const SimulationSample& sample : result.samples) {
    ASSERT_TRUE(std::getline(file, line));
    std::istringstream cells(line);
    for (const double number : row_of(config.tree, sample)) {
      std::string cell;
      ASSERT_TRUE(std::getline(cells, cell, ','));
      EXPECT_EQ(std::strtod(cell.c_str(), nullptr), number);
    }
  }
  EXPECT_FALSE(std::getline(file, line));
  std::filesystem::remove(path);
  EXPECT_FALSE(write_csv(config.tree, result, "/nowhere/at/all.csv"));
}

TEST(SimulationTable, HasAColumnForEachNumber) {
  for (const BaseKind kind : {BaseKind::kFree, BaseKind::kFixed}) {
    TreeSimulationConfig config = branching_simulation();
    config.tree.base_kind = kind;
    const SimulationResult result = simulate(config);
    EXPECT_EQ(column_names(config.tree).size(), row_of(config.tree, result.samples[0]).size());
  }
}

TEST(TreeOutline, DrawsTheBoxThatHasTheBasesInertia) {
  TreeSimulationConfig config = branching_simulation();
  // A box of 2 x 1 x 0.5 m and 12 kg.
  config.tree.base.mass = 12.0;
  config.tree.base.mass_centre = {0.1, 0.2, 0.3};
  config.tree.base.inertia = Vector3(1.0 + 0.25, 4.0 + 0.25, 4.0 + 1.0).asDiagonal();
  const TreeModel model(config.tree);
  TreeOutline outline(model);
  TreeState state(model);
  state.p_WB = {5.0, 0.0, 0.0};
  const auto points = outline.points(state);
  Vector3 low = points[0], high = low;
  for (int i = 0; i < 8; ++i) {
    low = low.cwiseMin(points[i]);
    high = high.cwiseMax(points[i]);
  }
  EXPECT_LT((high - low - Vector3(2.0, 1.0, 0.5)).norm(), 1e-12);
  EXPECT_LT((0.5 * (high + low) - Vector3(5.1, 0.2, 0.3)).norm(), 1e-12);
  EXPECT_EQ(outline.base.size(), 12u);
}

TEST(TreeOutline, EndsInTheEndPoints) {
  const TreeModel model(tree_from_planar(table2_robot()));
  TreeOutline outline(model);
  TreeState state(model);
  state.joints << 0.5 * kPi, 0.0;
  const auto points = outline.points(state);
  const Vector3& hand = points[outline.end_points[0]];
  EXPECT_LT((hand - Vector3(0.19, 0.7, 0.0)).norm(), 1e-12);
  EXPECT_EQ(outline.joints.size(), 2u);
}

TEST(ViewDirection, LooksDownOrFromTheSide) {
  const Vector3 point(1.0, 2.0, 3.0);
  EXPECT_LT(((ViewDirection{0.0, 0.5 * kPi}).project(point) - Eigen::Vector2d(1.0, 2.0)).norm(), 1e-15);
  EXPECT_LT(((ViewDirection{0.0, 0.0}).project(point) - Eigen::Vector2d(1.0, 3.0)).norm(), 1e-15);
}

}  // namespace
}  // namespace freefloat
