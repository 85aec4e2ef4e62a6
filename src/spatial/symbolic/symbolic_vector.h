#pragma once

#include <ginac/ginac.h>

#include <Eigen/Dense>

// Lets Eigen compute with GiNaC's expressions.
/// @cond
template <>
struct Eigen::NumTraits<GiNaC::ex> : Eigen::GenericNumTraits<GiNaC::ex> {
  enum { IsInteger = 0, IsSigned = 1, IsComplex = 0, RequireInitialization = 1 };
};
/// @endcond

namespace freefloat {

// New ones are zero, since a new expression is.
using SymbolicVector = Eigen::Matrix<GiNaC::ex, 3, 1>;
using SymbolicMatrix = Eigen::Matrix<GiNaC::ex, 3, 3>;

}  // namespace freefloat
