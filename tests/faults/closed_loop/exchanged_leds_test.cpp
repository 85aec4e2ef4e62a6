// LEDs that are taken for one another, and a camera that freezes, after motion has begun.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "control/controller.h"
#include "safety/fault_table.h"
#include "support/recorded_capture.h"

namespace freefloat {
namespace {

/// The run's promise for labels that contradict the model.
constexpr Duration kBound = std::chrono::milliseconds(300);
/// Of motion, before anything is wrong.
constexpr Duration kMotion = std::chrono::milliseconds(1500);

const RecordedCapture& standing() {
  static const RecordedCapture recorded = record_capture("standing_target.yaml");
  return recorded;
}

const RecordedCapture& moving() {
  static const RecordedCapture recorded = record_capture("moving_target.yaml");
  return recorded;
}

/// @return When motion had gone on for `kMotion`.
Time begin_of_trouble(const RecordedCapture& recorded) {
  for (const CycleOutput& output : recorded.outputs) {
    if (output.state == SupervisorState::kActive) return output.now + kMotion;
  }
  ADD_FAILURE() << "no motion";
  return {};
}

/// Plays recorded inputs to a controller of its own, changed from `begin` on.
/// @return How long it went on with motion after `begin`, and the faults of its last cycle then.
template <class Change>
std::pair<Duration, std::uint32_t> go_on(const RecordedCapture& recorded, Time begin, Change&& change) {
  Controller controller(recorded.config.controller);
  for (CycleInput input : recorded.inputs) {
    if (input.now >= begin) change(input);
    const CycleOutput output = controller.step(input);
    if (input.now >= begin && output.state != SupervisorState::kActive)
      return {input.now - begin, output.faults};
  }
  return {Duration::max(), 0};
}

class ExchangedLeds : public testing::TestWithParam<std::pair<int, int>> {};

TEST_P(ExchangedLeds, AreHeldWithinTheBound) {
  const auto [a, b] = GetParam();
  for (const RecordedCapture* recorded : {&standing(), &moving()}) {
    ASSERT_TRUE(recorded->passed);
    const auto [after, faults] =
        go_on(*recorded, begin_of_trouble(*recorded), [&, a = a, b = b](CycleInput& input) {
          if (input.markers) std::swap(input.markers->markers[a], input.markers->markers[b]);
        });
    EXPECT_LE(after, kBound) << recorded->config.experiment.name;
    EXPECT_NE(faults & (fault_bit(Fault::kMarkersContradict) | fault_bit(Fault::kJointDisagreement)), 0u);
  }
}

std::string name_of(const testing::TestParamInfo<std::pair<int, int>>& info) {
  constexpr std::array kNames{"Tail", "Joint1", "Joint2", "Tip", "Target"};
  return std::string(kNames[info.param.first]) + "And" + kNames[info.param.second];
}

INSTANTIATE_TEST_SUITE_P(Pairs, ExchangedLeds,
                         testing::Values(std::pair(0, 1), std::pair(0, 2), std::pair(0, 3), std::pair(0, 4),
                                         std::pair(1, 2), std::pair(1, 3), std::pair(1, 4), std::pair(2, 3),
                                         std::pair(2, 4), std::pair(3, 4)),
                         name_of);

TEST(FrozenCamera, IsHeldAfterThreePictures) {
  for (const RecordedCapture* recorded : {&standing(), &moving()}) {
    MarkerFrame last;
    const auto [after, faults] = go_on(*recorded, begin_of_trouble(*recorded), [&](CycleInput& input) {
      if (!input.markers) return;
      if (last.marker_count == 0) last = *input.markers;
      const MarkerFrame now = *input.markers;
      input.markers = last;
      input.markers->capture_time = now.capture_time;
      input.markers->sequence = now.sequence;
    });
    EXPECT_LE(after, from_seconds(0.1)) << recorded->config.experiment.name;
    EXPECT_NE(faults & fault_bit(Fault::kCameraFrozen), 0u);
  }
}

TEST(ScaleError, NamesLedsInsteadOfTheCamera) {
  // The camera hangs 3 % nearer than its file says.
  Controller controller(standing().config.controller);
  std::uint32_t faults = 0;
  for (CycleInput input : standing().inputs) {
    if (input.markers) {
      for (MarkerMeasurement& marker : input.markers->markers) marker.p_WM *= 1.03;
    }
    const CycleOutput output = controller.step(input);
    EXPECT_NE(output.state, SupervisorState::kActive);
    faults |= output.faults;
  }
  EXPECT_NE(faults & fault_bit(Fault::kMarkersContradict), 0u);
}

}  // namespace
}  // namespace freefloat
