#include "ros/diagnose_run.h"

#include <gtest/gtest.h>

namespace freefloat::ros {
namespace {

using diagnostic_msgs::DiagnosticStatus;

std::string value_of(const DiagnosticStatus& status, const std::string& key) {
  for (const auto& value : status.values) {
    if (value.key == key) return value.value;
  }
  return "none of that name";
}

TEST(DiagnoseRun, WayFromATrackerHasAStatusOfItsOwn) {
  MarkerPathRecord path;
  path.at = Time{std::chrono::milliseconds(10'040)};
  MarkerPathHealth& health = path.health;
  health.pictures = 900;
  health.lost = 12;
  health.recent_loss = 0.015;
  health.late = 4;
  health.repeated = 3;
  health.forged = 2;
  health.newest_picture = Time{std::chrono::seconds(10)};
  health.jitter = std::chrono::microseconds(1500);
  health.offset = std::chrono::milliseconds(-1250);
  health.offset_bound = std::chrono::microseconds(700);
  auto array = diagnose_run({}, {}, {nullptr, &path}, 0);
  ASSERT_EQ(array.status.size(), 5u);
  const DiagnosticStatus& status = array.status.back();
  EXPECT_EQ(status.name, "freefloat: markers from another computer");
  EXPECT_EQ(status.level, DiagnosticStatus::kOk);
  EXPECT_EQ(status.message, "well");
  EXPECT_EQ(value_of(status, "pictures"), "900");
  EXPECT_EQ(value_of(status, "lost"), "12");
  EXPECT_EQ(value_of(status, "recent_loss_percent"), "1.50");
  EXPECT_EQ(value_of(status, "reordered"), "4");
  EXPECT_EQ(value_of(status, "duplicated"), "3");
  EXPECT_EQ(value_of(status, "refused"), "2");
  EXPECT_EQ(value_of(status, "since_picture_ms"), "40.000");
  EXPECT_EQ(value_of(status, "jitter_ms"), "1.500");
  EXPECT_EQ(value_of(status, "clock_offset_ms"), "-1250.000");
  EXPECT_EQ(value_of(status, "clock_offset_bound_ms"), "0.700");
  path.diagnosis = "no picture from the tracker since 0.6 s";
  array = diagnose_run({}, {}, {nullptr, &path}, 0);
  EXPECT_EQ(array.status.back().level, DiagnosticStatus::kWarn);
  EXPECT_EQ(array.status.back().message, "no picture from the tracker since 0.6 s");
}

TEST(DiagnoseRun, TargetsOwnTrackerHasOneToo) {
  const MarkerPathRecord path;
  MarkerPathRecord of_targets;
  of_targets.of_targets = true;
  of_targets.diagnosis = "no picture from the tracker since 0.6 s";
  const auto both = diagnose_run({}, {}, {nullptr, &path, &of_targets}, 0);
  ASSERT_EQ(both.status.size(), 6u);
  EXPECT_EQ(both.status[4].level, DiagnosticStatus::kOk);
  EXPECT_EQ(both.status[5].name, "freefloat: target's markers from another computer");
  EXPECT_EQ(both.status[5].level, DiagnosticStatus::kWarn);
  EXPECT_EQ(diagnose_run({}, {}, {nullptr, nullptr, &of_targets}, 0).status.size(), 5u);
}

TEST(DiagnoseRun, WithoutATrackerThereIsNoSuchStatus) {
  EXPECT_EQ(diagnose_run({}, {}, {}, 0).status.size(), 4u);
}

}  // namespace
}  // namespace freefloat::ros
