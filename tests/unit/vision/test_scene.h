#pragma once

#include "hal/sim/rendered_camera.h"
#include "model/robot_parameters.h"
#include "types/angle.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// A two-link robot with LEDs on tail, both joint axes and tip, at two heights.
inline RobotParameters make_test_robot() {
  RobotParameters robot;
  robot.satellite_mass = 5.0;
  robot.satellite_inertia = 0.04;
  robot.satellite_to_joint = {0.16, 0.0};
  robot.satellite_size = {0.3, 0.3};
  for (const double length : {0.34, 0.31}) {
    LinkParameters link;
    link.mass = 1.0;
    link.inertia = 0.01;
    link.to_mass_centre = {0.4 * length, 0.0};
    link.to_end = {0.6 * length, 0.0};
    robot.links.push_back(link);
    robot.joint_limits.push_back({-kPi, kPi, 1.0});
  }
  robot.markers = {{"tail", 0, {-0.12, 0.0}, 0.25},
                   {"joint 1", 0, {0.16, 0.0}, 0.25},
                   {"joint 2", 1, {0.6 * 0.34, 0.0}, 0.22},
                   {"tip", 2, {0.6 * 0.31, 0.0}, 0.22}};
  return robot;
}

/// 1280x1024 over the table of 1.8 m, a little distorted and tilted.
inline CameraParameters make_test_camera() {
  CameraParameters camera;
  camera.width = 1280;
  camera.height = 1024;
  camera.rate = 100.0;
  camera.fx = camera.fy = 1200.0;
  camera.cx = 641.0;
  camera.cy = 510.0;
  camera.distortion = {-0.08, 0.02, 0.0003, -0.0002, 0.0};
  camera.p_WC = {0.01, -0.015, 2.6};
  camera.rpy_WC = {0.004, -0.006, 0.01};
  camera.exposure = from_seconds(0.004);
  return camera;
}

/// The robot of `make_test_robot` and a target LED, at rest.
inline SceneSamples make_test_scene(const Vector2& p_WB, double attitude, const Vector2& joints,
                                    const Vector2& target) {
  const RobotParameters robot = make_test_robot();
  SceneSamples scene;
  double angle = attitude;
  Vector2 origin = p_WB;  // mass centre of the current body
  Vector2 joint = p_WB + rotate(angle, robot.satellite_to_joint);
  int body = 0;
  for (const MarkerParameters& marker : robot.markers) {
    while (body < marker.body) {
      const LinkParameters& link = robot.links[body];
      angle += joints[body];
      origin = joint + rotate(angle, link.to_mass_centre);
      joint = origin + rotate(angle, link.to_end);
      ++body;
    }
    LedSamples& led = scene.leds[scene.led_count++];
    led.height = marker.height;
    led.p_WM.fill(origin + rotate(angle, marker.position));
  }
  LedSamples& led = scene.leds[scene.led_count++];
  led.height = 0.2;
  led.p_WM.fill(target);
  return scene;
}

}  // namespace freefloat
