#include "config/files/sim_testbed_fields.h"

#include <string>
#include <utility>
#include <vector>

#include "config/files/imaging_fields.h"
#include "config/files/truth_fields.h"

namespace freefloat {

Fields<DriveParameters> drive_fields() {
  using D = DriveParameters;
  return {
      number("gear_ratio", &D::gear_ratio, above(0, 1e5), "Motor turns a joint turn."),
      number("torque_constant_nm_a", &D::torque_constant, above(0, 100),
             "Torque a current; equal to the back-EMF constant in V s/rad."),
      number("resistance_ohm", &D::resistance, above(0, 1e5), "Of the winding."),
      number("supply_voltage_v", &D::supply_voltage, above(0, 1000), "At full duty."),
      number("rotor_inertia_kg_m2", &D::rotor_inertia, between(0, 1), "On the motor's side."),
      number("coulomb_friction_nm", &D::coulomb_friction, between(0, 100), "On the joint's side."),
      number("viscous_friction_nm_s", &D::viscous_friction, between(0, 100),
             "Per rad/s, on the joint's side."),
      number("pot_range_deg", &D::pot_range, above(0, 36000),
             "Potentiometer: converter's full scale, centred at its offset."),
      number("pot_offset_deg", &D::pot_offset, between(-3600, 3600),
             "Potentiometer: joint angle at the converter's middle."),
      flag("pot_reversed", &D::pot_reversed, "Potentiometer: counts fall when the angle rises."),
      number("pot_noise_deg", &D::pot_noise, between(0, 90), "Potentiometer: noise of a sample."),
      number("tacho_range_deg_s", &D::tacho_range, above(0, 36000), "Tachogenerator: half the full scale."),
      flag("tacho_reversed", &D::tacho_reversed, "Tachogenerator: counts fall when the rate rises."),
      number("tacho_noise_deg_s", &D::tacho_noise, between(0, 3600), "Tachogenerator: noise of a sample."),
      number("current_range_a", &D::current_range, between(0, 1e4),
             "Current sensor: half the full scale; 0: three times the stall current."),
      number("current_noise_a", &D::current_noise, between(0, 100), "Current sensor: noise of a sample."),
      number("converter_bits", &D::converter_bits, between(4, 24), "Resolution of all three."),
      number(
          "servo_inertia_kg_m2", &D::servo_inertia, between(0, 1e4),
          "What the board's gains are tuned for, without the rotor; 0: worked out from the robot's masses."),
  };
}

namespace {

Fields<ResidualParameters> residual_fields() {
  using R = ResidualParameters;
  return {
      number("tilt_g", &R::tilt, between(0, 0.1), "Residual gravity along the table."),
      number("tilt_direction_deg", &R::tilt_direction, between(-360, 360),
             "Where it pulls to, from the table's x axis, when the direction is not random."),
      flag("tilt_direction_random", &R::tilt_direction_random, "Draw the direction from the seed."),
      number("linear_drag_per_s", &R::linear_drag, between(0, 100),
             "Drag of the air on every body, per mass."),
      number("angular_drag_nm_s", &R::angular_drag, between(0, 100),
             "Drag on the satellite's rotation, per rad/s."),
      number("hose_force_n", &R::hose_force, between(-100, 100),
             "Constant pull of a hose on the satellite, [x, y]."),
      number("pad_stiction", &R::pad_stiction, between(0, 1),
             "Coulomb friction of the pads, as a share of the weight."),
  };
}

Fields<GripperParameters> gripper_fields() {
  using G = GripperParameters;
  return {
      number("capture_radius_mm", &G::capture_radius, above(0, 1000),
             "How near the grapple point must be when the jaws close."),
      number("capture_speed_mm_s", &G::capture_speed, above(0, 10000), "Fastest target that the jaws hold."),
      number("closing_time_ms", &G::closing_time, between(0, 60000),
             "From the command until the jaws are closed."),
  };
}

Fields<ContactParameters> contact_fields() {
  using C = ContactParameters;
  return {
      flag("enabled", &C::enabled,
           "Hand, arm, satellite, target and the table's edge, a wall, push each other away; their outlines "
           "stand in the robot's file and in target."),
      number("restitution", &C::restitution, between(0, 1),
             "Of an impact: square root of the share of its compression's work that comes back."),
      number("friction", &C::friction, between(0, 5), "Coulomb's, of all surfaces."),
      number("rest_speed_mm_s", &C::rest_speed, between(0, 1000),
             "What approaches slower rests against the other and bounces no more."),
  };
}

Fields<TargetShape> target_shape_fields() {
  using T = TargetShape;
  return {
      number("radius_mm", &T::radius, between(0, 5000), "Of its round body; 0: nothing can touch it."),
      number("height_m", &T::height, above(0, 5), "Top of its body."),
      number("pin_radius_mm", &T::pin_radius, between(0, 1000),
             "Of the pin at the grapple point; 0: nothing can touch it."),
      number("pin_height_m", &T::pin_height, above(0, 5), "Top of the pin."),
  };
}

Fields<WireParameters> wire_fields() {
  using W = WireParameters;
  return {
      number("latency_ms", &W::latency, between(0, 1000), "Each way."),
      number("loss", &W::loss, between(0, 1), "Share of the frames that are lost."),
      number("corruption", &W::corruption, between(0, 1), "Share of the frames with a flipped bit."),
  };
}

}  // namespace

Fields<SimConfig> sim_testbed_fields() {
  using S = SimConfig;
  return {
      number("step_ms", &S::step, between(0.01, 20), "Time step of plant and servo."),
      choice("servo", &S::servo, {{"firmware", ServoModel::kFirmware}, {"kinematic", ServoModel::kKinematic}},
             "firmware: the board's code drives motors; kinematic: joints follow the command at once."),
      choice("pace", &S::pace,
             {{"free", SimPace::kFree}, {"paced", SimPace::kPaced}, {"real_time", SimPace::kRealTime}},
             "free: as fast as possible; paced: held back to real time; real_time: a thread of its own, the "
             "program runs as on hardware."),
      list("drives", &S::drives, drive_fields(), 1, kMaxJoints,
           "Motors and sensors: one for all joints, or one a joint."),
      section("residuals", &S::residuals, residual_fields(), "Forces that a real air-bearing table exerts."),
      section("contact", &S::contact, contact_fields(), "Whether and how bodies collide."),
      section("gripper", &S::gripper, gripper_fields(), "The gripper on the hand."),
      section("imaging", &S::imaging, imaging_fields(), "What the camera adds to an ideal picture."),
      section("link", &S::link, wire_fields(), "The wire or radio to the servo board."),
      section("truth", &S::truth, truth_fields(),
              "In what the simulated world differs from the files; the controller knows nothing of it."),
  };
}

Fields<TargetParameters> target_fields() {
  using T = TargetParameters;
  return {
      text("name", &T::name, "By which phases choose it; of several targets each needs one."),
      required(choice("mount", &T::mount,
                      {{"table", TargetMount::kTable},
                       {"floating", TargetMount::kFloating},
                       {"none", TargetMount::kNone}},
                      "table: fixed to it; floating: on air pads; none: there is no target.")),
      number("position_m", inside(&T::start, &BodyState::p), between(-100, 100),
             "Grapple point at the start, [x, y] on the table."),
      number("attitude_deg", inside(&T::start, &BodyState::theta), between(-36000, 36000), "At the start."),
      number("velocity_m_s", inside(&T::start, &BodyState::v), between(-10, 10),
             "Of the mass centre at the start, [x, y]; floating targets only."),
      number("attitude_rate_deg_s", inside(&T::start, &BodyState::w), between(-3600, 3600),
             "At the start; floating targets only."),
      number("mass_kg", &T::mass, above(0, 1e5), "Mass."),
      number("inertia_kg_m2", &T::inertia, above(0, 1e6), "Inertia about the mass centre."),
      number("mass_centre_m", &T::mass_centre, between(-10, 10),
             "Its mass centre [x, y] from the grapple point, for targets that turn: the controller then "
             "follows it as a body, by two LEDs or more; left out: it is the grapple point."),
      number("irregular_force_n", &T::irregular_force, between(0, 100),
             "Standard deviation of a random force."),
      number("irregular_interval_ms", &T::irregular_interval, above(0, 60000),
             "A new force is drawn so often."),
      number("markers_m", &T::markers, between(-10, 10),
             "LEDs [x, y] from the grapple point; the first marks it."),
      number("marker_height_m", &T::marker_height, between(0, 5), "Of its LEDs, above the table."),
      section("shape", &T::shape, target_shape_fields(), "Its outline, for contact."),
      number("approach_deg", &T::approach, between(-360, 360),
             "Direction in which the hand comes to the grapple point, and from three joints on looks: in the "
             "target's frame, of a target with one LED in the table's; left out: it may come from anywhere."),
      number("approach_tolerance_deg", &T::approach_tolerance, between(2, 60),
             "That the hand's way, and its angle, may be off approach_deg."),
      number("approach_distance_mm", &T::approach_distance, between(10, 500),
             "From the grapple point from which on the hand comes along approach_deg; at least half of what "
             "the open jaws and a pin need."),
      number("search_radius_mm", inside(&T::search, &TargetSearch::radius), between(0, 5000),
             "Until it was first seen, a target with one LED is looked for within so much of expected_at_m: "
             "among other spots that stand it cannot be told else; 0: anywhere."),
      number("expected_at_m", inside(&T::search, &TargetSearch::expected_at), between(-100, 100),
             "Where people say that it stands at the start, [x, y] on the table; left out: position_m."),
  };
}

namespace {

std::vector<std::pair<std::string, SimFault>> fault_words() {
  return {{"frames_dropped", SimFault::kFramesDropped},
          {"marker_hidden", SimFault::kMarkerHidden},
          {"glare", SimFault::kGlare},
          {"link_cut", SimFault::kLinkCut},
          {"tacho_stuck", SimFault::kTachoStuck},
          {"pot_stuck", SimFault::kPotStuck},
          {"board_reset", SimFault::kBoardReset},
          {"push", SimFault::kPush},
          {"link_cut_to_board", SimFault::kLinkCutToBoard},
          {"link_cut_to_pc", SimFault::kLinkCutToPc},
          {"link_noise", SimFault::kLinkNoise},
          {"link_garbage", SimFault::kLinkGarbage},
          {"board_version", SimFault::kBoardVersion},
          {"board_joint_count", SimFault::kBoardJointCount},
          {"pots_swapped", SimFault::kPotsSwapped},
          {"tachos_swapped", SimFault::kTachosSwapped},
          {"motors_swapped", SimFault::kMotorsSwapped},
          {"pot_inverted", SimFault::kPotInverted},
          {"tacho_inverted", SimFault::kTachoInverted},
          {"motor_inverted", SimFault::kMotorInverted},
          {"pot_shifted", SimFault::kPotShifted},
          {"pot_broken", SimFault::kPotBroken},
          {"tacho_broken", SimFault::kTachoBroken},
          {"air_supply_low", SimFault::kAirSupplyLow},
          {"target_push", SimFault::kTargetPush},
          {"markers_swapped", SimFault::kMarkersSwapped},
          {"motor_runaway", SimFault::kMotorRunaway},
          {"camera", SimFault::kCamera},
          {"pot", SimFault::kPot},
          {"tacho", SimFault::kTacho},
          {"motor", SimFault::kMotor},
          {"link", SimFault::kLink},
          {"link_to_board", SimFault::kLinkToBoard},
          {"link_to_pc", SimFault::kLinkToPc},
          {"servo", SimFault::kServo},
          {"servo_overheated", SimFault::kServoOverheated},
          {"servo_overloaded", SimFault::kServoOverloaded},
          {"servo_voltage", SimFault::kServoVoltage},
          {"servo_reset", SimFault::kServoReset},
          {"servo_id", SimFault::kServoId}};
}

}  // namespace

Fields<ScheduledFault> fault_fields() {
  using S = ScheduledFault;
  return {
      required(choice("fault", &S::fault, fault_words(), "What happens; a part alone fails as `mode` says.")),
      choice(
          "mode", &S::mode,
          {{"off", FaultMode::kOff},
           {"stuck", FaultMode::kStuck},
           {"garbage", FaultMode::kGarbage},
           {"wrong", FaultMode::kWrong},
           {"slow", FaultMode::kSlow},
           {"delayed", FaultMode::kDelayed},
           {"duplicated", FaultMode::kDuplicated},
           {"intermittent", FaultMode::kIntermittent}},
          "How a part fails: camera, pot, tacho, motor, link or servo (emulated Dynamixel: off, without "
          "power; its encoder stuck or wrong; its answers garbage). Wrong: a potentiometer or encoder off by "
          "angle_deg, a tachogenerator's rate or a motor's voltage times `share`, stamps late by delay_ms, a "
          "flipped bit in each frame. Intermittent: off in a random half of all spans of delay_ms."),
      required(number("begin_s", &S::begin, between(0, 36000), "Since the start of the run.")),
      number("end_s", &S::end, between(0, 36000), "Since the start of the run."),
      number("index", &S::index, between(0, 11),
             "Which LED or joint, counted from 0; swapped: this joint and the next; board_joint_count: how "
             "many joints the board is built for."),
      number("force_n", &S::magnitude, between(-100, 100),
             "Of a push, along the table's x; of a target_push, towards the satellite."),
      number("angle_deg", &S::angle, between(-360, 360),
             "By which a potentiometer, or a servo's encoder, has slipped on its joint."),
      number("share", &S::share, between(-10, 10),
             "Of a wrong motor's voltage or tachogenerator's rate that is left; air_supply_low: friction of "
             "the pads, in multiples of the robot's weight."),
      number("drag_per_s", &S::drag, between(0, 100),
             "air_supply_low: force on each body, by its mass and speed."),
      number("delay_ms", &S::delay, between(-2000, 2000),
             "By which all comes later, at which something new comes, or the length of a span."),
      number("within_mm", &S::within, between(0, 10000),
             "Begins, after begin_s, once the hand is nearer to the target than that."),
      number("rate_per_h", &S::rate, between(0, 36000),
             "Comes at random between begin_s and end_s, so often, for lasting_ms each."),
      number("lasting_ms", &S::lasting, between(1, 600000), "Of each that comes at random."),
  };
}

}  // namespace freefloat
