// Several targets of one experiment, of which each capture names one.
#include <gmock/gmock.h>

#include "config/load/load_experiment.h"
#include "support/config_files.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using namespace testing_support;

class TargetsFile : public ConfigFiles {
 protected:
  /// The shipped experiment with one text in place of another.
  std::string experiment(const std::string& old = "", const std::string& text = "") const {
    std::string all = read_all(kConfigs + "experiments/two_targets.yaml");
    all = replaced(all, "../testbeds/", kConfigs + "testbeds/");
    return write("targets.yaml", old.empty() ? all : replaced(all, old, text));
  }

  ConfigProblem problem_with(const std::string& old, const std::string& text) const {
    const std::string file = experiment(old, text);
    return problem_of([&] { load_experiment(file); });
  }
};

TEST_F(TargetsFile, AreNumberedInTheirOrder) {
  const RunConfig run = load_experiment(experiment());
  EXPECT_EQ(run.sim.target.name, "left");
  ASSERT_EQ(run.sim.more_targets.size(), 1u);
  EXPECT_EQ(run.sim.more_targets[0].name, "right");
  ASSERT_EQ(run.controller.more_targets.size(), 1u);
  EXPECT_EQ(run.controller.more_targets[0].markers.size(), 3u);
  EXPECT_TRUE(run.controller.more_targets[0].payload.fixed);
  EXPECT_EQ(run.experiment.phases[3].target_number, 0u);
  EXPECT_EQ(run.experiment.phases[6].target_number, 1u);
  EXPECT_EQ(run.experiment.phases[6].name, "capture_standing right");
}

TEST_F(TargetsFile, SuggestTheNearestNameForAnUnknownOne) {
  const ConfigProblem problem = problem_with("target: right", "target: rihgt");
  EXPECT_THAT(problem.problem, HasSubstr("no target has this name"));
  EXPECT_THAT(problem.remedy, HasSubstr("did you mean right?"));
}

TEST_F(TargetsFile, RefuseTheSameNameTwice) {
  EXPECT_THAT(problem_with("name: right\n", "name: left\n").problem, HasSubstr("has this name already"));
}

TEST_F(TargetsFile, RefuseACaptureThatNamesNone) {
  const ConfigProblem problem = problem_with("target: right, ", "");
  EXPECT_EQ(problem.problem, "missing");
  EXPECT_THAT(problem.remedy, HasSubstr("say which one"));
}

TEST_F(TargetsFile, RefuseTheNextCaptureWhileTheGripperHoldsTheOneBefore) {
  const std::string release =
      "  - {phase: release, timeout_s: 5}\n  - {phase: capture_standing, target: right";
  EXPECT_THAT(problem_with(release, "  - {phase: capture_standing, target: right").problem,
              HasSubstr("still holds left"));
}

TEST_F(TargetsFile, RefuseFiguresOfTwoLedsInPictures) {
  const std::string three = "[[0.0, 0.0], [0.06, 0.07], [0.13, -0.02]]";
  EXPECT_THAT(problem_with(three, "[[0.0, 0.0], [0.06, 0.07]]").allowed, HasSubstr("at least 3 LEDs"));
  const std::string file = experiment(three, "[[0.0, 0.0]]");
  EXPECT_NO_THROW(load_experiment(file, {"simulation.imaging.render=false"}));
}

TEST_F(TargetsFile, RefuseOneTargetBesideTheList) {
  EXPECT_THAT(problem_with("\nphases:", "\ntarget: {mount: none}\nphases:").problem,
              HasSubstr("there is a `target` as well"));
}

TEST_F(TargetsFile, RefuseFiguresThatPicturesCannotTellApart) {
  const std::string right = "[[0.0, 0.0], [0.06, 0.07], [0.13, -0.02]]";
  // The left one's, turned by a quarter, its LEDs in another order, one of them 3 mm off.
  const std::string turned = "[[-0.04, 0.10], [0.003, 0.0], [0.06, 0.10]]";
  const ConfigProblem problem = problem_with(right, turned);
  EXPECT_THAT(problem.problem, HasSubstr("cannot tell these LEDs from those of target left"));
  EXPECT_THAT(problem.allowed, HasSubstr("within 6 mm"));
  const std::string mirrored = experiment(right, "[[0.0, 0.0], [0.10, -0.04], [0.10, 0.06]]");
  EXPECT_NO_THROW(load_experiment(mirrored));
  const std::string file = experiment(right, turned);
  EXPECT_NO_THROW(load_experiment(file, {"simulation.imaging.render=false"}))
      << "markers come with their names";
}

TEST_F(TargetsFile, NameTargetsByWordsThatAreFramesToo) {
  EXPECT_THAT(problem_with("name: right\n", "name: \"right one\"\n").allowed, HasSubstr("letters, digits"));
}

TEST_F(TargetsFile, SayHowTheHandIsToComeInTheFrameThatTheirLedsTell) {
  const RunConfig plain = load_experiment(experiment());
  EXPECT_FALSE(plain.controller.approach);
  EXPECT_FALSE(plain.controller.payload.mass_centre);
  const std::string left = "    position_m: [0.096, 0.363]\n";
  const RunConfig run = load_experiment(experiment(left, left + "    approach_deg: 90\n"));
  ASSERT_TRUE(run.controller.approach);
  EXPECT_DOUBLE_EQ(run.controller.approach->direction, deg_to_rad(90.0));
  EXPECT_DOUBLE_EQ(run.controller.approach->tolerance, deg_to_rad(15.0));
  EXPECT_DOUBLE_EQ(run.controller.approach->distance, 0.06);
  // Three LEDs tell its attitude: it is followed as a body.
  EXPECT_TRUE(run.controller.approach->in_target_frame);
  EXPECT_TRUE(run.controller.payload.mass_centre);
  EXPECT_TRUE(run.experiment.phases[3].approach);
  EXPECT_FALSE(run.experiment.phases[6].approach);
  const RunConfig point =
      load_experiment(kConfigs + "experiments/standing_target.yaml", {"target.approach_deg=90"});
  EXPECT_FALSE(point.controller.approach->in_target_frame);
}

TEST_F(TargetsFile, RefuseAnApproachOfWhatKnowsNone) {
  const std::string left = "    position_m: [0.096, 0.363]\n";
  const std::string file = experiment(left, left + "    approach_deg: 90\n");
  const ConfigProblem problem =
      problem_of([&] { load_experiment(file, {"guidance.method=yoshida_umetani_1990"}); });
  EXPECT_THAT(problem.problem, HasSubstr("straight to its target"));
  EXPECT_THAT(problem.remedy, HasSubstr("guidance.method: predictive"));
  EXPECT_TRUE(load_experiment(file, {"guidance.urgency=1"}).controller.approach);
}

}  // namespace
}  // namespace freefloat
