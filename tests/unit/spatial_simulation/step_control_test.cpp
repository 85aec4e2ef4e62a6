#include "spatial/simulation/step_control.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace freefloat {
namespace {

using testing::HasSubstr;
using Numbers = std::vector<double>;

OdeSystem system_of(std::function<void(const Numbers&, Numbers&, double)> differentiate) {
  return {std::move(differentiate), [](Numbers&) {}};
}

TEST(StepControl, KeepsTheErrorThatIsAllowed) {
  const OdeSystem circle = system_of([](const Numbers& x, Numbers& rates, double) {
    rates[0] = x[1];
    rates[1] = -x[0];
  });
  for (const IntegratorMethod method : {IntegratorMethod::kFehlberg78, IntegratorMethod::kDormandPrince5}) {
    for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
      StepControl control(
          {.method = method, .relative_tolerance = tolerance, .absolute_tolerance = tolerance});
      Numbers x{0.0, 1.0};
      double time = 0.0;
      EXPECT_EQ(control.advance(circle, x, time, 10.0), "");
      EXPECT_EQ(time, 10.0);
      EXPECT_LT(std::hypot(x[0] - std::sin(10.0), x[1] - std::cos(10.0)), 20.0 * tolerance);
    }
  }
}

TEST(StepControl, TakesLongerStepsForLargerErrors) {
  const OdeSystem growth = system_of([](const Numbers& x, Numbers& rates, double) { rates[0] = x[0]; });
  const auto steps = [&](double tolerance) {
    StepControl control({.relative_tolerance = tolerance, .absolute_tolerance = tolerance});
    Numbers x{1.0};
    double time = 0.0;
    control.advance(growth, x, time, 5.0);
    return control.count().steps;
  };
  EXPECT_LT(2 * steps(1e-5), steps(1e-13));
}

TEST(StepControl, EndsExactlyWhereItIsToldAndGoesOnFromThere) {
  const OdeSystem growth = system_of([](const Numbers& x, Numbers& rates, double) { rates[0] = x[0]; });
  StepControl control({});
  Numbers x{1.0};
  double time = 0.0;
  for (int i = 1; i <= 10; ++i) {
    EXPECT_EQ(control.advance(growth, x, time, 0.1 * i), "");
    EXPECT_EQ(time, 0.1 * i);
    EXPECT_NEAR(x[0], std::exp(0.1 * i), 1e-12);
  }
}

TEST(StepControl, StopsBeforeANumberRunsAway) {
  // x = 1 / (1 - t) has no value at 1 s.
  const OdeSystem runaway =
      system_of([](const Numbers& x, Numbers& rates, double) { rates[0] = x[0] * x[0]; });
  StepControl control({});
  Numbers x{1.0};
  double time = 0.0;
  EXPECT_THAT(control.advance(runaway, x, time, 2.0), HasSubstr("shorter than"));
  EXPECT_NEAR(time, 1.0, 1e-4);
  EXPECT_TRUE(std::isfinite(x[0]));
}

TEST(StepControl, StopsWhereTheDerivativeIsNoNumber) {
  const OdeSystem hole = system_of([](const Numbers&, Numbers& rates, double time) {
    rates[0] = time > 0.5 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  });
  for (const IntegratorMethod method : {IntegratorMethod::kFehlberg78, IntegratorMethod::kDormandPrince5}) {
    StepControl control({.method = method});
    Numbers x{0.0};
    double time = 0.0;
    EXPECT_NE(control.advance(hole, x, time, 1.0), "");
    EXPECT_NEAR(time, 0.5, 1e-8);
    EXPECT_NEAR(x[0], 0.5, 1e-8);
  }
}

TEST(StepControl, StopsAfterTheMostSteps) {
  const OdeSystem growth = system_of([](const Numbers& x, Numbers& rates, double) { rates[0] = x[0]; });
  StepControl control({.most_steps = 3});
  Numbers x{1.0};
  double time = 0.0;
  EXPECT_THAT(control.advance(growth, x, time, 100.0), HasSubstr("more than 3 steps"));
}

}  // namespace
}  // namespace freefloat
