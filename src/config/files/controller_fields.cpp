#include "config/files/controller_fields.h"

namespace freefloat {

Fields<TableParameters> table_fields() {
  using T = TableParameters;
  return {
      required(number("size_m", &T::size, above(0, 100),
                      "Length along x and y; the table frame's origin is in the middle.")),
      number("edge_margin_m", &T::edge_margin, between(0, 10),
             "The satellite's outline stays at least this far from the edge."),
  };
}

Fields<ControllerConfig> control_fields() {
  using C = ControllerConfig;
  return {
      required(number("max_joint_rate_deg_s", &C::max_joint_rate, above(0, 3600),
                      "Limit of the commanded joint rates, phi_max of Yoshida & Umetani 1990, Eq. (13).")),
      number("max_joint_acceleration_deg_s2", &C::max_joint_acceleration, between(0, 1e6),
             "What the servo can follow, for captures that are planned in time (guidance.urgency); 0: the "
             "largest rate within 50 ms."),
      choice("rate_norm", &C::rate_norm,
             {{"euclidean", RateNorm::kEuclidean}, {"largest", RateNorm::kLargestComponent}},
             "Norm that the limit applies to: euclidean as printed, or the largest joint rate."),
      number("singularity_threshold_m", &C::singularity_threshold, between(0, 10),
             "Smallest singular value of the generalized Jacobian below which it is damped; 0: never."),
      number("max_damping_m", &C::max_damping, between(0, 10), "Damping at the singularity itself."),
      required(number("hold_deceleration_deg_s2", &C::hold_deceleration, above(0, 1e5),
                      "How quickly `hold` brings the joints to rest.")),
      file("law", &C::law,
           "A law of one's own that leads captures in the guidance's place: a shared library made with "
           "freefloat_law.h, or a Python file with a function law(question)."),
  };
}

Fields<GuidanceConfig> guidance_fields() {
  using G = GuidanceConfig;
  return {
      choice("method", &G::method,
             {{"yoshida_umetani_1990", GuidanceMethod::kYoshidaUmetani1990},
              {"predictive", GuidanceMethod::kPredictive}},
             "The scheme of the 1990 paper, or the one that looks ahead."),
      number("urgency", &G::urgency, between(0, 1),
             "Predictive method: 0 leads the hand at the speeds below; above 0 the joints' motion is planned "
             "in time, at this share of their largest rates, 1: as fast as they can; with approach_deg to "
             "where the line begins, along which the hand is then led."),
      number("position_gain_per_s", &G::position_gain, above(0, 1000),
             "Standing target: hand speed a metre of distance; 1 / loop period in the paper."),
      number("max_hand_speed_m_s", &G::max_hand_speed, above(0, 100), "Limit of the wanted hand speed."),
      number("max_hand_acceleration_m_s2", &G::max_hand_acceleration, between(0, 1000),
             "Limit of the wanted hand acceleration; 0: none, as in the paper."),
      flag("tangent_correction", &G::tangent_correction,
           "Turn the hand along the workspace's boundary instead of across it, Eq. (16)."),
      number("boundary_margin_m", &G::boundary_margin, between(0, 1),
             "Distance from the boundary where the correction starts."),
      choice("sampling", &G::sampling,
             {{"euler", RendezvousSampling::kEuler}, {"cubic", RendezvousSampling::kCubic}},
             "How the rendezvous law (15) is sampled: Euler steps, or exactly."),
      number("rendezvous_floor_cycles", &G::rendezvous_floor_cycles, between(0, 1000),
             "Euler sampling: time to go is taken as at least so many cycles."),
      number("rendezvous_time_s", &G::rendezvous_time, between(0, 3600),
             "Meeting time after the start of the capture; 0: chosen by prediction."),
      number("capture_distance_mm", &G::capture_distance, above(0, 1000),
             "Hand to target for closing the gripper."),
      number("capture_speed_mm_s", &G::capture_speed, above(0, 10000),
             "Relative speed for closing the gripper."),
      number("clearance_mm", &G::clearance, between(0, 1000),
             "Predictive method, hand led: paths that bring satellite, arm or jaws nearer than this to the "
             "target, to each other or to the table's edge are taken only where no other arrives, and keep "
             "half or at least a quarter of it. 0: not looked at."),
      number("capture_dwell_ms", &G::capture_dwell, between(0, 10000), "Both must hold for so long."),
  };
}

Fields<EstimatorConfig> estimator_fields() {
  using E = EstimatorConfig;
  return {
      choice("rates_between_readings", &E::rates_between_readings,
             {{"commanded", RatesBetweenReadings::kCommanded},
              {"mean", RatesBetweenReadings::kMean},
              {"newer", RatesBetweenReadings::kNewer}},
             "Joint rates that move the estimate from one reading to the next: what the drives were told, "
             "corrected by the readings; the mean of both readings, for drives that do not follow; or, for "
             "joints that follow at once, those of the newer."),
      number("marker_sigma_floor_mm", &E::marker_sigma_floor, above(0, 100),
             "Smallest LED noise that is believed."),
      number("pot_sigma_deg", &E::pot_sigma, above(0, 90), "Noise of a potentiometer."),
      number("tacho_sigma_deg_s", &E::tacho_sigma, above(0, 360), "Noise of a tachogenerator."),
      number("acceleration_density_m_s2_rthz", &E::acceleration_density, above(0, 10),
             "Unmodelled acceleration of the mass centre."),
      number("torque_density_nm_rthz", &E::torque_density, above(0, 10),
             "Unmodelled torque about the mass centre."),
      number("target_acceleration_density_m_s2_rthz", &E::target_acceleration_density, above(0, 10),
             "Unmodelled acceleration of the target."),
      number("target_rotation_density_deg_s2_rthz", &E::target_rotation_density, above(0, 10),
             "Unmodelled angular acceleration of a target that is followed as a body that turns."),
      number("marker_tolerance_mm", &E::marker_tolerance, above(0, 1000),
             "Known lengths between LEDs that are off by more, and LEDs three times as far from where the "
             "robot is believed, contradict the model."),
      number("gate_sigmas", &E::gate_sigmas, between(1, 100),
             "Measurements further off than this are refused."),
      number("reacquire_after_ms", &E::reacquire_after, above(0, 60000),
             "All refused for so long: start anew from the markers."),
      number("lost_after_ms", &E::lost_after, above(0, 60000),
             "Without any usable picture for so long the estimate is no longer valid."),
      number("actuation_delay_ms", &E::actuation_delay, between(0, 1000),
             "From the cycle to the middle of its command's effect."),
  };
}

Fields<SafetyConfig> safety_fields() {
  using S = SafetyConfig;
  return {
      number("frame_timeout_ms", &S::frame_timeout, above(0, 5000),
             "No usable picture in motion for so long: hold."),
      number("feedback_timeout_ms", &S::feedback_timeout, above(0, 5000),
             "No status of the servo board for so long: fault."),
      number("target_timeout_ms", &S::target_timeout, above(0, 10000),
             "Target not seen during a capture for so long: hold."),
      number("board_off_timeout_ms", &S::board_off_timeout, above(0, 2000),
             "Servo board off for so long although it was told to energise: fault."),
      number("overspeed_factor", &S::overspeed_factor, above(1, 3),
             "Measured joint rate above so many times the limit for `overspeed_for_ms`: fault."),
      number("overspeed_for_ms", &S::overspeed_for, above(0, 200),
             "All readings of so long beyond it; one reading alone may be a disturbance of the wire."),
      number("joint_limit_margin_deg", &S::joint_limit_margin, between(0, 90),
             "Distance from a joint limit where motion towards it stops."),
      number("joint_tolerance_deg", &S::joint_tolerance, above(0, 30),
             "Between a potentiometer and what the LEDs tell."),
      number("joint_disagreement_for_ms", &S::joint_disagreement_for, above(0, 1000),
             "Further apart than that for so long: fault."),
      number("turn_tolerance", &S::turn_tolerance, above(0, 1),
             "Turn of a joint by its tachogenerator and by its potentiometer differ by this share: hold."),
      number("max_hand_sigma_mm", &S::max_hand_sigma, above(0, 50),
             "Least certain hand position that is allowed in motion."),
      number("contradiction_for_ms", &S::contradiction_for, above(0, 1000),
             "LEDs off their known lengths, or far from where the robot can be, for so long: hold."),
      number("momentum_for_ms", &S::momentum_for, between(0, 400),
             "The robot is not where its momentum carries it, though its LEDs agree, for so long: hold. 150 "
             "holds a pushed robot, or one short of air, within 0.3 s, but also one whose link is 30 % "
             "heavier than its file says; 0: never."),
      number("max_target_speed_m_s", &S::max_target_speed, above(0, 10), "No target is faster: hold."),
      flag("check_lengths", &S::check_lengths,
           "The robot is neither armed nor moved while its LEDs are not seen where lengths and camera put "
           "them; false for the run from which these are to be calibrated."),
  };
}

Fields<VisionConfig> vision_fields() {
  using V = VisionConfig;
  return {
      number("threshold", &V::threshold, above(0, 255), "Grey levels above the local background."),
      number("min_area", &V::min_area, between(1, 1e6), "Smallest spot, in pixels."),
      number("max_area", &V::max_area, between(1, 1e6), "Largest spot, in pixels."),
      number("window_size_px", &V::window_size, between(8, 1024), "Side of a tracking window, at least."),
      number("gate_sigmas", &V::gate_sigmas, between(1, 100), "Gate around a predicted LED."),
      number("gate_floor_mm", &V::gate_floor, above(0, 1000), "Smallest radius of that gate."),
      number("full_scan_period", &V::full_scan_period, between(1, 1e6),
             "Every so many pictures the whole picture is searched."),
      number("length_tolerance_mm", &V::length_tolerance, above(0, 1000),
             "On the known distances between LEDs at acquisition."),
      number("read_noise", &V::read_noise, between(0, 255),
             "Of the camera, in grey levels, for the covariance."),
      number("shot_noise", &V::shot_noise, between(0, 100),
             "Of the camera, in grey levels a root of the signal's grey levels, for the covariance."),
      number("reflection", &V::reflection, between(0, 0.9),
             "Mirror images of the LEDs in the glass, as a share of their light, where an LED and its own "
             "run into one spot."),
  };
}

}  // namespace freefloat
