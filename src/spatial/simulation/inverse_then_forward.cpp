#include "spatial/simulation/inverse_then_forward.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "spatial/tree/attitude.h"

namespace freefloat {

namespace {

/// The same robot, driven by torques alone.
TreeSimulationConfig by_torques(const TreeSimulationConfig& config, const SimulationSample& start) {
  TreeSimulationConfig forward = config;
  forward.path.reset();
  forward.drives.assign(config.drives.size(), TorquePolynomial{});
  forward.start.joints = start.state.joints;
  forward.start.joint_rates = start.state.joint_rates;
  forward.start.v_WB = start.state.v_WB;
  forward.start.w_WB = start.state.w_WB;
  return forward;
}

/// The torques of the given motion, row by row of a table.
void use_table(const TreeSimulationConfig& config, double table_step, TableRule rule,
               TreeSimulationConfig& forward) {
  TreeSimulationConfig rows = config;
  rows.sample_step = table_step;
  const SimulationResult inverse = simulate(rows);
  for (std::size_t i = 0; i < forward.drives.size(); ++i) {
    TorqueTable table{.time = {}, .torque = {}, .rule = rule};
    for (const SimulationSample& sample : inverse.samples) {
      table.time.push_back(sample.time);
      table.torque.push_back(sample.joint_forces[i]);
    }
    forward.drives[i] = std::move(table);
  }
}

/// Integrates the wanted motion and the driven one side by side, so that the torques of every stage of a step
/// are those of the same instant.
SimulationResult follow_continuously(const TreeSimulationConfig& config, const TreeSimulationConfig& forward,
                                     const SimulationProgress& progress) {
  const TreeModel model(config.tree);
  TreeSystem wanted(model, config);
  TreeSystem driven(model, forward);
  const std::size_t size = wanted.size();
  std::vector<double> x(2 * size);
  wanted.start(x.data());
  driven.start(x.data() + size);
  const OdeSystem ode{[&](const std::vector<double>& at, std::vector<double>& rates, double time) {
                        wanted.differentiate(at.data(), time, rates.data());
                        driven.differentiate(at.data() + size, time, rates.data() + size,
                                             &wanted.last().joint_forces);
                      },
                      [&](std::vector<double>& at) {
                        wanted.finish_step(at.data());
                        driven.finish_step(at.data() + size);
                      }};
  SimulationResult result;
  StepControl control(config.integrator);
  result.failure = integrate_samples(
      config, ode, control, x, [](double) {},
      [&](double time) {
        const Eigen::VectorXd& torques = wanted.evaluate(x.data(), time).joint_forces;
        result.samples.push_back(take_sample(model, driven, x.data() + size, time, &torques));
        return !progress || progress(time);
      });
  result.count = control.count();
  return result;
}

void compare(InverseThenForward& both) {
  const std::size_t count = std::min(both.inverse.samples.size(), both.forward.samples.size());
  both.end_points.resize(both.inverse.samples.front().end_points.size());
  for (std::size_t k = 0; k < count; ++k) {
    const SimulationSample& wanted = both.inverse.samples[k];
    const SimulationSample& found = both.forward.samples[k];
    both.joints = std::max(both.joints, (found.state.joints - wanted.state.joints).cwiseAbs().maxCoeff());
    for (std::size_t i = 0; i < both.end_points.size(); ++i) {
      PathDeviation& deviation = both.end_points[i];
      const Vector3 apart = found.end_points[i].position - wanted.end_points[i].position;
      const Matrix3 turned = found.end_points[i].rotation * wanted.end_points[i].rotation.transpose();
      deviation.position = deviation.position.cwiseMax(apart.cwiseAbs());
      deviation.distance = std::max(deviation.distance, apart.norm());
      deviation.angle = std::max(deviation.angle, vector_from_rotation(turned).norm());
    }
  }
  for (std::size_t i = 0; i < both.end_points.size(); ++i) {
    Vector3 low = both.inverse.samples.front().end_points[i].position, high = low;
    for (const SimulationSample& sample : both.inverse.samples) {
      low = low.cwiseMin(sample.end_points[i].position);
      high = high.cwiseMax(sample.end_points[i].position);
    }
    both.end_points[i].travel = high - low;
  }
}

}  // namespace

InverseThenForward simulate_inverse_then_forward(const TreeSimulationConfig& config, TorqueTransfer transfer,
                                                 double table_step, const SimulationProgress& progress) {
  if (law_of(config) != MotionLaw::kMomentum) {
    throw std::invalid_argument(
        "inverse dynamics first needs the motion of all joints (quintic, rate or end_point_path) and, for a "
        "base that moves, neither gravity nor a force on it");
  }
  if (transfer != TorqueTransfer::kContinuous && !(table_step > 0.0)) {
    throw std::invalid_argument(fmt::format("the table's step is {} s; above 0 is wanted", table_step));
  }
  InverseThenForward both;
  both.inverse = simulate(config);
  if (!both.inverse.failure.empty()) {
    both.forward.failure = "no torques: " + both.inverse.failure;
    return both;
  }
  both.forward_config = by_torques(config, both.inverse.samples.front());
  if (transfer == TorqueTransfer::kContinuous) {
    both.forward = follow_continuously(config, both.forward_config, progress);
  } else {
    const TableRule rule = transfer == TorqueTransfer::kHeld ? TableRule::kHold : TableRule::kLinear;
    use_table(config, table_step, rule, both.forward_config);
    both.forward = simulate(both.forward_config, progress);
  }
  compare(both);
  return both;
}

}  // namespace freefloat
