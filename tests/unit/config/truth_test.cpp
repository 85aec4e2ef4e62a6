#include <gmock/gmock.h>

#include "config/load/load_experiment.h"
#include "config/load/load_testbed.h"
#include "support/config_files.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using namespace testing_support;

const std::string kCapture = kFrozenConfigs + "experiments/standing_target.yaml";

RunConfig load_with_truth(const std::vector<std::string>& settings) {
  return load_experiment(kCapture, settings);
}

ConfigProblem truth_problem(const std::string& setting) {
  return problem_of([&] { load_experiment(kCapture, {setting}); });
}

TEST(Truth, IsAbsentWhereNothingIsSaidOfIt) {
  EXPECT_FALSE(load_with_truth({}).sim.truth);
}

TEST(Truth, LaysKeysOverTheFilesThatTheControllerReads) {
  const RunConfig run =
      load_with_truth({"simulation.truth={robot: {\"links[1].mass_kg\": 0.9, satellite: {mass_kg: 7}}, "
                       "camera: {latency_ms: 30}, "
                       "table: {size_m: [2, 2]}}"});
  ASSERT_TRUE(run.sim.truth && run.sim.truth->robot && run.sim.truth->camera && run.sim.truth->table);
  EXPECT_EQ(run.sim.truth->robot->links[1].mass, 0.9);
  EXPECT_EQ(run.sim.truth->robot->satellite_mass, 7.0);
  EXPECT_EQ(run.sim.truth->robot->satellite_inertia, run.controller.robot.satellite_inertia);
  EXPECT_EQ(run.sim.truth->camera->latency, from_seconds(0.03));
  EXPECT_EQ(run.sim.truth->table->size, Vector2(2, 2));
  // The controller knows nothing of it.
  EXPECT_NE(run.controller.robot.links[1].mass, 0.9);
  EXPECT_NE(run.camera.latency, from_seconds(0.03));
  EXPECT_NE(run.controller.table.size, Vector2(2, 2));
}

TEST(Truth, IsReachedBySettingsBehindItsName) {
  const RunConfig run = load_with_truth({"simulation.truth.robot.links[0].mass_kg=0.8",
                                         "simulation.truth.spread.mass=0.3", "robot.links[0].mass_kg=0.7"});
  EXPECT_EQ(run.sim.truth->robot->links[0].mass, 0.8);
  EXPECT_EQ(run.sim.truth->spread.mass, 0.3);
  EXPECT_EQ(run.controller.robot.links[0].mass, 0.7);
}

TEST(Truth, FollowsTheFileWhereItSaysNothing) {
  const RunConfig run =
      load_with_truth({"robot.links[0].mass_kg=0.7", "simulation.truth.robot.links[1].mass_kg=0.8"});
  EXPECT_EQ(run.sim.truth->robot->links[0].mass, 0.7);
}

TEST(Truth, MayBeAFileOfItsOwn) {
  const RunConfig run =
      load_with_truth({"simulation.truth.robot=" + kFrozenConfigs + "robots/yoshida_umetani.yaml"});
  EXPECT_EQ(run.sim.truth->robot->links.size(), 2u);
  EXPECT_TRUE(std::any_of(run.sources.begin(), run.sources.end(), [](const ConfigSource& source) {
    return source.path.ends_with("robots/yoshida_umetani.yaml");
  }));
}

TEST(Truth, LaysDrivesOverThoseOfTheSimulation) {
  const RunConfig run =
      load_with_truth({"simulation.drives=[{gear_ratio: 80}]",
                       "simulation.truth.drives=[{pot_offset_deg: 2}, {pot_reversed: true}]"});
  ASSERT_EQ(run.sim.truth->drives.size(), 2u);
  EXPECT_EQ(run.sim.truth->drives[0].gear_ratio, 80.0);
  EXPECT_NEAR(run.sim.truth->drives[0].pot_offset, deg_to_rad(2.0), 1e-15);
  EXPECT_EQ(run.sim.truth->drives[1].pot_offset, 0.0);
  EXPECT_TRUE(run.sim.truth->drives[1].pot_reversed);
  EXPECT_FALSE(run.sim.drives[1].pot_reversed);
}

TEST(Truth, IsReadAsStrictlyAsTheFilesThemselves) {
  EXPECT_THAT(truth_problem("simulation.truth.robot.links[1].mass_kg=-1").key, HasSubstr("mass_kg"));
  EXPECT_THAT(truth_problem("simulation.truth.robot.satellite.weight_kg=1").problem, HasSubstr("unknown"));
  EXPECT_THAT(truth_problem("simulation.truth={robot: {\"links[7].mass_kg\": 1}}").problem,
              HasSubstr("only 2 entries"));
  EXPECT_THAT(truth_problem("simulation.truth.robot=[1, 2]").allowed, HasSubstr("a file"));
  EXPECT_THAT(truth_problem("simulation.truth.drives=[{}, {}, {}]").problem, HasSubstr("2 joints"));
  EXPECT_THAT(truth_problem("simulation.truth.drives=[{pot_ofset_deg: 1}]").remedy,
              HasSubstr("pot_offset_deg"));
  EXPECT_THAT(truth_problem("simulation.truth.spread.mass=2").allowed, HasSubstr("0.9"));
  EXPECT_THAT(truth_problem("simulation.truth.delays.stamp_ms=900").problem, HasSubstr("future"));
}

TEST(Truth, HasTheRobotsJointsAndLeds) {
  EXPECT_THAT(truth_problem("simulation.truth.robot=" + kConfigs + "robots/saha_1993_planar.yaml").problem,
              HasSubstr("another number of joints"));
}

}  // namespace
}  // namespace freefloat
