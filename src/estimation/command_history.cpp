#include "estimation/command_history.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

/// @param t Since the command took effect, s. @return Rate of one joint's reference, rad/s.
double approach(double before, double commanded, double acceleration, double t) {
  const double change = commanded - before;
  const double reach = acceleration * t;
  return std::abs(change) <= reach ? commanded : before + std::copysign(reach, change);
}

/// @return What one joint's reference turns it by until t, rad.
double way_of_approach(double before, double commanded, double acceleration, double t) {
  const double ramp = std::min(t, std::abs(commanded - before) / acceleration);
  const double reached = approach(before, commanded, acceleration, ramp);
  return 0.5 * (before + reached) * ramp + commanded * (t - ramp);
}

}  // namespace

void CommandHistory::push(Time from, const JointVector& rates, double acceleration) {
  if (!empty() && from <= newest().from) return;
  Newest::push({from, empty() ? rates : rates_at(from, acceleration), rates});
}

JointVector CommandHistory::rates_at(Time time, double acceleration) const {
  if (empty()) return {};
  std::size_t index = size();
  while (index > 0 && (*this)[index - 1].from > time) --index;
  if (index == 0) return (*this)[0].before;
  const CommandedRates& command = (*this)[index - 1];
  const double t = to_seconds(time - command.from);
  JointVector rates = command.rates;
  for (Eigen::Index j = 0; j < rates.size(); ++j)
    rates[j] = approach(command.before[j], command.rates[j], acceleration, t);
  return rates;
}

JointVector CommandHistory::turned(Time from, Time to, double acceleration) const {
  if (empty()) return {};
  JointVector turned = JointVector::Zero((*this)[0].rates.size());
  const Time oldest = (*this)[0].from;
  if (from < oldest) turned += to_seconds(std::min(to, oldest) - from) * (*this)[0].before;
  // The newest first: what is asked for is recent.
  for (std::size_t i = size(); i > 0; --i) {
    const CommandedRates& command = (*this)[i - 1];
    const Time until = i < size() ? std::min(to, (*this)[i].from) : to;
    const double begin = to_seconds(std::max(from, command.from) - command.from);
    const double end = to_seconds(until - command.from);
    if (end > begin) {
      for (Eigen::Index j = 0; j < turned.size(); ++j) {
        turned[j] += way_of_approach(command.before[j], command.rates[j], acceleration, end) -
                     way_of_approach(command.before[j], command.rates[j], acceleration, begin);
      }
    }
    if (command.from <= from) break;
  }
  return turned;
}

}  // namespace freefloat
