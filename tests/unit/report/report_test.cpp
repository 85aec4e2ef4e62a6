#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <regex>
#include <sstream>

#include "drawing/number_format.h"
#include "report/phase_table.h"
#include "report/report_html.h"
#include "report/run_events.h"
#include "report/run_summary.h"
#include "report/table_map.h"
#include "report/time_plots.h"
#include "report/top_view.h"
#include "safety/fault_table.h"
#include "support/markup_check.h"
#include "support/sample_run.h"
#include "support/text_boxes.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const RunRecord& moving_run() {
  static const RunRecord record = make_sample_run(SampleScenario::kMovingTarget);
  return record;
}

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(Report, IsWellFormedForEverySampleRun) {
  for (const auto scenario :
       {SampleScenario::kStandingTarget, SampleScenario::kMovingTarget, SampleScenario::kWithoutCorrection}) {
    const RunRecord record = make_sample_run(scenario);
    EXPECT_EQ(find_markup_error(make_report(record)), "");
    EXPECT_EQ(find_markup_error(draw_top_view(record, true)), "");
  }
}

TEST(Report, NeedsNothingFromTheNetwork) {
  const std::string page = make_report(moving_run());
  for (const char* part : {"http:", "https:", "src=", "@import", "<link", "href", "fetch("}) {
    EXPECT_THAT(page, Not(HasSubstr(part)));
  }
}

TEST(Report, NamesWhatIsNeededToRepeatTheRun) {
  const std::string page = make_report(moving_run());
  EXPECT_THAT(page,
              HasSubstr("freefloat run configs/experiments/moving_target.yaml --testbed modern --seed 7"));
  EXPECT_THAT(page, HasSubstr("0.1.0-sample"));
  EXPECT_THAT(page, HasSubstr("configs/robots/yoshida_umetani.yaml"));
}

TEST(Report, TellsOfTheWayFromATrackerOnAnotherComputer) {
  RunRecord record = make_sample_run(SampleScenario::kMovingTarget);
  EXPECT_THAT(make_report(record), Not(HasSubstr("Markers from another computer")));
  MarkerPathHealth& health = record.marker_path.emplace();
  health.connected = true;
  health.pictures = 900;
  health.exchanges = 90;
  health.lost = 10;
  health.late = 4;
  health.repeated = 3;
  health.offset = std::chrono::milliseconds(-1250);
  health.offset_bound = std::chrono::microseconds(1400);
  const std::string report = make_report(record);
  EXPECT_EQ(find_markup_error(report), "");
  EXPECT_THAT(report, HasSubstr("<dt>Frames lost</dt><dd>10 (1.00 %)</dd>"));
  EXPECT_THAT(report, HasSubstr("<dt>Frames overtaken by newer ones</dt><dd>4</dd>"));
  EXPECT_THAT(report, HasSubstr("<dt>Frames that came twice</dt><dd>3</dd>"));
  EXPECT_THAT(report, HasSubstr("-1.2500 s ahead of the tracker&#39;s, within 1.40 ms"));
  EXPECT_THAT(report, Not(HasSubstr("Target&#39;s markers")));
  record.target_path = health;
  record.target_path->late = 5;
  const std::string both = make_report(record);
  EXPECT_EQ(find_markup_error(both), "");
  EXPECT_THAT(both, HasSubstr("<h2>Target&#39;s markers from another computer</h2>"));
  EXPECT_THAT(both, HasSubstr("<dt>Frames overtaken by newer ones</dt><dd>4</dd>"));
  EXPECT_THAT(both, HasSubstr("<dt>Frames overtaken by newer ones</dt><dd>5</dd>"));
}

TEST(Report, SaysWhyALockstepRunShowsNoTiming) {
  RunRecord record = moving_run();
  EXPECT_THAT(make_report(record), HasSubstr("plot-timing"));
  for (CycleRecord& sample : record.samples) sample.timing.compute = Duration{};
  const std::string page = make_report(record);
  EXPECT_EQ(find_markup_error(page), "");
  EXPECT_THAT(page, Not(HasSubstr("plot-timing")));
  EXPECT_THAT(page, HasSubstr("in lockstep with the simulation"));
}

