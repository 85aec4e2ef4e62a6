#include "hal/dynamixel/dynamixel_errors.h"

#include <array>

#include "servo/plausibility.h"

namespace freefloat {
namespace {

struct HardwareErrorRow {
  std::uint8_t bit;
  std::uint16_t fault;
  const char* words;
};

// Hardware Error Status of the e-manual. Each means what the board's own fault would: a sensor that cannot be
// believed, or a motor that must not be driven.
constexpr std::array kHardwareErrors{
    HardwareErrorRow{1u << 0, FF_FAULT_TRACKING, "input voltage out of its limits"},
    HardwareErrorRow{1u << 1, FF_FAULT_TACHO_RANGE, "motor's hall sensor fails"},
    HardwareErrorRow{1u << 2, FF_FAULT_OVERCURRENT, "too hot"},
    HardwareErrorRow{1u << 3, FF_FAULT_POT_RANGE, "encoder fails"},
    HardwareErrorRow{1u << 4, FF_FAULT_OVERCURRENT, "electrical shock, or not enough power"},
    HardwareErrorRow{1u << 5, FF_FAULT_OVERCURRENT, "overloaded"},
};

}  // namespace

std::uint16_t to_board_faults(std::uint8_t hardware_error) {
  unsigned faults = 0;
  for (const HardwareErrorRow& row : kHardwareErrors) {
    if ((hardware_error & row.bit) != 0) faults |= row.fault;
  }
  return static_cast<std::uint16_t>(faults);
}

std::string describe_hardware_error(std::uint8_t hardware_error) {
  std::string text;
  for (const HardwareErrorRow& row : kHardwareErrors) {
    if ((hardware_error & row.bit) != 0) text += (text.empty() ? "" : ", ") + std::string(row.words);
  }
  return text;
}

}  // namespace freefloat
