#include "hal/sim/true_world.h"

#include <algorithm>
#include <string_view>

#include "types/angle.h"
#include "types/random.h"

namespace freefloat {

namespace {

constexpr double kLeastShare = 0.05;  // of a mass, whatever was drawn

/// Numbers of one kind, one after the other.
class Draw {
 public:
  Draw(const SimConfig& config, std::string_view kind)
      : shape_(config.truth->spread.shape), random_(config.seed, kind) {}

  /// @return Zero plus or minus the spread.
  double around(double spread) {
    const double number = shape_ == SpreadShape::kUniform ? random_.uniform(-1.0, 1.0)
                                                          : std::clamp(random_.normal(), -3.0, 3.0);
    return spread * number;
  }
  double factor(double spread) { return std::max(kLeastShare, 1.0 + around(spread)); }
  Vector2 point(double spread) {
    const double x = around(spread);
    const double y = around(spread);
    return {x, y};
  }

 private:
  SpreadShape shape_;
  Random random_;
};

/// Longer or shorter along its own direction.
Vector2 lengthened(const Vector2& arm, double by) {
  const double length = arm.norm();
  return length > 0.0 ? Vector2(arm * ((length + by) / length)) : arm;
}

void draw_masses(const SimConfig& config, RobotParameters& robot) {
  const TruthSpread& spread = config.truth->spread;
  Draw masses(config, "true masses");
  Draw inertias(config, "true inertias");
  const auto draw = [&](double& mass, double& inertia) {
    const double share = masses.factor(spread.mass);
    mass *= share;
    inertia *= share * inertias.factor(spread.inertia);
  };
  draw(robot.satellite_mass, robot.satellite_inertia);
  for (LinkParameters& link : robot.links) draw(link.mass, link.inertia);
}

void draw_places(const SimConfig& config, RobotParameters& robot) {
  const TruthSpread& spread = config.truth->spread;
  Draw lengths(config, "true lengths");
  Draw leds(config, "true leds");
  Draw centres(config, "true mass centres");
  robot.satellite_to_joint = lengthened(robot.satellite_to_joint, lengths.around(spread.link_length));
  for (LinkParameters& link : robot.links)
    link.to_end = lengthened(link.to_end, lengths.around(spread.link_length));
  for (MarkerParameters& marker : robot.markers) marker.position += leds.point(spread.led);
  for (int body = 0; body <= robot.joint_count(); ++body) {
    const Vector2 shift = centres.point(spread.mass_centre);
    if (body == 0) {
      robot.satellite_to_joint -= shift;
    } else {
      LinkParameters& link = robot.links[body - 1];
      link.to_mass_centre += shift;
      link.to_end -= shift;
    }
    for (MarkerParameters& marker : robot.markers)
      if (marker.body == body) marker.position -= shift;
  }
}

void draw_camera(const SimConfig& config, CameraParameters& camera) {
  const TruthSpread& spread = config.truth->spread;
  Draw pose(config, "true camera pose");
  for (int axis = 0; axis < 3; ++axis) camera.p_WC[axis] += pose.around(spread.camera_position);
  for (int axis = 0; axis < 3; ++axis) camera.rpy_WC[axis] += pose.around(spread.camera_rotation);
  Draw lens(config, "true lens");
  const double focal = lens.factor(spread.focal_length);
  camera.fx *= focal;
  camera.fy *= focal;
  camera.cx += lens.around(spread.principal_point);
  camera.cy += lens.around(spread.principal_point);
}

void draw_drives(const SimConfig& config, std::vector<DriveParameters>& drives) {
  const TruthSpread& spread = config.truth->spread;
  Draw motors(config, "true motors");
  Draw sensors(config, "true joint sensors");
  for (DriveParameters& drive : drives) {
    drive.torque_constant *= motors.factor(spread.torque_constant);
    drive.resistance *= motors.factor(spread.resistance);
    const double friction = motors.factor(spread.friction);
    drive.coulomb_friction *= friction;
    drive.viscous_friction *= friction;
    drive.pot_offset += sensors.around(spread.pot_offset);
    drive.pot_range *= sensors.factor(spread.pot_scale);
    drive.tacho_range *= sensors.factor(spread.tacho_scale);
  }
}

/// The current sensor's scale is the board's and does not follow a motor that differs from its data sheet.
void keep_current_scale(const SimConfig& config, std::vector<DriveParameters>& drives) {
  for (std::size_t i = 0; i < drives.size() && i < config.drives.size(); ++i) {
    if (drives[i].current_range <= 0.0) drives[i].current_range = current_range_of(config.drives[i]);
  }
}

/// The same place on the table for joints and outline, although the mass centre is elsewhere in them.
RobotState moved_start(const RobotState& start, const Vector2& shift) {
  RobotState moved = start;
  const Vector2 arm = rotate(start.theta_WB, shift);
  moved.p_WB += arm;
  moved.v_WB += start.w_WB * perpendicular(arm);
  return moved;
}

}  // namespace

TrueWorld draw_world(const SimConfig& config, const RobotParameters& robot, const TableParameters& table,
                     const CameraParameters& camera) {
  TrueWorld world{config, robot, table, camera};
  if (!config.truth) return world;
  const TruthConfig& truth = *config.truth;
  world.robot = truth.robot.value_or(robot);
  world.table = truth.table.value_or(table);
  world.camera = truth.camera.value_or(camera);
  if (!truth.drives.empty()) world.sim.drives = truth.drives;
  draw_masses(config, world.robot);
  draw_places(config, world.robot);
  draw_camera(config, world.camera);
  draw_drives(config, world.sim.drives);
  keep_current_scale(config, world.sim.drives);
  // Of satellites that differ in their mass centre alone; where joint 1 was moved, it is the joint that
  // stays.
  world.sim.start = moved_start(config.start, robot.satellite_to_joint - world.robot.satellite_to_joint);
  return world;
}

}  // namespace freefloat
