// A member that is added to a configuration struct must get its line in the list of fields. The number of
// members is found by how many values the struct can be initialised from.
#include <gtest/gtest.h>

#include "config/files/controller_fields.h"
#include "config/files/experiment_file.h"
#include "config/files/hardware_fields.h"
#include "config/files/phase_fields.h"
#include "config/files/robot_file.h"
#include "config/files/sim_testbed_fields.h"
#include "config/files/testbed_file.h"

namespace freefloat {
namespace {

/// Converts to everything: stands for a value of any member.
struct Anything {
  template <typename T>
  operator T() const;  // NOLINT: implicit on purpose, never defined
};

template <typename T, typename... Values>
constexpr std::size_t count_members() {
  if constexpr (requires { T{Values{}..., Anything{}}; }) {
    return count_members<T, Values..., Anything>();
  } else {
    return sizeof...(Values);
  }
}

TEST(FieldCoverage, EveryMemberOfASettingsStructHasItsField) {
  EXPECT_EQ(guidance_fields().size(), count_members<GuidanceConfig>());
  // `drive_acceleration` follows from the drives.
  EXPECT_EQ(estimator_fields().size() + 1, count_members<EstimatorConfig>());
  EXPECT_EQ(safety_fields().size(), count_members<SafetyConfig>());
  EXPECT_EQ(vision_fields().size(), count_members<VisionConfig>());
  EXPECT_EQ(table_fields().size(), count_members<TableParameters>());
  // A vector that may be missing takes no `Anything`: another member, and this does not compile.
  [[maybe_unused]] const auto& [name, mount, mass, inertia, start, force, interval, markers, mass_centre,
                                height, shape, approach, approach_tolerance, approach_distance, search] =
      TargetParameters{};
  constexpr std::size_t kMembers = 15;
  // `start` is written as four keys, `search` as two.
  EXPECT_EQ(target_fields().size(), kMembers + 4);
  // What is drawn, and when a condition was met, is the simulation's.
  EXPECT_EQ(fault_fields().size() + 2, count_members<ScheduledFault>());
}

TEST(FieldCoverage, EveryMemberOfTheControllerIsSetSomewhere) {
  // Not in section `control`: robot, table, target_marker_count, target_shape, approach, payload,
  // target_markers, more_targets, period, time_to_live, estimator, guidance, safety, paths; they have files
  // or sections of their own, or follow from target or phases; target_source follows from `hardware`.
  EXPECT_EQ(control_fields().size() + 15, count_members<ControllerConfig>());
}

TEST(FieldCoverage, EveryMemberOfTheSimulationIsSetSomewhere) {
  // Not in section `simulation`: seed, start, target, more_targets, faults; they belong to the experiment;
  // target_sight to `hardware`.
  EXPECT_EQ(sim_testbed_fields().size() + 6, count_members<SimConfig>());
  const Json schema = schema_of(sim_testbed_fields());
  const auto keys = [&](const char* part) { return schema["properties"][part]["properties"].size(); };
  EXPECT_EQ(schema["properties"]["drives"]["items"]["properties"].size(), count_members<DriveParameters>());
  EXPECT_EQ(keys("residuals"), count_members<ResidualParameters>());
  EXPECT_EQ(keys("contact"), count_members<ContactParameters>());
  EXPECT_EQ(keys("gripper"), count_members<GripperParameters>());
  EXPECT_EQ(keys("imaging"), count_members<ImagingParameters>());
  EXPECT_EQ(keys("link"), count_members<WireParameters>());
}

TEST(FieldCoverage, EveryMemberOfTheHardwareIsSet) {
  const Json schema = schema_of(hardware_fields());
  const auto keys = [&](const char* part) { return schema["properties"][part]["properties"].size(); };
  EXPECT_EQ(schema["properties"].size(), count_members<HardwareConfig>());
  EXPECT_EQ(keys("link"), count_members<LinkConfig>());
  // What a camera is told stands beside its other keys; where a tracker is written, nobody writes.
  EXPECT_EQ(keys("camera"), count_members<MarkerSourceConfig>() - 3 + count_members<CameraSettings>() +
                                count_members<TrackerConfig>());
  EXPECT_EQ(schema["properties"]["camera"]["properties"]["emulated"]["properties"].size(),
            count_members<EmulatedCameraConfig>() - 1);  // `sight` is of the targets' own source
  const auto& link = schema["properties"]["link"]["properties"];
  EXPECT_EQ(link["joints"]["items"]["properties"].size(), count_members<ServoJoint>());
  EXPECT_EQ(link["gripper"]["properties"].size(), count_members<ServoGripper>());
  EXPECT_EQ(keys("plant"), count_members<HilPlantConfig>());
}

TEST(FieldCoverage, EveryMemberOfRobotAndPhaseIsSet) {
  const Json robot = schema_of(robot_fields());
  const auto keys = [](const Json& schema, const char* list) {
    return schema["properties"][list]["items"]["properties"].size();
  };
  EXPECT_EQ(keys(robot, "links"), count_members<LinkParameters>());
  EXPECT_EQ(keys(robot, "joints"), count_members<JointLimits>());
  EXPECT_EQ(keys(robot, "markers"), count_members<MarkerParameters>());
  // `path` is written as five keys and the points in a file of their own; `path_number` and `target_number`
  // follow from the order, `approach` is the target's.
  EXPECT_EQ(phase_fields().size(), count_members<Phase>() + 1);
}

}  // namespace
}  // namespace freefloat
