// A robot in URDF: any bytes, or a sound one of which some places are changed.

#include <cmath>
#include <string>

#include "edited_text.h"
#include "spatial/config/urdf_file.h"
#include "spatial/tree/check_tree.h"
#include "told_problems.h"

namespace freefloat {
namespace {

constexpr const char* kRobot = R"(<?xml version="1.0"?>
<robot name="seven">
  <link name="base">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0 0 0"/>
      <mass value="10"/>
      <inertia ixx="0.4" ixy="0" ixz="0" iyy="0.5" iyz="0.01" izz="0.6"/>
    </inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/>
    <child link="upper"/>
    <origin xyz="0.2 0 0" rpy="0 0.5 0"/>
    <axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" effort="10" velocity="1"/>
  </joint>
  <link name="upper">
    <inertial>
      <origin xyz="0.1 0 0"/>
      <mass value="1.5"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/>
    </inertial>
  </link>
  <joint name="slide" type="prismatic">
    <parent link="upper"/>
    <child link="lower"/>
    <origin xyz="0.3 0 0"/>
    <axis xyz="1 0 0"/>
    <limit lower="0" upper="0.2" effort="10" velocity="1"/>
  </joint>
  <link name="lower">
    <inertial>
      <mass value="0.5"/>
      <inertia ixx="0.002" ixy="0" ixz="0" iyy="0.002" iyz="0" izz="0.002"/>
    </inertial>
  </link>
  <joint name="wrist" type="continuous">
    <parent link="lower"/>
    <child link="hand"/>
    <axis xyz="0 1 0"/>
  </joint>
  <link name="hand">
    <inertial>
      <mass value="0.3"/>
      <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>
    </inertial>
  </link>
  <joint name="mount" type="fixed">
    <parent link="hand"/>
    <child link="tip"/>
    <origin xyz="0.05 0 0"/>
  </joint>
  <link name="tip"/>
</robot>
)";

TreeParameters read(const std::string& text) {
  Problems problems;
  TreeParameters tree = read_urdf(text, "robot.urdf", problems);
  problems.throw_if_any();
  return tree;
}

}  // namespace
}  // namespace freefloat

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace freefloat;
  FuzzInput input(bytes, size);
  const bool raw = input.byte() % 8 == 0;
  const std::string text = raw ? input.rest() : edit_text(kRobot, input);
  const auto tree = read_or_refuse([&] { return read(text); });
  if (!tree) return 0;
  require(check_tree(*tree).empty(), "a tree that was read is one");
  for (int i = 0; i < tree->body_count(); ++i) {
    const TreeBody& body = tree->body(i);
    require(std::isfinite(body.mass) && body.mass_centre.allFinite() && body.inertia.allFinite(),
            "bodies are finite");
  }
  for (const TreeLink& link : tree->links) {
    const TreeJoint& joint = link.joint;
    require(joint.position.allFinite() && joint.rotation.allFinite(), "joints are somewhere");
    require(std::abs(joint.axis.norm() - 1.0) < 1e-9, "an axis is a direction");
    require(joint.min <= joint.max, "a joint may stand somewhere");
  }
  return 0;
}
