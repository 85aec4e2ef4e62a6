#include "spatial/simulation/simulation_result.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

/// (P; L) that the base lets the tree keep.
Vector6 kept_momentum(BaseKind kind, const TreeTotals& totals) {
  const Vector3& p = totals.linear_momentum;
  switch (kind) {
    case BaseKind::kFree:
      return join(p, totals.angular_momentum);
    case BaseKind::kPlanar:
      return join({p.x(), p.y(), 0.0}, {0.0, 0.0, totals.angular_momentum.z()});
    case BaseKind::kSpherical:
      return join(Vector3::Zero(), totals.angular_momentum_base);
    case BaseKind::kFixed:
      break;
  }
  return Vector6::Zero();
}

/// The part of an impulse that the base does not take up.
Vector6 kept_impulse(BaseKind kind, const Vector6& impulse) {
  TreeTotals totals;
  totals.linear_momentum = impulse.head<3>();
  totals.angular_momentum = totals.angular_momentum_base = impulse.tail<3>();
  return kept_momentum(kind, totals);
}

double energy_of(const TreeTotals& totals) {
  return totals.kinetic_energy + totals.potential_energy;
}

}  // namespace

LargestReaction find_largest_reaction(const SimulationResult& result) {
  LargestReaction largest;
  for (const SimulationSample& sample : result.samples) {
    largest.force = std::max(largest.force, sample.base_reaction.head<3>().norm());
    largest.moment = std::max(largest.moment, sample.base_reaction.tail<3>().norm());
  }
  return largest;
}

BalanceErrors find_balance_errors(const TreeParameters& tree, const SimulationResult& result) {
  BalanceErrors errors;
  if (result.samples.empty()) return errors;
  const SimulationSample& first = result.samples.front();
  const Vector6 start = kept_momentum(tree.base_kind, first.totals);
  for (const SimulationSample& sample : result.samples) {
    const double gained = energy_of(sample.totals) - energy_of(first.totals) - sample.work;
    errors.energy = std::max(errors.energy, std::abs(gained));
    errors.largest_energy =
        std::max({errors.largest_energy, sample.totals.kinetic_energy, std::abs(sample.work)});
    const Vector6 momentum =
        kept_momentum(tree.base_kind, sample.totals) - start - kept_impulse(tree.base_kind, sample.impulse);
    errors.linear_momentum = std::max(errors.linear_momentum, momentum.head<3>().norm());
    errors.angular_momentum = std::max(errors.angular_momentum, momentum.tail<3>().norm());
  }
  return errors;
}

std::vector<LimitExcess> find_limit_excesses(const TreeParameters& tree, const SimulationResult& result) {
  std::vector<LimitExcess> excesses;
  for (int i = 0; i < tree.joint_count(); ++i) {
    const TreeJoint& joint = tree.links[i].joint;
    const auto beyond = [&](const SimulationSample& sample) {
      return sample.state.joints[i] < joint.min || sample.state.joints[i] > joint.max;
    };
    const auto found = std::find_if(result.samples.begin(), result.samples.end(), beyond);
    if (found != result.samples.end()) excesses.push_back({i, found->time, found->state.joints[i]});
  }
  return excesses;
}

}  // namespace freefloat
