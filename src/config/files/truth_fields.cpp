#include "config/files/truth_fields.h"

namespace freefloat {

namespace {

/// A file of its own, or keys that are laid over the file which the testbed names.
Field<TruthConfig> file_or_keys(std::string_view key, std::string_view description) {
  const std::string wanted = "a file, relative to this one, or a map of the keys that differ";
  return Field<TruthConfig>::special(
      key, description, wanted,
      [wanted](const ConfigNode& node, TruthConfig&, Problems& problems) {
        const bool keys = node.kind == NodeKind::kMap && !node.items.empty();
        const bool file = node.kind == NodeKind::kScalar && !node.text.empty();
        if (!keys && !file) problems.add_at(node, "is neither file nor keys", wanted);
      },
      nullptr,
      [] {
        return Json{{"type", Json::array({"string", "object"})}, {"format", kPathFormat}};
      });
}

Field<TruthConfig> drives_field() {
  return Field<TruthConfig>::special(
      "drives",
      "Motors and sensors as they are: one entry for all joints, or one a joint, of the keys that differ "
      "from simulation.drives.",
      "a list of maps with keys of simulation.drives",
      [](const ConfigNode& node, TruthConfig&, Problems& problems) {
        if (!check_list(node, 1, kMaxJoints, problems)) return;
        for (const ConfigNode& item : node.items) {
          if (item.kind != NodeKind::kMap) problems.add_at(item, "is no map of keys of simulation.drives");
        }
      },
      nullptr,
      [] {
        return list_schema(Json{{"type", "object"}}, 1, kMaxJoints);
      });
}

Fields<TruthDelays> delay_fields() {
  using D = TruthDelays;
  return {
      number("to_board_ms", &D::to_board, between(0, 1000),
             "Of a frame from the controller to the servo board; left out: link.latency_ms."),
      number("to_pc_ms", &D::to_pc, between(0, 1000), "And back; left out: link.latency_ms."),
      number("stamp_ms", &D::stamp, between(0, 1000),
             "By which a picture's time stamp is late; at most the camera's latency."),
  };
}

Fields<TruthSpread> spread_fields() {
  using S = TruthSpread;
  const Range share = between(0, 0.9);
  return {
      choice("shape", &S::shape, {{"uniform", SpreadShape::kUniform}, {"normal", SpreadShape::kNormal}},
             "uniform: evenly within plus and minus the spread; normal: the spread is a standard deviation, "
             "and nothing is beyond three of them."),
      number("mass", &S::mass, share, "Of each body, as a share; its inertia goes with it."),
      number("inertia", &S::inertia, share, "Of each body, as a share, beside that."),
      number("mass_centre_mm", &S::mass_centre, between(0, 1000), "Along x and y of each body."),
      number("link_length_mm", &S::link_length, between(0, 1000), "Of each body, along it."),
      number("led_mm", &S::led, between(0, 1000), "Along x and y of the body that carries it."),
      number("camera_position_mm", &S::camera_position, between(0, 1000), "Along x, y and z."),
      number("camera_rotation_deg", &S::camera_rotation, between(0, 30), "About x, y and z."),
      number("focal_length", &S::focal_length, share, "As a share, both alike."),
      number("principal_point_px", &S::principal_point, between(0, 1000), "Along u and v."),
      number("torque_constant", &S::torque_constant, share, "As a share."),
      number("resistance", &S::resistance, share, "As a share."),
      number("friction", &S::friction, share, "As a share, Coulomb and viscous alike."),
      number("pot_offset_deg", &S::pot_offset, between(0, 360), "Of the potentiometers."),
      number("pot_scale", &S::pot_scale, share, "Of the potentiometers, as a share."),
      number("tacho_scale", &S::tacho_scale, share, "Of the tachogenerators, as a share."),
  };
}

}  // namespace

Fields<TruthConfig> truth_fields() {
  using T = TruthConfig;
  return {
      file_or_keys("robot",
                   "The robot as it is: a file, or keys such as `links[0].mass_kg` over the robot's file."),
      file_or_keys("table", "The table as it is, in the same way."),
      file_or_keys("camera", "The camera as it is, in the same way."),
      drives_field(),
      section("delays", &T::delays, delay_fields(), "Delays as they are."),
      section("spread", &T::spread, spread_fields(),
              "How far the rest is drawn from what stands above, by the run's seed; 0: not at all."),
  };
}

}  // namespace freefloat
