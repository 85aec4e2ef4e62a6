#include "operate/checklist.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "config/load/load_experiment.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

std::string text_of(const std::vector<CheckLine>& list, const std::string& name) {
  const auto line = std::ranges::find(list, name, &CheckLine::name);
  return line == list.end() ? "no such line" : line->text;
}

TEST(Checklist, SaysWhichTrackerIsSilent) {
  DayState day;
  day.config = std::make_shared<const RunConfig>(
      load_experiment(source_dir() + "/configs/experiments/standing_target.yaml"));
  Watch watch;
  watch.cycles = 1;
  EXPECT_EQ(text_of(make_checklist(day, watch), "target"), "the target is not seen");
  MarkerPathRecord record;
  record.diagnosis = "no picture from the tracker since 0.6 s";
  record.of_targets = true;
  watch.see(record);
  EXPECT_EQ(text_of(make_checklist(day, watch), "target"), "no picture from the tracker since 0.6 s");
  EXPECT_NE(text_of(make_checklist(day, watch), "camera"), "no picture from the tracker since 0.6 s");
  record.of_targets = false;
  watch.see(record);
  EXPECT_EQ(text_of(make_checklist(day, watch), "camera"), "no picture from the tracker since 0.6 s");
}

}  // namespace
}  // namespace freefloat
