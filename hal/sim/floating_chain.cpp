#include "hal/sim/floating_chain.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>

#include "model/momentum.h"

namespace freefloat {

namespace {

constexpr double kStictionSpeed = 1e-4;   // m/s over which the pads' friction reverses
constexpr double kEdgeStiffness = 400.0;  // N/m of the rail at the table's edge
constexpr double kEdgeDamping = 20.0;     // N s/m
constexpr double kSmallTurn = 0.05;       // rad up to which the series below is exact to rounding

template <int kBodies>
using Row = std::array<double, kBodies>;

template <int kBodies>
struct Directions {
  Row<kBodies> cosines;
  Row<kBodies> sines;
};

/// Directions after a turn by `angle` from (c, s): the series of sine and cosine, whose first term left out
/// is below 1e-17, is quicker than the functions.
void turn(double angle, double& c, double& s) {
  double cosine = 0.0;
  double sine = 0.0;
  if (std::abs(angle) < kSmallTurn) {
    const double x = angle * angle;
    cosine = 1.0 - x * (1.0 / 2 - x * (1.0 / 24 - x * (1.0 / 720 - x / 40320)));
    sine = angle * (1.0 - x * (1.0 / 6 - x * (1.0 / 120 - x / 5040)));
  } else {
    cosine = std::cos(angle);
    sine = std::sin(angle);
  }
  const double turned = c * cosine - s * sine;
  s = s * cosine + c * sine;
  c = turned;
}

/// Inertia and velocity terms share the cosines and sines of the bodies' relative angles.
template <int kBodies>
struct Coupling {
  std::array<Row<kBodies>, kBodies> inertia;  // lower triangle
  std::array<Row<kBodies>, kBodies> slope;    // - d inertia_jk / d theta_j, k < j
};

template <int kBodies>
Coupling<kBodies> couple(const PlanarModel& model, const BodyMatrix& rotor_inertia,
                         const Directions<kBodies>& directions) {
  const BodyMatrix& a = model.cosine_inertia();
  const BodyMatrix& b = model.sine_inertia();
  const auto& c = directions.cosines;
  const auto& s = directions.sines;
  Coupling<kBodies> coupling;
  for (std::size_t j = 0; j < kBodies; ++j) {
    coupling.inertia[j][j] = model.inertias()[j] + a(j, j) + rotor_inertia(j, j);
    for (std::size_t k = 0; k < j; ++k) {
      const double cosine = c[j] * c[k] + s[j] * s[k];
      const double sine = s[j] * c[k] - c[j] * s[k];
      coupling.inertia[j][k] = a(j, k) * cosine + b(j, k) * sine + rotor_inertia(j, k);
      coupling.slope[j][k] = a(j, k) * sine - b(j, k) * cosine;
    }
  }
  return coupling;
}

/// L D L^T without pivots: the matrix is positive definite.
template <int kBodies>
Row<kBodies> solve(std::array<Row<kBodies>, kBodies> matrix, Row<kBodies> right) {
  Row<kBodies> inverse_pivots;
  for (std::size_t j = 0; j < kBodies; ++j) {
    for (std::size_t k = 0; k < j; ++k) {
      const double scaled = matrix[j][k] * inverse_pivots[k];
      right[j] -= scaled * right[k];
      for (std::size_t i = j; i < kBodies; ++i) matrix[i][j] -= scaled * matrix[i][k];
      matrix[j][k] = scaled;
    }
    inverse_pivots[j] = 1.0 / matrix[j][j];
  }
  for (std::size_t j = kBodies; j-- > 0;) {
    right[j] *= inverse_pivots[j];
    for (std::size_t i = j + 1; i < kBodies; ++i) right[j] -= matrix[i][j] * right[i];
  }
  return right;
}

template <int kBodies>
struct Slope {
  Vector2 centre_rate;
  Vector2 acceleration;
  Row<kBodies> rates;
  Row<kBodies> moments;
};

/// What acts on the chain during one step.
template <int kBodies>
struct Forces {
  const PlanarModel& model;
  const JointLoad* loads;
  const TableForces& table;
  bool satellite_is_free;  // far from the rail and with nothing that pulls at it

