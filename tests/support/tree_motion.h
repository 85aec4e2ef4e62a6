#pragma once

#include <array>

#include "spatial/tree/forward_dynamics.h"
#include "spatial/tree/tree_momentum.h"
#include "support/tree_velocities.h"

namespace freefloat {

/// Integrates the motion of a tree with fixed Runge-Kutta steps of fourth order on the rotation group.
class TreeIntegrator {
 public:
  explicit TreeIntegrator(const TreeModel& model)
      : model_(model),
        posture_(model),
        motion_(model),
        work_(model),
        stage_(model),
        u_(model.velocity_count()) {
    rates_.fill(Eigen::VectorXd(model.velocity_count()));
    changes_.fill(Eigen::VectorXd(6 + model.joint_count()));
  }

  /// @param forces Q, kept through the step.
  void step(TreeState& state, const Eigen::VectorXd& forces, double time) {
    // Runge-Kutta-Munthe-Kaas: the attitude is R(theta) R_WB, theta' = w + (theta x) w / 2 ..
    Eigen::VectorXd u0;
    get_velocities(model_, state, u0);
    static constexpr std::array<double, 4> kParts{0.0, 0.5, 0.5, 1.0};
    Vector3 turned = Vector3::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
      stage_ = state;
      turned.setZero();
      if (i > 0) {
        const Eigen::VectorXd& change = changes_[i - 1];
        stage_.p_WB += kParts[i] * time * change.head<3>();
        turned = kParts[i] * time * change.segment<3>(3);
        stage_.R_WB = Eigen::AngleAxisd(turned.norm(), unit(turned)).toRotationMatrix() * state.R_WB;
        stage_.joints += kParts[i] * time * change.tail(model_.joint_count());
        u_ = u0 + kParts[i] * time * rates_[i - 1];
        set_velocities(model_, u_, stage_);
      }
      compute_posture(model_, stage_, posture_);
      compute_motion(model_, posture_, stage_, motion_);
      compute_forward_dynamics(model_, posture_, motion_, forces, work_, rates_[i]);
      const Vector3& w = stage_.w_WB;
      changes_[i] << stage_.v_WB, w - 0.5 * turned.cross(w) + turned.cross(turned.cross(w)) / 12.0,
          stage_.joint_rates;
    }
    const Eigen::VectorXd change =
        time / 6.0 * (changes_[0] + 2.0 * changes_[1] + 2.0 * changes_[2] + changes_[3]);
    u_ = u0 + time / 6.0 * (rates_[0] + 2.0 * rates_[1] + 2.0 * rates_[2] + rates_[3]);
    state.p_WB += change.head<3>();
    const Vector3 turn = change.segment<3>(3);
    state.R_WB = (Eigen::AngleAxisd(turn.norm(), unit(turn)).toRotationMatrix() * state.R_WB).eval();
    state.joints += change.tail(model_.joint_count());
    set_velocities(model_, u_, state);
  }

  TreeTotals totals(const TreeState& state) {
    compute_posture(model_, state, posture_);
    compute_motion(model_, posture_, state, motion_);
    return compute_totals(model_, posture_, motion_);
  }

 private:
  static Vector3 unit(const Vector3& v) {
    return v.isZero(0.0) ? Vector3(Vector3::UnitZ()) : Vector3(v.normalized());
  }

  const TreeModel& model_;
  TreePosture posture_;
  TreeMotion motion_;
  ArticulatedBodies work_;
  TreeState stage_;
  Eigen::VectorXd u_;
  std::array<Eigen::VectorXd, 4> rates_;
  std::array<Eigen::VectorXd, 4> changes_;
};

}  // namespace freefloat
