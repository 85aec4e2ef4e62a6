#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "safety/safety_config.h"

namespace freefloat {

/// What is promised when a fault comes while the arm moves.
enum class Promise : std::uint8_t {
  kReact,           ///< hold or fault within the bound
  kCarryOn,         ///< the experiment passes
  kReactOrCarryOn,  ///< the one or the other: what has failed may not be needed any more
  kReactOrEnd,      ///< the same, or a phase fails by its own tolerances or time-out
  kRefuse,          ///< there from the start: the drives are never energised
  kNone,            ///< nothing is promised: there is no evidence
};

/// One thing that can go wrong, and what is promised of it.
struct Injection {
  std::string_view name;
  std::string_view effects;   ///< entries of an experiment's `faults:` without their times, joined by " + ";
                              ///< empty: cannot be injected into a simulated run
  std::string_view settings;  ///< `key=value` for the run, joined by spaces
  Promise promise;
  std::uint32_t answers;  ///< bits of the fault table; one of them is the reaction's reason
  Duration (*bound)(const SafetyConfig& safety);  ///< of the reaction; null: none is promised
  std::string_view note;  ///< which tests cover it beside the matrix, or why it cannot be injected
};

/// All of them; the list that `freefloat faults` shows and injects.
std::span<const Injection> injections();

/// @return Words of a promise.
std::string_view name_of(Promise promise);

}  // namespace freefloat
