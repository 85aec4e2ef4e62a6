#pragma once

#include <stdexcept>

namespace freefloat {

/// A device or recording cannot be used. Thrown at start-up only; the message names the device, what is
/// wrong, and a remedy.
class HalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace freefloat
