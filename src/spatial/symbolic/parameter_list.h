#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// Kinds of parameters, as they are chosen together.
enum class ParameterClass : std::uint8_t {
  kMass,           ///< m
  kInertia,        ///< I
  kMassCentre,     ///< c
  kJointPosition,  ///< p
  kEndPoint,       ///< e
};

/// One number of a tree that may stay a symbol.
struct TreeParameter {
  ParameterClass kind = ParameterClass::kMass;
  int body = 0;            ///< body index; for kEndPoint the end point's index
  int component = 0;       ///< 0 .. 2 of a vector; 0 .. 5 of an inertia: xx, yy, zz, xy, xz, yz
  std::string name;        ///< as the user calls it: `link_1.inertia.xx`
  std::string identifier;  ///< as the generated code calls it: `I_link_1_xx`
  std::string unit;        ///< kg, m, kg m^2
  std::string meaning;     ///< in words
  double value = 0.0;      ///< the model's, SI
};

/// @param tree Without problems.
/// @return All parameters that can be symbols, body by body, then the end points.
std::vector<TreeParameter> list_parameters(const TreeParameters& tree);

/// @return `text` with everything replaced by _ that may not stand in an identifier of C.
std::string make_identifier(const std::string& text);

/// Picks the parameters that stay symbols.
/// @param wanted Classes `m`, `I`, `c`, `p` or `l` (joint positions), `e` (end points), `all`, `none`; or
/// names such as `link_1.mass`, `link_1.inertia` (all six numbers), `link_1` (all of that body).
/// @param keep_zeros Zeros of the model stay zeros.
/// @return In the order of list_parameters.
/// @throws std::invalid_argument for an unknown name; lists those that exist.
std::vector<TreeParameter> choose_parameters(const TreeParameters& tree,
                                             const std::vector<std::string>& wanted, bool keep_zeros);

}  // namespace freefloat
