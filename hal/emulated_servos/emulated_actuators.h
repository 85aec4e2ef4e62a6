#pragma once

#include <optional>
#include <vector>

#include "hal/emulated_servos/servo_motor.h"
#include "hal/servos/servo_joint.h"
#include "hal/sim/simulated_drives.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// What emulated servos of every make share: how they hang at the simulated joints and jaws, their motors,
/// and what the simulation's schedule says is wrong with them.
class EmulatedActuators : public SimulatedDrives {
 public:
  /// One step of 1 ms in which the robot stands: for a program that sets the servos up before the run begins.
  void serve_alone();

  BoardDrives tick(const SimWorld& world, Time now) override;

 protected:
  /// What is wrong with a joint's servo now.
  struct Defect {
    bool off = false;  ///< without power
    bool damages_answers = false;
    bool other_id = false;
    bool restarted = false;  ///< once for each restart
    bool encoder_stuck = false;
    double slipped = 0.0;              ///< rad, of the joint
    std::optional<double> stuck_at{};  ///< rad, of the joint
  };

  /// @param jaw_unit In which the maker counts angles of the jaws' servo, rad.
  EmulatedActuators(const SimConfig& sim, const RobotParameters& robot, const std::vector<ServoJoint>& joints,
                    const std::optional<ServoGripper>& gripper, double jaw_unit);

  /// Answers what the program has asked. @param faults Of the wire; null: it is perfect and has no delay.
  virtual void serve(Time now, const std::vector<ScheduledFault>* faults) = 0;

  /// One step of a joint's servo. @param angle, rate What its encoder shows of the shaft, rad and rad/s.
  /// @return The shaft's rate that it follows, rad/s; nothing: it drives nothing.
  virtual std::optional<double> step_joint(std::size_t joint, double angle, double rate, Time now) = 0;

  /// @return Where the jaws' servo goes to, `jaw_unit`; nothing: it drives nothing.
  virtual std::optional<double> jaw_goal() = 0;
  /// One step of it. @param angle `jaw_unit`. @param rate `jaw_unit`/s.
  virtual void step_jaws(double angle, double rate, Time now) = 0;

  /// A joint's servo notices that it is overheated, overloaded or badly supplied.
  virtual void complain(std::size_t joint, SimFault fault) = 0;
  virtual void restart(std::size_t joint, Time now) = 0;

  const std::vector<ServoJoint>& joints() const { return joints_; }
  const Defect& defect(std::size_t joint) const { return defects_[joint]; }

 private:
  void look_for_defects(const SimWorld& world, Time now);
  double seen_by_encoder(std::size_t joint, double angle);
  bool tick_gripper(const SimWorld* world, Time now);

  SimConfig sim_;
  std::vector<ServoJoint> joints_;
  std::vector<Defect> defects_;  // a joint
  std::vector<ServoMotor> motors_;
  bool has_jaws_;
  double open_ = 0.0, closed_ = 0.0, jaw_ = 0.0;  // jaw_unit
  Time alone_{-std::chrono::hours(1)};            // before the run, which begins at zero
};

}  // namespace freefloat
