#include "model/singular_locus_starts.h"

#include <array>
#include <cmath>

#include "model/generalized_jacobian.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// Van der Corput sequence: the digits of `index` mirrored at the point.
double mirror_digits(int index, int base) {
  double value = 0.0;
  double weight = 1.0;
  for (; index > 0; index /= base) {
    weight /= base;
    value += weight * (index % base);
  }
  return value;
}

double determinant(const PlanarModel& model, double theta1, double theta2) {
  const JointVector joints = (JointVector(2) << theta1, theta2 - theta1).finished();
  const PointJacobian j = compute_generalized_jacobian(model, compute_posture(0.0, joints)).position();
  return j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0);
}

std::vector<JointVector> spread_over_cells(const PlanarModel& model) {
  constexpr int kCells = 120;
  const double width = 2.0 * kPi / kCells;
  std::vector<double> values(kCells * kCells);
  const auto at = [&](int i, int j) -> double& {
    return values[((i + kCells) % kCells) * kCells + (j + kCells) % kCells];
  };
  for (int i = 0; i < kCells; ++i) {
    for (int j = 0; j < kCells; ++j) at(i, j) = determinant(model, i * width, j * width);
  }
  std::vector<JointVector> starts;
  for (int i = 0; i < kCells; ++i) {
    for (int j = 0; j < kCells; ++j) {
      const double here = at(i, j);
      const bool crossed = here * at(i + 1, j) <= 0.0 || here * at(i, j + 1) <= 0.0;
      bool nearest_to_zero = true;
      for (int di = -1; di <= 1; ++di) {
        for (int dj = -1; dj <= 1; ++dj) nearest_to_zero &= std::abs(here) <= std::abs(at(i + di, j + dj));
      }
      if (crossed || nearest_to_zero) starts.push_back((JointVector(2) << i * width, j * width).finished());
    }
  }
  return starts;
}

}  // namespace

std::vector<LocusVector> collinear_starts(const PlanarModel& model) {
  const int joints = model.joint_count();
  const BodyPoints& beta = model.hand_vectors();
  const auto angle = [&](int k) { return std::atan2(beta(1, k), beta(0, k)); };
  std::vector<LocusVector> starts;
  for (unsigned folds = 0; folds < 1u << joints; ++folds) {
    LocusVector point = LocusVector::Zero(joints + 2);
    for (int k = 1; k <= joints; ++k) {
      point[k - 1] = angle(0) - angle(k) + ((folds >> (k - 1)) & 1u ? kPi : 0.0);
    }
    point[joints] = angle(0);
    starts.push_back(point);
  }
  return starts;
}

std::vector<JointVector> spread_starts(const PlanarModel& model) {
  if (model.joint_count() == 2) return spread_over_cells(model);
  constexpr int kStarts = 2000;
  constexpr std::array<int, kMaxJoints> kBases{2, 3, 5, 7, 11, 13};
  std::vector<JointVector> starts;
  for (int i = 1; i <= kStarts; ++i) {
    JointVector angles(model.joint_count());
    for (int j = 0; j < model.joint_count(); ++j) {
      angles[j] = 2.0 * kPi * mirror_digits(i, kBases[j]);
    }
    starts.push_back(angles);
  }
  return starts;
}

}  // namespace freefloat
