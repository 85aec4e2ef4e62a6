#include "runtime/run_session.h"

#include <gtest/gtest.h>

#include "config/load/load_experiment.h"
#include "support/source_dir.h"
#include "unit/runlog/record_bytes.h"
#include "unit/runlog/small_disk.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {
namespace {

/// What a listener heard of one short simulated run.
struct Heard {
  std::vector<CycleRecord> cycles;
  std::vector<std::string> phases;
  std::size_t links = 0;
  std::size_t pictures = 0;
  std::vector<std::string> notes;

  RunListener listener() {
    return {.on_cycle = [this](const CycleRecord& cycle) { cycles.push_back(cycle); },
            .on_phase =
                [this](const PhaseEvent& event) {
                  phases.push_back((event.moment == PhaseMoment::kBegin ? "begin " : "end ") +
                                   std::string(event.name.view()));
                },
            .on_link = [this](const LinkRecord&) { ++links; },
            .on_picture = [this](const ProcessedPicture&) { ++pictures; },
            .on_note = [this](const RunNote& note) { notes.push_back(note.text); }};
  }
};

RunConfig short_run() {
  RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml");
  config.experiment.phases.resize(2);  // settle, check
  return config;
}

TEST(RunSession, ListenersHearTheSameWithAndWithoutALog) {
  Heard first, second, logged;
  RunSession without(short_run());
  without.add(first.listener());
  without.add(second.listener());
  without.run();
  EXPECT_GT(first.cycles.size(), 50u);
  EXPECT_EQ(first.phases,
            (std::vector<std::string>{"begin settle", "end settle", "begin check", "end check"}));
  EXPECT_GT(first.links, 0u);
  EXPECT_GT(first.pictures, 50u);
  EXPECT_EQ(second.cycles.size(), first.cycles.size());
  EXPECT_EQ(second.phases, first.phases);

  const TemporaryFile file;
  RunSession with(short_run());
  with.add(logged.listener());
  RunWriterOptions log;
  log.path = file.path();
  log.replace_existing = true;
  with.record(log);
  with.run();
  EXPECT_TRUE(with.finish().log_complete);
  ASSERT_EQ(logged.cycles.size(), first.cycles.size());
  for (std::size_t i = 0; i < first.cycles.size(); ++i)
    EXPECT_EQ(bytes_of(logged.cycles[i]), bytes_of(first.cycles[i])) << i;
  EXPECT_EQ(logged.phases, first.phases);
  EXPECT_EQ(logged.links, first.links);
  EXPECT_EQ(logged.pictures, first.pictures);
}

TEST(RunSession, TellsWhatTheReportShows) {
  RunSession session(short_run());
  session.run();
  const RunRecord record = session.finish();
  ASSERT_EQ(record.phases.size(), 2u);
  for (const PhaseResult& phase : record.phases) EXPECT_EQ(phase.verdict, Verdict::kPassed) << phase.reason;
  EXPECT_GT(record.samples.size(), 50u);
  EXPECT_EQ(record.overruns, 0u);
  EXPECT_FALSE(record.interrupted);
  EXPECT_TRUE(record.log_complete);
}

TEST(RunSession, SaysThatNothingIsCommanded) {
  RunConfig config = short_run();
  config.experiment.readonly = true;
  Heard heard;
  RunSession session(config);
  session.add(heard.listener());
  session.examine();
  EXPECT_EQ(heard.notes, (std::vector<std::string>{"readonly: nothing is commanded"}));
}

TEST(RunSession, IsNotArmedWhileItsLogCannotBeWritten) {
  RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml");
  config.experiment.phases.resize(3);  // settle, check, arm
  const TemporaryFile file;
  RunSession session(config);
  RunWriterOptions log;
  log.path = file.path();
  log.replace_existing = true;
  session.record(log);
  const SmallDisk full(100'000);
  session.run();
  const PhaseResult& arm = session.phases().results().at(2);
  EXPECT_EQ(arm.verdict, Verdict::kFailed);
  EXPECT_NE(arm.reason.find("the log cannot be written"), std::string::npos) << arm.reason;
  EXPECT_FALSE(session.finish().log_complete);
}

}  // namespace
}  // namespace freefloat