TEST(Report, ShowsTheRateOfTheWholeBesideWhatItsMomentumDictates) {
  RunRecord record = moving_run();
  EXPECT_THAT(make_report(record), Not(HasSubstr("plot-detumbling")));
  record.phases[3].detumbled =
      DetumbleOutput{deg_to_rad(-4.0), deg_to_rad(-0.6), deg_to_rad(-0.5), deg_to_rad(-0.62)};
  record.phases[3].most_rate = deg_to_rad(0.7);
  const std::string without_cycles = make_report(record);
  EXPECT_EQ(find_markup_error(without_cycles), "");
  EXPECT_THAT(without_cycles, HasSubstr("4.00°/s at the begin, 0.62 at the end; dictated 0.60"));
  EXPECT_THAT(without_cycles, HasSubstr("wanted ±0.7"));
  for (CycleRecord& sample : record.samples) sample.output.guidance.detumble.dictated_rate = deg_to_rad(-0.6);
  EXPECT_GT(make_report(record).size(), without_cycles.size() + 20) << "the dictated rate has no curve";
}

/// @return Height in the picture where a curve begins; the panel's zero is of class `zero`.
double begin_of_curve(const std::string& svg, const std::string& style) {
  std::smatch found;
  const std::regex begin("<path class=\"" + style + "\" d=\"M[0-9.]+ ([0-9.]+)");
  return std::regex_search(svg, found, begin) ? std::stod(found[1]) : kNan;
}

TEST(DetumblePlot, CurvesAreOnTheirSideOfZero) {
  RunRecord record = moving_run();
  record.phases[3].detumbled = DetumbleOutput{};
  for (CycleRecord& sample : record.samples) {
    sample.output.estimate.robot.w_WB = deg_to_rad(-2.0);
    sample.truth->robot.w_WB = deg_to_rad(3.0);
    sample.output.guidance.detumble.dictated_rate = deg_to_rad(-4.0);
    sample.output.state = SupervisorState::kActive;
  }
  const std::string plot = draw_detumbling(record).svg;
  std::smatch zero;
  ASSERT_TRUE(std::regex_search(plot, zero, std::regex("class=\"zero\" x1=\"[0-9.]+\" y1=\"([0-9.]+)\"")));
  const double y = std::stod(zero[1]);
  EXPECT_LT(begin_of_curve(plot, "curve broad c1"), y) << "turning counter-clockwise is up";
  EXPECT_GT(begin_of_curve(plot, "curve c1"), y);
  EXPECT_GT(begin_of_curve(plot, "curve c2"), begin_of_curve(plot, "curve c1"));
}

TEST(Report, StaysSmallForALongRun) {
  RunRecord record = moving_run();
  // Ten times as many cycles: paths are bounded by the picture, not by the run.
  const std::size_t small = make_report(record).size();
  record.samples = make_sample_run(SampleScenario::kMovingTarget, 1000.0).samples;
  EXPECT_LT(make_report(record).size(), 2 * small);
  EXPECT_LT(small, 500000U);
}

TEST(Report, IsCompleteWithoutSamples) {
  EXPECT_EQ(find_markup_error(make_report(RunRecord{})), "");
  EXPECT_EQ(find_markup_error(draw_top_view(RunRecord{}, true)), "");
  RunRecord record = moving_run();
  record.samples.clear();
  const std::string page = make_report(record);
  EXPECT_EQ(find_markup_error(page), "");
  EXPECT_THAT(page, HasSubstr("no data"));
  EXPECT_THAT(page, HasSubstr("Run it again"));
}

TEST(Report, SurvivesNumbersThatAreNotFinite) {
  RunRecord record = moving_run();
  for (std::size_t i = 0; i < record.samples.size(); i += 3) {
    CycleRecord& sample = record.samples[i];
    const double bad = i % 2 == 0 ? kNan : std::numeric_limits<double>::infinity();
    sample.output.estimate.p_WE.setConstant(bad);
    sample.output.estimate.p_WG.setConstant(bad);
    sample.output.estimate.robot.theta_WB = bad;
    sample.output.estimate.target.p_WT.setConstant(bad);
    sample.output.guidance.p_WE_goal.setConstant(bad);
    sample.output.resolved.sigma_min = bad;
    sample.input.joints->rates.setConstant(bad);
    sample.truth.reset();
  }
  record.workspace.guaranteed_radius = record.workspace.inner = record.workspace.outer = kNan;
  record.config.controller.max_joint_rate = kNan;
  record.phases[3].capture->distance = kNan;
  const std::string page = make_report(record);
  EXPECT_EQ(find_markup_error(page), "");
  for (const char* part : {"\"nan", "nan ", " inf", "-inf", "\"inf"}) EXPECT_THAT(page, Not(HasSubstr(part)));
}

