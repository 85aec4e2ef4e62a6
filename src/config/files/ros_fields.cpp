#include "config/files/ros_fields.h"

#include <regex>

namespace freefloat {

Fields<RosConfig> ros_fields() {
  using R = RosConfig;
  return {
      number("domain_id", &R::domain_id, between(0, 232), "As ROS_DOMAIN_ID of those who are to see it."),
      text("namespace", &R::name_space,
           "Before the names of topics and services, /robot_1; left out: none. /tf, /tf_static, /clock, "
           "/diagnostics and /rosout stay where everybody looks for them."),
      flag("allow_hold", &R::allow_hold, "Whoever is in the domain may hold and resume a run."),
      flag("allow_jog", &R::allow_jog,
           "Whoever is in the domain may jog joints and hand, once a person has armed the robot. STOP is "
           "always allowed."),
      flag("allow_target", &R::allow_target,
           "Simulation: whoever is in the domain may put the target somewhere else between runs."),
      number("rate_hz", &R::rate, between(0, 1000),
             "Of joint states, frames, poses and twists; 0: every cycle."),
      number("pictures_hz", &R::picture_rate, between(0, 100), "Of the camera's pictures; 0: none."),
  };
}

void check_ros(const RosConfig& ros, const ConfigNode& node, Problems& problems) {
  static const std::regex kName("(/[A-Za-z][A-Za-z0-9_]*)*");
  if (std::regex_match(ros.name_space, kName)) return;
  problems.add_at(*node.find("namespace"), "is no namespace of ROS 2",
                  "words of letters, digits and _, each after a slash: /lab/robot_1");
}

}  // namespace freefloat
