#include "model/momentum.h"

namespace freefloat {

BodyMatrix compute_body_inertia(const PlanarModel& model, const Posture& posture) {
  const Eigen::Index bodies = posture.cosines.size();
  const BodyMatrix& a = model.cosine_inertia();
  const BodyMatrix& b = model.sine_inertia();
  BodyMatrix inertia(bodies, bodies);
  for (Eigen::Index j = 0; j < bodies; ++j) {
    inertia(j, j) = model.inertias()[j] + a(j, j);
    for (Eigen::Index k = 0; k < j; ++k) {
      const double cosine = posture.cosines[j] * posture.cosines[k] + posture.sines[j] * posture.sines[k];
      const double sine = posture.sines[j] * posture.cosines[k] - posture.cosines[j] * posture.sines[k];
      inertia(j, k) = a(j, k) * cosine + b(j, k) * sine;
      inertia(k, j) = inertia(j, k);
    }
  }
  return inertia;
}

AngularInertia compute_angular_inertia(const PlanarModel& model, const Posture& posture) {
  const BodyMatrix inertia = compute_body_inertia(model, posture);
  const BodyVector by_body = inertia.colwise().sum();  // L = sum over k of by_body_k theta_k'
  AngularInertia result;
  result.joints.resize(by_body.size() - 1);
  double beyond = 0.0;
  for (Eigen::Index j = by_body.size() - 1; j > 0; --j) {
    beyond += by_body[j];
    result.joints[j - 1] = beyond;
  }
  result.satellite = beyond + by_body[0];
  return result;
}

double satellite_rate(const AngularInertia& inertia, const JointVector& joint_rates,
                      double angular_momentum) {
  return (angular_momentum - inertia.joints.dot(joint_rates)) / inertia.satellite;
}

}  // namespace freefloat