  Slope<kBodies> slope(const Vector2& centre, const Vector2& centre_rate,
                       const Directions<kBodies>& directions, const Coupling<kBodies>& coupling,
                       const Row<kBodies>& momenta, const Row<kBodies>& rates) const {
    Slope<kBodies> slope{centre_rate, table.acceleration, rates, {}};
    for (std::size_t j = 0; j < kBodies; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        const double moment = coupling.slope[j][k] * rates[j] * rates[k];
        slope.moments[j] -= moment;
        slope.moments[k] += moment;
      }
    }
    for (std::size_t j = 0; j + 1 < kBodies; ++j) {
      const double torque = loads[j].torque(rates[j + 1] - rates[j]);
      slope.moments[j] -= torque;
      slope.moments[j + 1] += torque;
    }
    if (!satellite_is_free) add_satellite(centre, centre_rate, directions, rates, slope);
    if (table.linear_drag > 0.0) {
      slope.acceleration -= table.linear_drag * centre_rate;
      for (std::size_t k = 0; k < kBodies; ++k) slope.moments[k] -= table.linear_drag * momenta[k];
    }
    slope.moments[0] -= table.angular_drag * rates[0];
    return slope;
  }

 private:
  void add_satellite(const Vector2& centre, const Vector2& centre_rate, const Directions<kBodies>& directions,
                     const Row<kBodies>& rates, Slope<kBodies>& slope) const {
    const BodyPoints& to_satellite = model.centre_vectors(0);
    Vector2 p_WB = centre;
    Vector2 v_WB = centre_rate;
    Row<kBodies> x;
    Row<kBodies> y;
    for (std::size_t k = 0; k < kBodies; ++k) {
      const double bx = to_satellite(0, k);
      const double by = to_satellite(1, k);
      x[k] = directions.cosines[k] * bx - directions.sines[k] * by;
      y[k] = directions.sines[k] * bx + directions.cosines[k] * by;
      p_WB += Vector2(x[k], y[k]);
      v_WB += rates[k] * Vector2(-y[k], x[k]);
    }
    const Vector2 force = table.force_on_satellite(p_WB, v_WB);
    slope.acceleration += force / model.total_mass();
    for (std::size_t k = 0; k < kBodies; ++k) slope.moments[k] += x[k] * force.y() - y[k] * force.x();
  }
};

}  // namespace

double JointLoad::torque(double rate) const {
  const double share = rate / friction_speed;
  return drive - damping * rate - friction * share / std::sqrt(1.0 + share * share);
}

Vector2 TableForces::force_on_satellite(const Vector2& p_WB, const Vector2& v_WB) const {
  Vector2 force = on_satellite;
  if (pad_friction > 0.0) force -= pad_friction * v_WB / (v_WB.norm() + kStictionSpeed);
  for (int axis = 0; axis < 2; ++axis) {
    const double beyond = std::abs(p_WB[axis]) - satellite_range[axis];
    if (beyond <= 0.0) continue;
    const double side = p_WB[axis] > 0.0 ? 1.0 : -1.0;
    force[axis] -= side * std::max(0.0, kEdgeStiffness * beyond + kEdgeDamping * side * v_WB[axis]);
  }
  return force;
}

FloatingChain::FloatingChain(const PlanarModel& model, const BodyMatrix& rotor_inertia)
    : model_(model),
      rotor_inertia_(rotor_inertia),
      satellite_reach_(model.centre_vectors(0).colwise().norm().sum()) {}

BodyMatrix FloatingChain::inertia(const Posture& posture) const {
  return compute_body_inertia(model_, posture) + rotor_inertia_;
}

ChainMotion FloatingChain::motion(const ChainState& state) const {
  ChainMotion motion;
  motion.posture.cosines = state.angles.array().cos().matrix();
  motion.posture.sines = state.angles.array().sin().matrix();
  motion.rates = inertia(motion.posture).ldlt().solve(state.momenta);
  return motion;
}

