#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <tuple>

#include "config/load/load_experiment.h"
#include "law/freefloat_law.h"
#include "replay/replay_controller.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class OwnLawRun : public testing::Test {
 protected:
  OwnLawRun() : folder_(testing::TempDir() + "/own_law_run_" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~OwnLawRun() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& text) const {
    const std::string path = folder_ + "/my_law.py";
    std::ofstream(path) << text;
    return path;
  }
  std::string log() const { return folder_ + "/run.mcap"; }

  /// @return The capture's phase.
  PhaseResult run(const std::string& experiment, const std::string& law) {
    const RunConfig config = load_experiment(source_dir() + "/configs/experiments/" + experiment,
                                             {"control.law=" + law, "simulation.imaging.render=false"});
    RunSession session(config);
    session.add({.on_cycle =
                     [&](const CycleRecord& record) {
                       const auto& [command, resolved] =
                           std::tie(record.output.command, record.output.resolved);
                       fastest_ = std::max(fastest_, command.rates.lpNorm<Eigen::Infinity>());
                       fastest_resolved_ =
                           std::max(fastest_resolved_, resolved.limited.lpNorm<Eigen::Infinity>());
                     },
                 .on_note = [&](const RunNote& note) { notes_ += note.text + "\n"; }});
    RunWriterOptions options;
    options.path = log();
    session.record(options);
    session.run();
    limit_ = config.controller.max_joint_rate;
    for (const PhaseResult& phase : session.finish().phases) {
      if (phase.kind == PhaseKind::kCaptureStanding || phase.kind == PhaseKind::kCaptureMoving) return phase;
    }
    return {};
  }

  const std::string python_ = source_dir() + "/configs/laws/straight.py";
  const std::string library_ = std::string(FF_LAWS) + "/straight.so";
  std::string folder_;
  std::string notes_;
  double fastest_ = 0.0;
  double fastest_resolved_ = 0.0;
  double limit_ = 0.0;
};

TEST_F(OwnLawRun, CapturesWithALibrary) {
  const PhaseResult capture = run("standing_target.yaml", library_);
  EXPECT_EQ(capture.verdict, Verdict::kPassed) << capture.reason;
  EXPECT_LT(capture.capture->straightness, 0.05);  // as it is led
  EXPECT_THAT(notes_, AllOf(HasSubstr("straight.so answered"), HasSubstr("late in 0 cycles")));
}

TEST_F(OwnLawRun, CapturesWithPython) {
  const PhaseResult capture = run("standing_target.yaml", python_);
  EXPECT_EQ(capture.verdict, Verdict::kPassed) << capture.reason;
}

TEST_F(OwnLawRun, CapturesAMovingTargetByAccelerations) {
  for (const char* law : {"/resolved_acceleration.so", "/impedance.so", "/predictive_qp.so"}) {
    std::filesystem::remove(log());
    const PhaseResult capture = run("moving_target.yaml", FF_LAWS + std::string(law));
    EXPECT_EQ(capture.verdict, Verdict::kPassed) << law << ": " << capture.reason;
  }
}

/// What a law of configs/laws asks of the joints after so long, while the hand is held up 0.3 m from the
/// target.
double rate_against_a_wall(const char* law, int cycles) {
  void* library = dlopen((FF_LAWS + std::string(law)).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::numeric_limits<double>::quiet_NaN();
  using Law = int (*)(const ff_law_question*, ff_law_answer*);
  const auto ask = reinterpret_cast<Law>(dlsym(library, "freefloat_law"));
  ff_law_question question{};
  question.version = FF_LAW_VERSION;
  question.joint_count = 2;
  question.begins = 1;
  question.period_s = 0.01;
  question.target_m[0] = 0.3;
  question.jacobian_m[0][0] = question.jacobian_m[1][1] = 0.5;
  ff_law_answer answer{};
  for (int i = 0; i < cycles; ++i) {
    answer = {};
    ask(&question, &answer);
    question.begins = 0;
  }
  dlclose(library);
  return answer.joint_rates_rad_s[0];
}

TEST_F(OwnLawRun, ByImpedanceItPressesNoHarderTheLongerItIsHeldUp) {
  // The most acceleration, 0.15 m/s^2, against the lean's 4 / s, by a Jacobian of 0.5 m; by the other law the
  // whole speed wanted, 0.15 m/s.
  EXPECT_NEAR(rate_against_a_wall("/impedance.so", 1000), 0.15 / 4.0 / 0.5, 1e-6);
  EXPECT_NEAR(rate_against_a_wall("/resolved_acceleration.so", 1000), 0.15 / 0.5, 1e-6);
}

TEST_F(OwnLawRun, ReplaysBitForBitWithoutTheLaw) {
  const std::string law = write("import runpy\nlaw = runpy.run_path('" + python_ + "')['law']\n");
  ASSERT_EQ(run("standing_target.yaml", law).verdict, Verdict::kPassed);
  std::filesystem::remove(law);
  const ReplayResult replay = replay_controller(log(), {});
  EXPECT_TRUE(replay.same());
  EXPECT_TRUE(replay.covers_all());
}

TEST_F(OwnLawRun, IsHeldWhereTheLawTellsNoNumber) {
  for (const char* rate : {"float('nan')", "1e300", "-float('inf')", "2e4"}) {
    std::filesystem::remove(log());
    const PhaseResult capture =
        run("standing_target.yaml", write(std::string("def law(q): return [0, ") + rate + "]\n"));
    EXPECT_EQ(capture.verdict, Verdict::kFailed);
    EXPECT_THAT(capture.reason, AllOf(HasSubstr("law_failed"), HasSubstr("my_law.py"), HasSubstr("joint 2")))
        << rate;
    EXPECT_LT(fastest_, 1e-3) << rate;
  }
}

TEST_F(OwnLawRun, IsHeldWhereTheLawNeverReturnsOrEnds) {
  EXPECT_THAT(
      run("standing_target.yaml", write("def law(q):\n    while not q.begins: pass\n    return [0.1, 0]\n"))
          .reason,
      AllOf(HasSubstr("law_failed"), HasSubstr("my_law.py: has not answered for 2 s")));
  std::filesystem::remove(log());
  EXPECT_THAT(run("standing_target.yaml", std::string(FF_LAWS) + "/crashing.so").reason,
              AllOf(HasSubstr("law_failed"), HasSubstr("crashing.so: its process was ended by signal 6")));
}

TEST_F(OwnLawRun, IsHeldWhereTheLawRefuses) {
  EXPECT_THAT(run("moving_target.yaml", write("def law(q): raise ValueError('no way there')\n")).reason,
              AllOf(HasSubstr("law_failed"), HasSubstr("no way there (line 1 of my_law.py)")));
}

TEST_F(OwnLawRun, KeepsTheLimits) {
  run("standing_target.yaml", write("def law(q): return [50, -80]\n"));
  EXPECT_GT(fastest_, 0.9 * limit_);
  EXPECT_LE(fastest_, limit_ * (1 + 1e-12));
  EXPECT_LE(fastest_resolved_, limit_ * (1 + 1e-12)) << "not the last gate alone";
}

}  // namespace
}  // namespace freefloat