TEST(Report, ToleratesJointVectorsThatDoNotFitTheRobot) {
  RunRecord record = moving_run();
  for (CycleRecord& sample : record.samples) {
    sample.output.estimate.robot.joints.resize(1);
    sample.input.joints->rates.resize(0);
    sample.output.command.rates = JointVector::Zero(6);
  }
  EXPECT_EQ(find_markup_error(make_report(record)), "");
  record.config.controller.robot = {};
  EXPECT_EQ(find_markup_error(make_report(record)), "");
}

TEST(Report, EscapesEveryTextFromFiles) {
  RunRecord record = moving_run();
  const std::string evil = "</title></script><img src=x onerror=alert(1)>\"'&";
  record.config.experiment.name = record.config.experiment.description = record.config.testbed_name =
      record.config.camera.name = record.started = evil;
  record.build_id = record.command = record.log_path = record.config.controller.robot.name = evil;
  record.config.sources = {{evil, ""}};
  record.events = {{Time{}, evil, true}};
  for (PhaseResult& phase : record.phases) phase.name = phase.reason = evil;
  const std::string page = make_report(record);
  EXPECT_EQ(find_markup_error(page), "");
  EXPECT_THAT(page, Not(HasSubstr("<img")));
}

TEST(Report, DrawsRobotsFromOneToSixJoints) {
  for (int joints = 1; joints <= kMaxJoints; ++joints) {
    RunRecord record = moving_run();
    record.config.controller.robot.links.assign(joints, {0.5, 0.01, {0.1, 0.01}, {0.1, -0.01}});
    record.config.controller.robot.joint_limits.assign(joints, {-2.0, 2.0, 0.5});
    for (CycleRecord& sample : record.samples) {
      sample.output.estimate.robot.joints = JointVector::Constant(joints, 0.3);
      sample.output.command.rates = sample.input.joints->rates = JointVector::Constant(joints, 0.1);
    }
    EXPECT_EQ(find_markup_error(make_report(record)), "") << joints;
  }
}

