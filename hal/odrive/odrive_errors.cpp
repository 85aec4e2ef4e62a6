#include "hal/odrive/odrive_errors.h"

#include <fmt/format.h>

#include <array>

#include "servo/plausibility.h"

namespace freefloat {
namespace {

constexpr std::uint32_t kWatchdogExpired = 0x800;

struct OdriveErrorRow {
  std::uint32_t bits;
  std::uint16_t fault;
  const char* words;
};

// AxisError of firmware 0.5. Others are of states that this program does not ask for.
constexpr std::array kOdriveErrors{
    OdriveErrorRow{0x1, FF_FAULT_TRACKING, "a state that it cannot enter was asked for: is it calibrated?"},
    OdriveErrorRow{0x40, FF_FAULT_OVERCURRENT, "motor failed"},
    OdriveErrorRow{0x100, FF_FAULT_POT_RANGE, "encoder failed"},
    OdriveErrorRow{0x80000, FF_FAULT_POT_RANGE, "position unknown"},
    OdriveErrorRow{0x200, FF_FAULT_OVERSPEED, "controller failed, too fast?"},
    OdriveErrorRow{0x3000, FF_FAULT_POSITION, "an end stop is pressed"},
    OdriveErrorRow{0x4000, FF_FAULT_TRACKING, "emergency stop requested"},
    OdriveErrorRow{0x40000, FF_FAULT_OVERCURRENT, "too hot"},
};

}  // namespace

std::uint16_t odrive_faults(std::uint32_t error) {
  unsigned faults = 0;
  std::uint32_t known = kWatchdogExpired;
  for (const OdriveErrorRow& row : kOdriveErrors) {
    if ((error & row.bits) != 0) faults |= row.fault;
    known |= row.bits;
  }
  if ((error & ~known) != 0) faults |= FF_FAULT_TRACKING;
  return static_cast<std::uint16_t>(faults);
}

bool odrive_watchdog_expired(std::uint32_t error) {
  return (error & kWatchdogExpired) != 0;
}

std::string describe_odrive_error(std::uint32_t error) {
  std::string text;
  const auto add = [&text](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  std::uint32_t known = kWatchdogExpired;
  for (const OdriveErrorRow& row : kOdriveErrors) {
    if ((error & row.bits) != 0) add(row.words);
    known |= row.bits;
  }
  if ((error & ~known) != 0) add(fmt::format("AxisError 0x{:X}", error & ~known));
  if (odrive_watchdog_expired(error)) add("let go by its watchdog");
  return text;
}

}  // namespace freefloat
