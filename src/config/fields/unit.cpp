#include "config/fields/unit.h"

#include <array>
#include <charconv>
#include <cmath>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr Unit kNone{};

// A suffix that is the end of another one stands below it. Some stand in no key: they are known so that
// whoever writes one is told the right one.
constexpr std::array kUnits = {
    Unit{"_m_s2_rthz", "m/s^2/sqrt(Hz)", "acceleration density"},
    Unit{"_deg_s2_rthz", "deg/s^2/sqrt(Hz)", "angular acceleration density", kPi, 180.0},
    Unit{"_nm_rthz", "N m/sqrt(Hz)", "torque density"},
    Unit{"_kg_m2", "kg m^2", "inertia"},
    Unit{"_deg_s2", "deg/s^2", "angular acceleration", kPi, 180.0},
    Unit{"_rad_s2", "rad/s^2", "angular acceleration"},
    Unit{"_cm_s2", "cm/s^2", "acceleration", 1.0, 100.0},
    Unit{"_mm_s2", "mm/s^2", "acceleration", 1.0, 1000.0},
    Unit{"_m_s2", "m/s^2", "acceleration"},
    Unit{"_deg_s", "deg/s", "angular rate", kPi, 180.0},
    Unit{"_rad_s", "rad/s", "angular rate"},
    Unit{"_rpm", "1/min", "angular rate", 2.0 * kPi, 60.0},
    Unit{"_km_h", "km/h", "speed", 1.0, 3.6},
    Unit{"_cm_s", "cm/s", "speed", 1.0, 100.0},
    Unit{"_mm_s", "mm/s", "speed", 1.0, 1000.0},
    Unit{"_m_s", "m/s", "speed"},
    Unit{"_nm_s", "N m s", "angular momentum"},
    Unit{"_nm_a", "N m/A", "torque constant"},
    Unit{"_per_s", "1/s", "gain"},
    Unit{"_per_h", "1/h", "gain", 1.0, 3600.0},
    Unit{"_db", "dB", "amplification"},
    Unit{"_deg", "deg", "angle", kPi, 180.0},
    Unit{"_rad", "rad", "angle"},
    Unit{"_mrad", "mrad", "angle", 1.0, 1000.0},
    Unit{"_um", "um", "length", 1.0, 1e6},
    Unit{"_cm", "cm", "length", 1.0, 100.0},
    Unit{"_mm", "mm", "length", 1.0, 1000.0},
    Unit{"_nm", "N m", "torque"},
    Unit{"_ohm", "ohm", "resistance"},
    Unit{"_us", "us", "time", 1.0, 1e6},
    Unit{"_ms", "ms", "time", 1.0, 1000.0},
    Unit{"_khz", "kHz", "frequency", 1000.0},
    Unit{"_hz", "Hz", "frequency"},
    Unit{"_kg", "kg", "mass"},
    Unit{"_px", "px", "picture length"},
    Unit{"_m", "m", "length"},
    Unit{"_s", "s", "time"},
    Unit{"_n", "N", "force"},
    Unit{"_v", "V", "voltage"},
    Unit{"_a", "A", "current"},
    Unit{"_g", "g (9.80665 m/s^2)", "acceleration in g"},
};

}  // namespace

const Unit& unit_of(std::string_view key) {
  for (const Unit& unit : kUnits) {
    if (key.size() > unit.suffix.size() && key.ends_with(unit.suffix)) {
      return unit;
    }
  }
  return kNone;
}

std::string_view stem_of(std::string_view key) {
  return key.substr(0, key.size() - unit_of(key).suffix.size());
}

std::string format_number(double value) {
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 12).ptr;
  return {text.data(), end};
}

std::string format_rounded(double value) {
  return format_number(std::round(value * 1e4) / 1e4);
}

std::string format_metres(double value) {
  return format_rounded(value) + " m";
}

}  // namespace freefloat