TEST(WriteReport, WritesTheWholePageAndNoPartialFile) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("freefloat_report_test_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(write_report(moving_run(), folder / "run.html"));
  EXPECT_EQ(read_file(folder / "run.html"), make_report(moving_run()));
  ASSERT_TRUE(write_top_view(moving_run(), folder / "run.svg"));
  EXPECT_THAT(read_file(folder / "run.svg"), HasSubstr("xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_FALSE(std::filesystem::exists(folder / "run.html.part"));
  std::filesystem::remove_all(folder);
}

TEST(TopView, IsAsLargeAsItsContentWhenItStandsAlone) {
  const std::string picture = draw_top_view(moving_run(), true);
  const auto height = picture.substr(picture.find(" height=") + 9, 3);
  EXPECT_THAT(picture.substr(0, 200), HasSubstr("viewBox=\"0 0 720 " + height + "\""));
  EXPECT_GT(std::stoi(height), 700);
}

TEST(TopView, KeepsItsTextsApartOnTablesOfEveryShape) {
  for (const Vector2& size :
       {Vector2(1.8, 1.8), Vector2(3.0, 2.0), Vector2(2.0, 3.0), Vector2(0.6, 0.5), Vector2(12.0, 4.0)}) {
    RunRecord record = moving_run();
    record.config.controller.table.size = size;
    const std::string picture = draw_top_view(record, true);
    EXPECT_EQ(find_text_overlap(picture), "") << size.transpose();
    EXPECT_EQ(find_cut_text(picture, 720.0), "") << size.transpose();
  }
}

TEST(TopView, ShowsWhereTheHandOfMoreThanTwoJointsCanBe) {
  RunRecord record = moving_run();
  EXPECT_THAT(draw_top_view(record, true), HasSubstr("singularity-free annulus"));
  record.config.controller.robot.links.push_back(record.config.controller.robot.links.back());
  record.any_attitude = {0.0, 0.48};
  record.reach = {0.0, 0.75};
  record.workspace.inner = 0.0;
  record.workspace.outer = 0.017;
  const std::string picture = draw_top_view(record, true);
  EXPECT_THAT(picture, HasSubstr("reached at any attitude"));
  EXPECT_THAT(picture, HasSubstr("the hand’s reach"));
  EXPECT_THAT(picture, Not(HasSubstr("singularity-free annulus")));
  EXPECT_THAT(make_report(record), HasSubstr("The hand reaches 0.000 to 0.750 m from the mass centre"));
}

TEST(TopView, DrawsATargetOfSeveralLedsAsItIsTurned) {
  RunRecord record = moving_run();
  EXPECT_THAT(draw_top_view(record, true), Not(HasSubstr("target-body")));
  record.config.sim.target.markers = {{0.0, 0.0}, {0.1, 0.0}};
  const TableMap map = make_table_map(record.config.controller.table);
  for (CycleRecord& sample : record.samples) {
    sample.output.estimate.target.turns = true;
    sample.output.estimate.target.theta_WT = kPi / 2.0;
    sample.output.estimate.target.p_WT = {0.2, 0.1};
  }
  const std::string view = draw_top_view(record, true);
  EXPECT_EQ(find_markup_error(view), "");
  EXPECT_THAT(view, HasSubstr("target-body"));
  const Vector2 led = map(Vector2(0.2, 0.2));  // a quarter turn counter-clockwise: away, not to the right
  EXPECT_THAT(view, HasSubstr("cx=\"" + format_coordinate(led.x()) + "\" cy=\"" + format_coordinate(led.y()) +
                              "\" r=\"2.4\""));
}

TEST(Report, HasThePlayerAboveThePictureThatItMoves) {
  const std::string page = make_report(moving_run());
  EXPECT_LT(page.find("id=\"player\""), page.find("id=\"top-view\""));
}

TEST(Report, IsLaidOutForPaperOnItsOwn) {
  const std::string page = make_report(moving_run());
  EXPECT_THAT(page, HasSubstr("@media print"));
  // A sheet is narrower than a window: rules for narrow windows would stretch every plot over its whole
  // width.
  EXPECT_THAT(page, Not(HasSubstr("@media(max-width")));
}

TEST(WriteReport, NamesTheFileThatCannotBeWritten) {
  const auto result = write_report(RunRecord{}, "/nonexistent-folder/run.html");
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error(), HasSubstr("/nonexistent-folder/run.html"));
}

TEST(RunSummary, ComparesTheEstimateWithTheTruthAtItsOwnTime) {
  // A hand on a circle at 0.5 rad/s, the estimate exact but 13 ms ahead of its cycle: the error must vanish.
  RunRecord record;
  for (int k = 0; k < 200; ++k) {
    const auto hand = [](double t) { return Vector2(0.4 * std::cos(0.5 * t), 0.4 * std::sin(0.5 * t)); };
    const double t = 0.01 * k;
    CycleRecord sample;
    sample.output.now = Time{} + from_seconds(t);
    Truth truth;
    truth.p_WE = hand(t);
    truth.v_WE = 0.5 * perpendicular(truth.p_WE);
    sample.truth = truth;
    sample.output.estimate.valid = true;
    sample.output.estimate.at = Time{} + from_seconds(t + 0.013);
    sample.output.estimate.p_WE = hand(t + 0.013);
    record.samples.push_back(sample);
  }
  EXPECT_LT(summarize_run(record).hand_max, 1e-9);
  EXPECT_GE(summarize_run(record).hand_max, 0.0);
}

TEST(RunSummary, PassesOnlyWhenEveryPhasePassed) {
  RunRecord record = moving_run();
  EXPECT_EQ(judge_run(record), Verdict::kPassed);
  record.phases.back().verdict = Verdict::kSkipped;
  EXPECT_EQ(judge_run(record), Verdict::kFailed);
  record.interrupted = true;
  EXPECT_EQ(judge_run(record), Verdict::kInterrupted);
  EXPECT_EQ(judge_run(RunRecord{}), Verdict::kFailed);
}

TEST(RunEvents, JoinAFaultThatFlickers) {
  RunRecord record;
  for (int k = 0; k < 400; ++k) {
    CycleRecord sample;
    sample.output.now = Time{} + from_seconds(0.01 * k);
    sample.output.state = SupervisorState::kActive;
    if (k > 100 && k < 200 && k % 2 == 0) sample.output.faults = 1;
    record.samples.push_back(sample);
  }
  const auto events = collect_events(record);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[1].text, std::string(kFaultTable[0].name) + ", for 0.96 s, 49 times");
  EXPECT_TRUE(events[1].bad);
}

