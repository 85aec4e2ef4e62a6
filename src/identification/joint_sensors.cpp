#include "identification/joint_sensors.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "identification/regression.h"

namespace freefloat {

namespace {

constexpr double kLongestReadingGap = 0.3;  // between readings, s
constexpr std::size_t kLeastRows = 20;

/// Readings of one joint as functions of time.
class SensorTrack {
 public:
  SensorTrack(const MotionSeries& series, Eigen::Index joint) {
    double turned = 0.0;
    for (const ReadingSample& reading : series.readings) {
      const double time = to_seconds(reading.sampled);
      if (!times_.empty() && time <= times_.back()) continue;
      if (!times_.empty()) turned += 0.5 * (rates_.back() + reading.rates[joint]) * (time - times_.back());
      times_.push_back(time);
      angles_.push_back(reading.angles[joint]);
      rates_.push_back(reading.rates[joint]);
      turns_.push_back(turned);
    }
  }

  struct Reading {
    double angle, rate, turned;
  };

  std::optional<Reading> at(double time) const {
    const auto after = std::lower_bound(times_.begin(), times_.end(), time);
    if (after == times_.begin() || after == times_.end()) return std::nullopt;
    const std::size_t i = after - times_.begin();
    const double span = times_[i] - times_[i - 1];
    if (span > kLongestReadingGap) return std::nullopt;
    const double t = time - times_[i - 1];
    const double share = t / span;
    const double rate = rates_[i - 1] + share * (rates_[i] - rates_[i - 1]);
    return Reading{angles_[i - 1] + share * (angles_[i] - angles_[i - 1]), rate,
                   turns_[i - 1] + 0.5 * t * (rates_[i - 1] + rate)};
  }

 private:
  std::vector<double> times_, angles_, rates_, turns_;
};

/// Rows of one joint: angle by the pictures, and what its sensors read then.
struct SensorRows {
  std::vector<double> times, angles, pots, rates, turns;
  std::size_t size() const { return times.size(); }
};

SensorRows collect_rows(const SensorTrack& track, const std::vector<BodyPoses>& poses, Eigen::Index joint) {
  SensorRows rows;
  for (const BodyPoses& pose : poses) {
    const double time = to_seconds(pose.at);
    const auto reading = track.at(time);
    if (!reading) continue;
    rows.times.push_back(time);
    rows.angles.push_back(pose.joint(joint));
    rows.pots.push_back(reading->angle);
    rows.rates.push_back(reading->rate);
    rows.turns.push_back(reading->turned);
  }
  return rows;
}

Eigen::VectorXd column(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// reading = scale * angle + offset + late * rate of the reading.
SensorFit fit_pot(const SensorRows& rows, bool with_scale) {
  SensorFit fit;
  Eigen::MatrixXd columns(static_cast<Eigen::Index>(rows.size()), with_scale ? 3 : 1);
  columns.col(0).setOnes();
  Eigen::VectorXd values = column(rows.pots);
  if (with_scale) {
    columns.col(1) = column(rows.angles);
    columns.col(2) = column(rows.rates);
  } else {
    values -= column(rows.angles);
  }
  const Regression found = regress(columns, values);
  fit.found = true;
  fit.offset = found.solution[0];
  fit.offset_sigma = found.sigma(0);
  fit.residual = found.residual;
  if (with_scale) {
    fit.scale = found.solution[1];
    fit.scale_sigma = found.sigma(1);
    fit.late = -found.solution[2];
  }
  return fit;
}

/// turned = scale * angle + constant + offset * time + late * rate.
SensorFit fit_tacho(const SensorRows& rows) {
  SensorFit fit;
  Eigen::MatrixXd columns(static_cast<Eigen::Index>(rows.size()), 4);
  columns.col(0).setOnes();
  columns.col(1) = column(rows.angles);
  columns.col(2) = column(rows.times).array() - rows.times.front();
  columns.col(3) = column(rows.rates);
  const Regression found = regress(columns, column(rows.turns));
  fit.found = true;
  fit.scale = found.solution[1];
  fit.scale_sigma = found.sigma(1);
  fit.offset = found.solution[2];
  fit.offset_sigma = found.sigma(2);
  fit.late = -found.solution[3];
  fit.residual = found.residual;
  return fit;
}

}  // namespace

std::vector<JointSensors> compare_joint_sensors(const MotionSeries& series,
                                                const std::vector<BodyPoses>& poses) {
  std::vector<JointSensors> all;
  const Eigen::Index joints = series.commands.front().rates.size();
  for (Eigen::Index joint = 0; joint < joints; ++joint) {
    JointSensors sensors;
    const SensorRows rows = collect_rows(SensorTrack(series, joint), poses, joint);
    if (rows.size() < kLeastRows) {
      sensors.pot.reason = sensors.tacho.reason = "was hardly ever seen";
      all.push_back(sensors);
      continue;
    }
    const auto [least, most] = std::minmax_element(rows.angles.begin(), rows.angles.end());
    sensors.range = *most - *least;
    const bool enough = sensors.range >= kLeastSensorRange;
    sensors.pot = fit_pot(rows, enough);
    if (enough) {
      sensors.tacho = fit_tacho(rows);
    } else {
      sensors.pot.reason = sensors.tacho.reason = "has moved too little";
    }
    all.push_back(sensors);
  }
  return all;
}

SensorSettings corrected_settings(const SensorSettings& now, const JointSensors& found) {
  SensorSettings settings = now;
  const SensorFit& pot = found.pot;
  if (pot.found && std::abs(pot.scale) > 0.05) {
    // The board read scale * angle + offset: so true angle = (what it read - offset) / scale.
    settings.pot_range = now.pot_range / std::abs(pot.scale);
    settings.pot_offset = (now.pot_offset - pot.offset) / pot.scale;
    settings.pot_reversed = now.pot_reversed != (pot.scale < 0.0);
  }
  if (found.tacho.found && std::abs(found.tacho.scale) > 0.05) {
    settings.tacho_range = now.tacho_range / std::abs(found.tacho.scale);
    settings.tacho_reversed = now.tacho_reversed != (found.tacho.scale < 0.0);
  }
  return settings;
}

}  // namespace freefloat