template <int kBodies>
void FloatingChain::advance_bodies(const JointLoad* loads, const TableForces& table, double dt,
                                   ChainState& state, ChainMotion& motion) const {
  // Far from the rail and with nothing that pulls at the satellite, its place and speed need not be known.
  const double reach = satellite_reach_ + 0.1;
  const bool satellite_is_free = table.pad_friction <= 0.0 && table.on_satellite.isZero(0.0) &&
                                 std::abs(state.centre.x()) + reach < table.satellite_range.x() &&
                                 std::abs(state.centre.y()) + reach < table.satellite_range.y();
  const Forces<kBodies> forces{model_, loads, table, satellite_is_free};
  Directions<kBodies> start;
  Row<kBodies> angles;
  Row<kBodies> momenta;
  Row<kBodies> rates;
  for (std::size_t k = 0; k < kBodies; ++k) {
    start.cosines[k] = motion.posture.cosines[k];
    start.sines[k] = motion.posture.sines[k];
    angles[k] = state.angles[k];
    momenta[k] = state.momenta[k];
    rates[k] = motion.rates[k];
  }
  const auto slope_after = [&](const Slope<kBodies>& slope, double time) {
    Directions<kBodies> directions = start;
    Row<kBodies> moved;
    for (std::size_t k = 0; k < kBodies; ++k) {
      turn(time * slope.rates[k], directions.cosines[k], directions.sines[k]);
      moved[k] = momenta[k] + time * slope.moments[k];
    }
    const Coupling<kBodies> coupling = couple<kBodies>(model_, rotor_inertia_, directions);
    return forces.slope(state.centre + time * slope.centre_rate,
                        state.centre_rate + time * slope.acceleration, directions, coupling, moved,
                        solve<kBodies>(coupling.inertia, moved));
  };
  const Slope<kBodies> k1 = forces.slope(state.centre, state.centre_rate, start,
                                         couple<kBodies>(model_, rotor_inertia_, start), momenta, rates);
  const Slope<kBodies> k2 = slope_after(k1, 0.5 * dt);
  const Slope<kBodies> k3 = slope_after(k2, 0.5 * dt);
  const Slope<kBodies> k4 = slope_after(k3, dt);

  const double share = dt / 6.0;
  state.centre += share * (k1.centre_rate + 2.0 * (k2.centre_rate + k3.centre_rate) + k4.centre_rate);
  state.centre_rate +=
      share * (k1.acceleration + 2.0 * (k2.acceleration + k3.acceleration) + k4.acceleration);
  Directions<kBodies> end;
  for (std::size_t k = 0; k < kBodies; ++k) {
    angles[k] += share * (k1.rates[k] + 2.0 * (k2.rates[k] + k3.rates[k]) + k4.rates[k]);
    momenta[k] += share * (k1.moments[k] + 2.0 * (k2.moments[k] + k3.moments[k]) + k4.moments[k]);
    end.cosines[k] = std::cos(angles[k]);
    end.sines[k] = std::sin(angles[k]);
  }
  rates = solve<kBodies>(couple<kBodies>(model_, rotor_inertia_, end).inertia, momenta);
  for (std::size_t k = 0; k < kBodies; ++k) {
    state.angles[k] = angles[k];
    state.momenta[k] = momenta[k];
    motion.posture.cosines[k] = end.cosines[k];
    motion.posture.sines[k] = end.sines[k];
    motion.rates[k] = rates[k];
  }
}

void FloatingChain::advance(const JointLoad* loads, const TableForces& table, double dt, ChainState& state,
                            ChainMotion& motion) const {
  static_assert(kMaxBodies == 7);
  switch (model_.body_count()) {
    case 2:
      return advance_bodies<2>(loads, table, dt, state, motion);
    case 3:
      return advance_bodies<3>(loads, table, dt, state, motion);
    case 4:
      return advance_bodies<4>(loads, table, dt, state, motion);
    case 5:
      return advance_bodies<5>(loads, table, dt, state, motion);
    case 6:
      return advance_bodies<6>(loads, table, dt, state, motion);
    default:
      return advance_bodies<7>(loads, table, dt, state, motion);
  }
}

}  // namespace freefloat
