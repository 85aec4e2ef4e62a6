#include <benchmark/benchmark.h>

#include <cmath>

#include "model/dynamics.h"
#include "model/generalized_jacobian.h"
#include "model/singularity_free_annulus.h"
#include "support/test_robots.h"

namespace {

using namespace freefloat;

/// The 2-link robot written out by hand, the least that any code could do: the peer of the general code.
struct ClosedForm {
  double k0, k1, k2;     // m
  double m00, m11, m22;  // kg m^2
  double a01, a02, a12;  // kg m^2

  explicit ClosedForm(const PlanarModel& model)
      : k0(model.hand_vectors()(0, 0)),
        k1(model.hand_vectors()(0, 1)),
        k2(model.hand_vectors()(0, 2)),
        m00(model.inertias()[0] + model.cosine_inertia()(0, 0)),
        m11(model.inertias()[1] + model.cosine_inertia()(1, 1)),
        m22(model.inertias()[2] + model.cosine_inertia()(2, 2)),
        a01(model.cosine_inertia()(0, 1)),
        a02(model.cosine_inertia()(0, 2)),
        a12(model.cosine_inertia()(1, 2)) {}

  void evaluate(double theta0, double phi1, double phi2, double (&jacobian)[3][2]) const {
    const double theta1 = theta0 + phi1;
    const double theta2 = theta1 + phi2;
    const double c0 = std::cos(theta0), s0 = std::sin(theta0);
    const double c1 = std::cos(theta1), s1 = std::sin(theta1);
    const double c2 = std::cos(theta2), s2 = std::sin(theta2);
    const double m01 = a01 * (c0 * c1 + s0 * s1);
    const double m02 = a02 * (c0 * c2 + s0 * s2);
    const double m12 = a12 * (c1 * c2 + s1 * s2);
    const double h2 = m02 + m12 + m22;
    const double h1 = m01 + m11 + m12 + h2;
    const double inverse = 1.0 / (m00 + m01 + m02 + h1);
    const double jx2 = -k2 * s2, jy2 = k2 * c2;
    const double jx1 = jx2 - k1 * s1, jy1 = jy2 + k1 * c1;
    const double jx0 = jx1 - k0 * s0, jy0 = jy1 + k0 * c0;
    const double r1 = -h1 * inverse, r2 = -h2 * inverse;
    jacobian[0][0] = jx1 + jx0 * r1;
    jacobian[0][1] = jx2 + jx0 * r2;
    jacobian[1][0] = jy1 + jy0 * r1;
    jacobian[1][1] = jy2 + jy0 * r2;
    jacobian[2][0] = 1.0 + r1;
    jacobian[2][1] = 1.0 + r2;
  }
};

/// Changes the angles every time, so that nothing can be found once and kept.
double next_angle(double angle) {
  return angle < 3.0 ? angle + 0.0123 : angle - 6.0;
}

RobotParameters chain(int joints) {
  RobotParameters robot = table2_robot();
  robot.links.resize(static_cast<std::size_t>(joints), robot.links.back());
  return robot;
}

void generalized_jacobian(benchmark::State& state) {
  const PlanarModel model(chain(static_cast<int>(state.range(0))));
  JointVector joints = JointVector::Constant(state.range(0), 0.4);
  double attitude = 0.3;
  for (auto _ : state) {
    attitude = next_angle(attitude);
    joints[0] = next_angle(joints[0]);
    const GeneralizedJacobian result = compute_generalized_jacobian(model, compute_posture(attitude, joints));
    benchmark::DoNotOptimize(result.matrix(0, 0));
    benchmark::ClobberMemory();
  }
}
BENCHMARK(generalized_jacobian)->Arg(2)->Arg(3)->Arg(6);

/// What any number of joints goes through, for two joints.
void generalized_jacobian_general_code(benchmark::State& state) {
  const PlanarModel model(table2_robot());
  JointVector joints = JointVector::Constant(2, 0.4);
  double attitude = 0.3;
  for (auto _ : state) {
    attitude = next_angle(attitude);
    joints[0] = next_angle(joints[0]);
    const Posture posture = compute_posture(attitude, joints);
    const GeneralizedJacobian result =
        compute_generalized_jacobian(compute_hand(model, posture), compute_angular_inertia(model, posture));
    benchmark::DoNotOptimize(result.matrix(0, 0));
    benchmark::ClobberMemory();
  }
}
BENCHMARK(generalized_jacobian_general_code);

void generalized_jacobian_closed_form(benchmark::State& state) {
  const ClosedForm form{PlanarModel(table2_robot())};
  double jacobian[3][2];
  double attitude = 0.3;
  double phi1 = 0.4;
  for (auto _ : state) {
    attitude = next_angle(attitude);
    phi1 = next_angle(phi1);
    form.evaluate(attitude, phi1, 0.4, jacobian);
    benchmark::DoNotOptimize(jacobian);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(generalized_jacobian_closed_form);

void sines_and_cosines_alone(benchmark::State& state) {
  double attitude = 0.3;
  double phi1 = 0.4;
  for (auto _ : state) {
    attitude = next_angle(attitude);
    phi1 = next_angle(phi1);
    for (const double angle : {attitude, attitude + phi1, attitude + phi1 + 0.4}) {
      double sine = std::sin(angle);
      double cosine = std::cos(angle);
      benchmark::DoNotOptimize(sine);
      benchmark::DoNotOptimize(cosine);
    }
  }
}
BENCHMARK(sines_and_cosines_alone);

void accelerations(benchmark::State& state) {
  const PlanarModel model(chain(static_cast<int>(state.range(0))));
  JointVector joints = JointVector::Constant(state.range(0), 0.4);
  const JointVector torques = JointVector::Constant(state.range(0), 0.01);
  const BodyVector rates = BodyVector::Constant(state.range(0) + 1, 0.1);
  double attitude = 0.3;
  for (auto _ : state) {
    attitude = next_angle(attitude);
    CoordinateVector result =
        compute_accelerations(model, compute_posture(attitude, joints), rates, torques, BaseWrench{});
    benchmark::DoNotOptimize(result);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(accelerations)->Arg(2)->Arg(6);

void singularity_free_annulus(benchmark::State& state) {
  const PlanarModel model(chain(static_cast<int>(state.range(0))));
  for (auto _ : state) benchmark::DoNotOptimize(compute_singularity_free_annulus(model));
}
BENCHMARK(singularity_free_annulus)->Arg(2)->Arg(3)->Unit(benchmark::kMillisecond);

}  // namespace
