#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "identification/momentum_fit.h"

namespace freefloat {

/// One number of the robot's file as the motion tells it.
struct IdentifiedValue {
  std::string key;               ///< `links[0].mass_kg`; of mass centres with `.x`, `.y` behind
  double before = 0.0;           ///< in the file, SI
  double value = 0.0;            ///< found, SI
  double low = 0.0, high = 0.0;  ///< 95 % interval
  bool held = false;             ///< not to be changed
  bool told = false;  ///< by the motion; else it stays near the file's, and the interval means nothing
};

/// What cannot be told from the rest, in words.
struct UntoldDirection {
  double strength = 0.0;  ///< information over what the file's own uncertainty gives; below 2: untold
  std::string words;      ///< `mass of link 1 against mass of link 2`
};

/// A robot's masses as the momentum parameters tell them, as near to the file's as these leave it.
struct MassSolution {
  BodyMasses masses;
  std::vector<IdentifiedValue> values;
  int unknowns = 0;        ///< that were not held
  int rank = 0;            ///< of them told
  double condition = 0.0;  ///< strongest over weakest direction that is told
  std::vector<UntoldDirection> untold;
  double misfit = 0.0;  ///< what the held values leave unexplained, standard deviations a degree of freedom
};

/// What is known and not to be changed: `total_mass`, `masses`, `mass_centres`, `inertias`, or single keys of
/// the robot's file such as `satellite.mass_kg` and `links[1].to_mass_centre_m`.
struct HeldValues {
  std::vector<std::string> names{"total_mass"};
};

/// Positive masses and inertias by construction: their logarithms are what is sought.
/// @param file The masses that the file has.
/// @return Or what of `held` is no such value.
tl::expected<MassSolution, std::string> solve_masses(const BodyGeometry& geometry, const MomentumFit& fit,
                                                     const BodyMasses& file, const HeldValues& held);

}  // namespace freefloat
