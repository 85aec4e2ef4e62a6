#include "identification/mass_unknowns.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

constexpr double kMassSigma = 0.3;     // of the logarithm
constexpr double kInertiaSigma = 0.5;  // of the logarithm
constexpr double kCentreSigma = 0.03;  // m

enum Slot { kMass, kCentreX, kCentreY, kInertia };

std::string words_of(Eigen::Index index) {
  constexpr const char* kWhat[] = {"mass", "mass centre along x", "mass centre along y", "inertia"};
  return std::string(kWhat[index % kUnknownsOfBody]) + " of " + (index < kUnknownsOfBody ? "the " : "") +
         body_name(index / kUnknownsOfBody);
}

bool is_held(const std::string& name, Eigen::Index index) {
  const Eigen::Index slot = index % kUnknownsOfBody;
  const bool centre = slot == kCentreX || slot == kCentreY;
  const std::string key = key_of_unknown(index);
  return (name == "masses" && slot == kMass) || (name == "inertias" && slot == kInertia) ||
         (name == "mass_centres" && centre) || name == key ||
         (centre && name == key.substr(0, key.size() - 2));
}

}  // namespace

bool HeldValues::total_mass() const {
  return std::find(names.begin(), names.end(), "total_mass") != names.end();
}

bool is_logarithm(Eigen::Index unknown) {
  const Eigen::Index slot = unknown % kUnknownsOfBody;
  return slot == kMass || slot == kInertia;
}

double file_sigma(Eigen::Index index) {
  switch (index % kUnknownsOfBody) {
    case kMass:
      return kMassSigma;
    case kInertia:
      return kInertiaSigma;
    default:
      return kCentreSigma;
  }
}

std::string key_of_unknown(Eigen::Index index) {
  const Eigen::Index body = index / kUnknownsOfBody;
  const std::string at = body == 0 ? "satellite." : "links[" + std::to_string(body - 1) + "].";
  switch (index % kUnknownsOfBody) {
    case kMass:
      return at + "mass_kg";
    case kInertia:
      return at + "inertia_kg_m2";
    case kCentreX:
      return at + "to_mass_centre_m.x";
    default:
      return at + "to_mass_centre_m.y";
  }
}

Eigen::VectorXd list_unknowns(const BodyMasses& masses) {
  Eigen::VectorXd z(kUnknownsOfBody * masses.mass.size());
  for (Eigen::Index body = 0; body < masses.mass.size(); ++body) {
    z[kUnknownsOfBody * body + kMass] = std::log(masses.mass[body]);
    z.segment<2>(kUnknownsOfBody * body + kCentreX) = masses.centre[body];
    z[kUnknownsOfBody * body + kInertia] = std::log(masses.inertia[body]);
  }
  return z;
}

BodyMasses masses_of_unknowns(const Eigen::VectorXd& z) {
  BodyMasses masses;
  const Eigen::Index bodies = z.size() / kUnknownsOfBody;
  masses.mass.resize(bodies);
  masses.inertia.resize(bodies);
  for (Eigen::Index body = 0; body < bodies; ++body) {
    masses.mass[body] = std::exp(z[kUnknownsOfBody * body + kMass]);
    masses.centre.emplace_back(z.segment<2>(kUnknownsOfBody * body + kCentreX));
    masses.inertia[body] = std::exp(z[kUnknownsOfBody * body + kInertia]);
  }
  return masses;
}

tl::expected<std::vector<Eigen::Index>, std::string> choose_free(const HeldValues& held, Eigen::Index count) {
  for (const std::string& name : held.names) {
    bool known = name == "total_mass";
    for (Eigen::Index i = 0; i < count && !known; ++i) known = is_held(name, i);
    if (known) continue;
    return tl::make_unexpected(
        "--hold " + name +
        ": is no value of the robot; total_mass, masses, mass_centres, inertias, or keys such as " +
        key_of_unknown(kMass) + " and links[0].to_mass_centre_m");
  }
  std::vector<Eigen::Index> free;
  for (Eigen::Index i = 0; i < count; ++i) {
    const bool is = std::any_of(held.names.begin(), held.names.end(),
                                [&](const std::string& name) { return is_held(name, i); });
    if (!is) free.push_back(i);
  }
  if (free.empty()) return tl::make_unexpected("everything is held: nothing is left to be found");
  return free;
}

std::string describe_direction(const std::vector<Eigen::Index>& free, const Eigen::VectorXd& direction) {
  std::vector<Eigen::Index> order;
  for (Eigen::Index i = 0; i < direction.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return std::abs(direction[a]) > std::abs(direction[b]); });
  std::string words;
  for (const Eigen::Index i : order) {
    if (std::abs(direction[i]) < 0.35 * std::abs(direction[order.front()])) break;
    words += (words.empty() ? "" : ", against ") + words_of(free[i]);
  }
  return words;
}

}  // namespace freefloat