TEST(Report, ShowsWhatIsMissingFromTheLog) {
  RunRecord record = moving_run();
  EXPECT_EQ(make_report(record).find("not complete"), std::string::npos);
  record.log_complete = false;
  record.log_gaps = {{Time{from_seconds(1.2)},
                      Time{from_seconds(2.7)},
                      LogGap::Cause::kNotWritten,
                      "No space left on device",
                      {{"/freefloat/cycle_input", 150}}}};
  const std::string page = make_report(record);
  EXPECT_EQ(find_markup_error(page), "");
  EXPECT_NE(page.find("150 messages are missing in 1 gap;"), std::string::npos);
  EXPECT_NE(page.find("1.200 s to 2.700 s: 150 messages were not written (No space left on device); "
                      "/freefloat/cycle_input 150"),
            std::string::npos);
}

TEST(RunEvents, CallAFaultBeforeArmingACheckNotYetMet) {
  RunRecord record;
  record.samples.resize(3);
  record.samples[0].output.faults = 1;
  const auto events = collect_events(record);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[1].text, "Not ready: " + std::string(kFaultTable[0].name));
  EXPECT_FALSE(events[1].bad);
}

TEST(PhaseTable, ListsEveryPhaseAndTheVerdict) {
  const std::string table = format_phase_table(moving_run(), false);
  EXPECT_THAT(table, HasSubstr("✓ capture  passed"));
  EXPECT_THAT(table, HasSubstr("captured after 9.7 s"));
  EXPECT_THAT(table, HasSubstr("PASSED  7 of 7 phases passed\n"));
  EXPECT_THAT(table, Not(HasSubstr("\033")));
  EXPECT_THAT(format_phase_table(moving_run(), true), HasSubstr("\033[32m"));
}

TEST(PhaseTable, SaysWhyAPhaseFailed) {
  const std::string table = format_phase_table(make_sample_run(SampleScenario::kWithoutCorrection), false);
  EXPECT_THAT(table, HasSubstr("✗ capture  FAILED"));
  EXPECT_THAT(table, HasSubstr("the arm met a dynamic singularity"));
  EXPECT_THAT(table, HasSubstr("FAILED  5 of 7 phases passed"));
}

TEST(PhaseTable, LetsNoFileDriveTheTerminal) {
  RunRecord record = moving_run();
  record.phases[0].name = "settle\033[2J";
  record.phases[0].reason = "x\r\ny";
  const std::string table = format_phase_table(record, false);
  EXPECT_THAT(table, Not(HasSubstr("\033")));
  EXPECT_THAT(table, Not(HasSubstr("\r")));
}

TEST(TopView, ShowsSeveralTargetsByNameTheFollowedOneAsADot) {
  RunRecord record = moving_run();
  TargetPlaces places;
  places.followed = 1;
  places.targets = {{.name = "left", .known = true, .p_WT = {-0.3, 0.2}},
                    {.name = "right", .known = true, .p_WT = {0.3, 0.2}},
                    {.name = "unseen"}};
  record.config.sim.target.name = "left";
  record.config.sim.more_targets.resize(2);
  record.targets.assign(record.samples.size(), places);
  const std::string view = draw_top_view(record, true);
  EXPECT_EQ(find_markup_error(view), "");
  EXPECT_THAT(view, HasSubstr(">left</text>"));
  EXPECT_THAT(view, HasSubstr(">right</text>"));
  EXPECT_THAT(view, Not(HasSubstr(">unseen</text>")));
  EXPECT_THAT(view, HasSubstr("targets, estimate or last seen"));
  const TableMap map = make_table_map(record.config.controller.table);
  const auto circle = [&](const Vector2& p_WX, const std::string& css_class) {
    const Vector2 at = map(p_WX);
    return "<circle class=\"" + css_class + "\" cx=\"" + format_coordinate(at.x()) + "\" cy=\"" +
           format_coordinate(at.y()) + "\" r=\"" + (css_class == "tdot" ? "6.5" : "5") + "\"/>";
  };
  EXPECT_THAT(view, HasSubstr(circle({0.3, 0.2}, "tdot")));
  EXPECT_THAT(view, HasSubstr(circle({-0.3, 0.2}, "tring")));
}

}  // namespace
}  // namespace freefloat
