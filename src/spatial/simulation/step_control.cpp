#include "spatial/simulation/step_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cmath>

namespace freefloat {

namespace odeint = boost::numeric::odeint;

namespace {

using Numbers = std::vector<double>;
using ErrorChecker = odeint::default_error_checker<double, odeint::range_algebra, odeint::default_operations>;
template <class Stepper>
using Controlled = odeint::controlled_runge_kutta<Stepper, ErrorChecker>;

bool all_finite(const Numbers& x) {
  return std::all_of(x.begin(), x.end(), [](double number) { return std::isfinite(number); });
}

/// Forgets the derivative that Dormand-Prince's steps hand on, because what x means has changed.
template <class Stepper>
void forget_last_derivative(Stepper& stepper) {
  if constexpr (requires { stepper.reset(); }) stepper.reset();
}

}  // namespace

template <class Stepper>
std::string StepControl::run(Stepper stepper, const OdeSystem& system, Numbers& x, double& time, double end) {
  bool finite = true;
  const auto differentiate = [&](const Numbers& at, Numbers& rates, double now) {
    ++count_.evaluations;
    system.differentiate(at, rates, now);
    finite = finite && all_finite(rates);
  };
  Numbers next;
  while (time < end) {
    // A step that would end just before the wanted time goes there at once.
    const bool last = time + step_ * (1.0 + 1e-9) >= end;
    const double tried = last ? end - time : step_;
    if (tried < config_.shortest_step && !last) {
      return fmt::format("the steps became shorter than {} s", config_.shortest_step);
    }
    if (count_.steps + count_.rejected >= config_.most_steps) {
      return fmt::format("it took more than {} steps", config_.most_steps);
    }
    next = x;
    double now = time, proposed = tried;
    finite = true;
    const bool accepted = stepper.try_step(differentiate, next, now, proposed) == odeint::success;
    // Comparisons with NaN are false, so an error that is NaN looks small to the error control.
    if (!accepted || !finite || !all_finite(next)) {
      ++count_.rejected;
      step_ = finite && proposed < tried ? proposed : 0.25 * tried;
      if (step_ < config_.shortest_step) {
        return fmt::format("the steps became shorter than {} s", config_.shortest_step);
      }
      forget_last_derivative(stepper);
      continue;
    }
    ++count_.steps;
    x = next;
    time = last ? end : now;
    step_ = last ? std::max(step_, proposed) : proposed;
    system.finish_step(x);
    forget_last_derivative(stepper);
  }
  return {};
}

std::string StepControl::advance(const OdeSystem& system, Numbers& x, double& time, double end) {
  const ErrorChecker checker(config_.absolute_tolerance, config_.relative_tolerance);
  if (config_.method == IntegratorMethod::kDormandPrince5) {
    return run(Controlled<odeint::runge_kutta_dopri5<Numbers>>(checker), system, x, time, end);
  }
  return run(Controlled<odeint::runge_kutta_fehlberg78<Numbers>>(checker), system, x, time, end);
}

}  // namespace freefloat
