#pragma once

#include <Eigen/Core>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "identification/body_masses.h"

namespace freefloat {

// The unknowns of a robot's masses, one list: of each body the logarithm of its mass, x and y of its mass
// centre (m), and the logarithm of its inertia. Masses and inertias are thus positive by construction.

inline constexpr Eigen::Index kUnknownsOfBody = 4;

/// What is known and not to be changed: `total_mass`, `masses`, `mass_centres`, `inertias`, or single keys of
/// the robot's file such as `satellite.mass_kg` and `links[1].to_mass_centre_m`.
struct HeldValues {
  std::vector<std::string> names{"total_mass"};

  bool total_mass() const;
};

/// @return 1 sigma that a file may be wrong by, as far as nothing else is known: sets what counts as told.
double file_sigma(Eigen::Index unknown);

/// @return Whether the unknown is the logarithm of its value.
bool is_logarithm(Eigen::Index unknown);

/// @return `links[0].mass_kg`; of mass centres with `.x`, `.y` behind.
std::string key_of_unknown(Eigen::Index unknown);

Eigen::VectorXd list_unknowns(const BodyMasses& masses);
BodyMasses masses_of_unknowns(const Eigen::VectorXd& unknowns);

/// @param count Of all unknowns. @return Those that are not held; or what of `held` is no such value, or that
/// it holds everything.
tl::expected<std::vector<Eigen::Index>, std::string> choose_free(const HeldValues& held, Eigen::Index count);

/// @param direction In the free unknowns, each in units of `file_sigma`.
/// @return Its largest parts in words: `mass of link 1, against mass of link 2`.
std::string describe_direction(const std::vector<Eigen::Index>& free, const Eigen::VectorXd& direction);

}  // namespace freefloat
