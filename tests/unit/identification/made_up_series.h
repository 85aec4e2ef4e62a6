#pragma once

#include <cmath>

#include "identification/body_poses.h"
#include "support/random_robot.h"

namespace freefloat {

/// One joint that answers steps of its command exactly as a first-order lag behind a pure delay.
struct MadeUpServo {
  double delay = 0.03;
  double lag = 0.006;
  double period = 0.01;  ///< of the loop, s
  double picture_period = 0.0317;
  double length = 20.0;

  static double command(double t) {
    const int step = static_cast<int>(std::floor(t / 0.7));
    const double rates[] = {0.3, 0.0, -0.5, 0.2, 0.4, -0.4, 0.0};
    return t < 0.5 ? 0.0 : rates[step % 7];
  }

  /// Commands every period, readings likewise, pictures with one angle each.
  MotionSeries series(std::vector<BodyPoses>& poses, double noise, double pot_offset = 0.0,
                      double pot_scale = 1.0, double tacho_scale = 1.0) const {
    MotionSeries series;
    RandomRobots random(11);
    const auto time = [](double t) { return Time{} + from_seconds(t); };
    const double h = 1e-4;
    double rate = 0.0, angle = 0.2, next_picture = 0.1, next_cycle = 0.0;
    double held = 0.0;
    std::vector<double> commands;
    for (double t = 0.0; t < length; t += h) {
      if (t >= next_cycle - 1e-9) {
        held = command(t);
        commands.push_back(held);
        series.commands.push_back({time(next_cycle), JointVector::Constant(1, held), true});
        series.readings.push_back({time(next_cycle),
                                   time(next_cycle),
                                   JointVector::Constant(1, pot_scale * angle + pot_offset),
                                   JointVector::Constant(1, tacho_scale * rate),
                                   {}});
        series.compute.push_back(2e-4);
        next_cycle += period;
      }
      if (t >= next_picture - 1e-9) {
        BodyPoses pose;
        pose.at = time(next_picture);
        pose.moving = true;
        pose.angles = Eigen::VectorXd::Zero(2);
        pose.angles[1] = angle + noise * (random.number(-1, 1) + random.number(-1, 1));
        poses.push_back(pose);
        series.pictures.push_back(
            {time(next_picture), time(next_picture + 0.02), time(next_picture + 0.01), {}, true});
        next_picture += picture_period;
      }
      const double ago = t - delay;
      const auto index = static_cast<std::size_t>(std::max(0.0, std::floor(ago / period + 1e-9)));
      const double u = ago < 0.0 ? 0.0 : commands[std::min(index, commands.size() - 1)];
      const double next = u + (rate - u) * std::exp(-h / lag);
      angle += h * u + lag * (rate - next);
      rate = next;
    }
    series.period = from_seconds(period);
    return series;
  }
};

}  // namespace freefloat
