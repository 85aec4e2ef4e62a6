#include "studies/cyclic_correction.h"

namespace freefloat {

std::vector<CorrectionSample> follow_cycle_set(VehicleResponse& response, const Eigen::VectorXd& joints,
                                               EulerSequence sequence, const Vector3& start,
                                               const CycleSet& set, int samples_a_side) {
  // One cycle, seen from where it began.
  std::vector<Eigen::VectorXd> places;
  std::vector<Matrix3> turns;
  Matrix3 turned = Matrix3::Identity();
  Eigen::VectorXd place = joints;
  const auto go = [&](const Eigen::VectorXd& side) {
    for (int i = 0; i < samples_a_side; ++i) {
      places.push_back(place);
      turns.push_back(turned);
      const Eigen::VectorXd next = place + side / samples_a_side;
      turned = turned * integrate_joint_path(response, {place, next});
      place = next;
    }
  };
  for (const JointRectangle& sides : set.cycle) {
    go(sides.dV);
    go(sides.dW);
    go(-sides.dV);
    go(-sides.dW);
  }
  const Matrix3 T_start = rotation_from_euler(sequence, start);
  std::vector<CorrectionSample> samples;
  for (int cycle = 0; cycle < set.times; ++cycle) {
    const Matrix3 T = T_start * repeat_turn(set.turn, cycle);
    for (std::size_t i = 0; i < places.size(); ++i) {
      samples.push_back({cycle + static_cast<double>(i) / static_cast<double>(places.size()), places[i],
                         euler_from_rotation(sequence, T * turns[i])});
    }
  }
  samples.push_back({static_cast<double>(set.times), joints, set.angles});
  return samples;
}

}  // namespace freefloat
