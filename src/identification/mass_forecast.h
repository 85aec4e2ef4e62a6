#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "identification/mass_unknowns.h"

namespace freefloat {

/// How well a direction that was not told will be known, 1 sigma over what the file may be wrong by.
struct ForecastDirection {
  std::string words;    ///< `mass of link 1, against mass of link 2`
  double before = 0.0;  ///< with what the logs tell
  double after = 0.0;   ///< with the planned motion beside
};

/// The same of one number of the robot's file.
struct ForecastValue {
  std::string key;
  double before = 0.0;  ///< 1 sigma; of mass centres m, else as a share of the value
  double after = 0.0;
};

struct MassForecast {
  std::vector<ForecastDirection> directions;  ///< those that shrink the most first
  std::vector<ForecastValue> values;          ///< that are not held
};

/// Judges by the information matrix of the momentum parameters what a motion would tell of a robot's masses
/// beside what is known of them: by what the file may be wrong by, by what is held, and by the logs so far.
class MassForecaster {
 public:
  /// @param masses About which the equations are taken as linear: those found so far.
  /// @param told Information of the momentum parameters from the logs (MomentumFit::information).
  /// @return Or what of `held` is no value of the robot.
  static tl::expected<MassForecaster, std::string> make(const BodyGeometry& geometry,
                                                        const BodyMasses& masses, const HeldValues& held,
                                                        const Eigen::MatrixXd& told);

  /// D-optimality: how much smaller the region is, in which the truth lies.
  /// @param more Information of the momentum parameters that a motion would add.
  /// @return Logarithm of the determinant of the information, over that without the motion; 0: nothing new.
  double worth(const Eigen::MatrixXd& more) const;

  MassForecast forecast(const Eigen::MatrixXd& more) const;

 private:
  MassForecaster() = default;
  Eigen::MatrixXd with(const Eigen::MatrixXd& more) const;

  std::vector<Eigen::Index> free_;
  Eigen::MatrixXd basis_;   ///< free unknowns, each in units of `file_sigma`, that leave alone what is held
  Eigen::MatrixXd slopes_;  ///< of the momentum parameters along the basis
  Eigen::MatrixXd known_;   ///< information along the basis, the file's own included
};

}  // namespace freefloat
