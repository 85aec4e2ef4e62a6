#pragma once

#include <cstdint>

namespace freefloat {

/// What a generated file may hold, in the symbols of Moosavian & Papadopoulos 2004.
enum class GeneratedQuantity : std::uint8_t {
  kMassMatrix,        ///< H
  kVelocityTerms,     ///< C
  kForceMatrix,       ///< J_Q
  kTaskJacobian,      ///< J_C
  kTaskJacobianRate,  ///< dJ_C/dt
};

}  // namespace freefloat
