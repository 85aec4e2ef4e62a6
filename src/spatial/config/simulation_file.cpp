#include "spatial/config/simulation_file.h"

namespace freefloat {

namespace {

using File = SimulationFile;

constexpr double kMostAngle = 1e6;  // deg
constexpr double kMostShift = 1e3;  // m
constexpr double kMostForce = 1e9;  // N, N m
constexpr double kMostTime = 1e7;   // s

/// The three ways to write a coordinate, for a struct that holds one; `member` leads to it.
template <typename T, typename Member>
void add_coordinate(Fields<T>& fields, const std::string& angle_stem, const std::string& shift_stem,
                    const std::string& per_time, Member member, const std::string& what) {
  const auto part = [member](auto which) { return inside(member, which); };
  fields.push_back(number(angle_stem + "_deg" + per_time, part(&File::Coordinate::in_deg),
                          between(-kMostAngle, kMostAngle), what + " of a revolute joint."));
  fields.push_back(number(angle_stem + "_rad" + per_time, part(&File::Coordinate::in_rad),
                          between(-kMostAngle, kMostAngle), "The same in radians."));
  fields.push_back(number(shift_stem + "_m" + per_time, part(&File::Coordinate::in_m),
                          between(-kMostShift, kMostShift), what + " of a prismatic joint."));
}

Fields<File::Table> table_fields_of_drive() {
  return {
      required(file(
          "file", &File::Table::file,
          "CSV file with a row of names, one of them time_s: so written by `freefloat simulate --csv`.")),
      required(
          text("column", &File::Table::column, "Name of the column with the torques, N m, or forces, N.")),
      choice("between", &File::Table::between, {{"hold", TableRule::kHold}, {"linear", TableRule::kLinear}},
             "Between two rows: keep the value of the row before, or go straight to the next."),
  };
}

Fields<File::QuinticWay> quintic_fields() {
  Fields<File::QuinticWay> fields;
  add_coordinate(fields, "to", "to", "", &File::QuinticWay::to, "Coordinate at the end,");
  fields.push_back(number("begin_s", &File::QuinticWay::begin, between(0, kMostTime),
                          "When it leaves the start, at rest."));
  fields.push_back(number("end_s", &File::QuinticWay::end, above(0, kMostTime),
                          "When it arrives, at rest; left out: at the end."));
  return fields;
}

Fields<File::Segment> segment_fields() {
  using S = File::Segment;
  Fields<S> fields;
  add_coordinate(fields, "to", "to", "", &S::to, "Coordinate at the segment's end,");
  fields.push_back(number("begin_s", &S::begin, between(0, kMostTime),
                          "When it begins; left out: when the one before has ended. Between "
                          "two segments the joint stands still."));
  fields.push_back(required(number("end_s", &S::end, above(0, kMostTime), "When it ends.")));
  add_coordinate(fields, "end_rate", "end_rate", "_s", &S::end_rate,
                 "Rate at its end, with which the next one begins, 0 when left out,");
  return fields;
}

Fields<File::Sine> sine_fields() {
  using S = File::Sine;
  Fields<S> fields;
  add_coordinate(fields, "amplitude", "amplitude", "", &S::amplitude, "Amplitude,");
  fields.push_back(required(number("frequency_hz", &S::frequency, above(0, 1e6), "Swings a second.")));
  fields.push_back(number("phase_deg", &S::phase, between(-360, 360), "Phase at the start."));
  return fields;
}

Fields<File::MotionColumn> motion_table_fields() {
  using M = File::MotionColumn;
  return {
      required(
          file("file", &M::file,
               "CSV file with a row of names, one of them time_s, from the start to the end or beyond: so "
               "written by `freefloat simulate --csv`.")),
      required(
          text("column", &M::column,
               "Name of the column with the joint's coordinates; it ends in its unit: _rad, _deg or _m.")),
  };
}

Fields<File::Drive> drive_fields_of_joint() {
  using D = File::Drive;
  const Range force = between(-kMostForce, kMostForce);
  Fields<D> fields = {
      number("torque_nm", &D::torque, force, "Constant torque of a revolute joint."),
      number("force_n", &D::force, force, "Constant force of a prismatic joint."),
      number("torque_polynomial_nm", &D::torque_powers, force,
             "Torque c0 + c1 t + c2 t^2 + .., t in s: [c0, c1, ..]."),
      number("force_polynomial_n", &D::force_powers, force, "The same for a prismatic joint."),
      section("table", &D::table, table_fields_of_drive(), "Torque or force of a table."),
      section("quintic", &D::quintic, quintic_fields(),
              "Motion from the start to another coordinate, from rest to rest, by a polynomial of "
              "fifth order: the torque follows."),
      list("segments", &D::segments, segment_fields(), 1, 1000,
           "Motions one after the other, each by a polynomial of fifth order without acceleration at its "
           "ends, the first from the start at rest: the torque follows."),
      list("sines", &D::sines, sine_fields(), 1, 100,
           "Swing about the coordinate at the start: the sum of amplitude sin(2 pi frequency t + phase); "
           "the torque follows."),
      section("motion_table", &D::motion_table, motion_table_fields(),
              "Motion of a table, by a cubic spline through its rows; it says where the joint "
              "starts: the torque follows."),
      number("rate_polynomial_rad_s", &D::angular_powers, between(-1e6, 1e6),
             "Rate c0 + c1 t + .. of a revolute joint, t in s: the torque follows."),
      number("rate_polynomial_m_s", &D::linear_powers, between(-1e6, 1e6), "The same for a prismatic joint."),
  };
  add_coordinate(fields, "rate", "rate", "_s", &D::rate, "Constant rate, whatever torque it takes,");
  return fields;
}

Fields<File::Joint> simulated_joint_fields() {
  using J = File::Joint;
  Fields<J> fields = {
      required(text("joint", &J::joint, "Name of the joint, or of its link.")),
      section("drive", &J::drive, drive_fields_of_joint(),
              "What moves it, in one of these ways; left out: no torque."),
  };
  add_coordinate(fields, "angle", "shift", "", &J::start, "Coordinate at the start,");
  add_coordinate(fields, "start_rate", "start_rate", "_s", &J::start_rate, "Rate at the start,");
  return fields;
}

Fields<File::Base> simulated_base_fields() {
  using B = File::Base;
  return {
      flag("locked", &B::locked,
           "Whether it is held where it starts, as a locked platform: the results then have the force and "
           "moment that hold it."),
      number("position_m", &B::position, between(-1e6, 1e6), "Origin of the base's frame at the start."),
      number("rotation", &B::rotation, between(-1.001, 1.001),
             "Axes of the base at the start, as a rotation matrix by rows."),
      number("rotation_zyx_deg", &B::rotation_zyx, between(-360, 360),
             "The same as turns about z, then the new y, then the new x."),
      number("velocity_m_s", &B::velocity, between(-1e4, 1e4),
             "Of the base's origin at the start; neither this nor the angular velocity: the robot's "
             "whole momentum is zero."),
      number("angular_velocity_deg_s", &B::angular_velocity, between(-1e5, 1e5),
             "Of the base at the start, in W."),
      number("force_n", &B::force, between(-kMostForce, kMostForce),
             "Constant force on the base's origin, in W."),
      number("moment_nm", &B::moment, between(-kMostForce, kMostForce), "Constant moment on the base, in W."),
  };
}

Fields<File::Path> path_fields() {
  using P = File::Path;
  return {
      required(text("end_point", &P::end_point, "Name of the end point.")),
      required(choice(
          "follow", &P::parts,
          {{"position", PathParts::kPosition},
           {"pose", PathParts::kPose},
           {"planar_position", PathParts::kPlanarPosition},
           {"planar_pose", PathParts::kPlanarPose}},
          "What of its motion is prescribed: x, y, z; with the attitude; x, y; with the turn about z.")),
      required(number("to_m", &P::to, between(-1e6, 1e6), "Position at the end, in W.")),
      number("turn_deg", &P::turn_in_deg, between(-360, 360),
             "Turn on the way: axis in W times angle. Left out: the attitude is kept."),
      number("turn_rad", &P::turn_in_rad, between(-10, 10), "The same in radians."),
      number("begin_s", &P::begin, between(0, kMostTime), "When it leaves the start, at rest."),
      number("end_s", &P::end, above(0, kMostTime), "When it arrives, at rest; left out: at the end."),
  };
}

Fields<IntegratorConfig> integrator_fields() {
  using I = IntegratorConfig;
  return {
      choice("method", &I::method,
             {{"fehlberg_78", IntegratorMethod::kFehlberg78},
              {"dormand_prince_5", IntegratorMethod::kDormandPrince5}},
             "Runge-Kutta formulas of order 7(8) or 5(4)."),
      number("relative_tolerance", &I::relative_tolerance, between(0, 0.1),
             "Error of a step that is allowed, by the size of each number."),
      number("absolute_tolerance", &I::absolute_tolerance, between(0, 0.1),
             "Error of a step that is allowed in any case, in SI units of each number."),
      number("shortest_step_s", &I::shortest_step, above(0, 1),
             "A simulation that needs shorter steps ends with an error."),
  };
}

}  // namespace

Fields<SimulationFile> simulation_file_fields() {
  return {
      text("name", &File::name, "Name; left out: that of the model."),
      required(file("model", &File::model, "A spatial model (YAML or URDF), or a robot of the table.")),
      required(number("duration_s", &File::duration, above(0, kMostTime), "How long.")),
      number("sample_step_s", &File::sample_step, between(0, kMostTime),
             "Time between the results that are kept; 0: a 500th of the duration."),
      section("base", &File::base, simulated_base_fields(), "The base at the start, and what acts on it."),
      list("joints", &File::joints, simulated_joint_fields(), 0, 256,
           "Joints that do not start at 0, at rest, without torque."),
      section("end_point_path", &File::path, path_fields(),
              "Way of an end point, straight, from rest to rest, by a polynomial of fifth order; "
              "moves all joints by the generalized Jacobian."),
      section("integrator", &File::integrator, integrator_fields(), "How exactly it is computed."),
  };
}

void check_simulation_file(const SimulationFile& file, const ConfigNode& node, Problems& problems) {
  const auto check_order = [&](const ConfigNode& at, double begin, const std::optional<double>& end) {
    if (end.value_or(file.duration) > begin) return;
    const ConfigNode* place = at.find("end_s");
    problems.add_at(place != nullptr ? *place : *at.find("begin_s"), "the way does not end after its begin",
                    "begin_s below end_s, which is the duration when left out");
  };
  if (file.path) check_order(*node.find("end_point_path"), file.path->begin, file.path->end);
  for (std::size_t i = 0; i < file.joints.size(); ++i) {
    const auto& drive = file.joints[i].drive;
    if (!drive || !drive->quintic) continue;
    check_order(*node.find("joints")->items[i].find("drive")->find("quintic"), drive->quintic->begin,
                drive->quintic->end);
  }
  if (file.sample_step > file.duration) {
    problems.add_at(*node.find("sample_step_s"), "is longer than the simulation", "at most duration_s");
  }
  if (file.integrator.relative_tolerance == 0.0 && file.integrator.absolute_tolerance == 0.0) {
    problems.add_at(*node.find("integrator"), "no error at all is allowed", "one of the tolerances above 0");
  }
}

}  // namespace freefloat
