#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "identification/mass_unknowns.h"
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

/// Least strength of a direction that counts as told.
inline constexpr double kToldStrength = 2.0;

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

/// Positive masses and inertias by construction, see mass_unknowns.h.
/// @param file The masses that the file has.
/// @return Or what of `held` is no such value.
tl::expected<MassSolution, std::string> solve_masses(const BodyGeometry& geometry, const MomentumFit& fit,
                                                     const BodyMasses& file, const HeldValues& held);

}  // namespace freefloat
