#include "operate/settings.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "types/angle.h"

namespace freefloat {

namespace {

/// A setting as its key in a file and its value there.
struct Setting {
  std::string_view key;
  double (*value)(const RunConfig&);
};

constexpr std::array<Setting, 20> kSettings{{
    {"seed", [](const RunConfig& c) { return static_cast<double>(c.sim.seed); }},
    {"guidance.position_gain_per_s", [](const RunConfig& c) { return c.controller.guidance.position_gain; }},
    {"guidance.max_hand_speed_m_s", [](const RunConfig& c) { return c.controller.guidance.max_hand_speed; }},
    {"guidance.max_hand_acceleration_m_s2",
     [](const RunConfig& c) { return c.controller.guidance.max_hand_acceleration; }},
    {"guidance.boundary_margin_m", [](const RunConfig& c) { return c.controller.guidance.boundary_margin; }},
    {"guidance.capture_distance_mm",
     [](const RunConfig& c) { return 1e3 * c.controller.guidance.capture_distance; }},
    {"guidance.capture_speed_mm_s",
     [](const RunConfig& c) { return 1e3 * c.controller.guidance.capture_speed; }},
    {"guidance.capture_dwell_ms",
     [](const RunConfig& c) { return 1e3 * to_seconds(c.controller.guidance.capture_dwell); }},
    {"control.max_joint_rate_deg_s",
     [](const RunConfig& c) { return rad_to_deg(c.controller.max_joint_rate); }},
    {"control.singularity_threshold_m",
     [](const RunConfig& c) { return c.controller.singularity_threshold; }},
    {"control.max_damping_m", [](const RunConfig& c) { return c.controller.max_damping; }},
    {"control.hold_deceleration_deg_s2",
     [](const RunConfig& c) { return rad_to_deg(c.controller.hold_deceleration); }},
    {"safety.max_hand_sigma_mm", [](const RunConfig& c) { return 1e3 * c.controller.safety.max_hand_sigma; }},
    {"vision.threshold", [](const RunConfig& c) { return c.vision.threshold; }},
    {"vision.min_area", [](const RunConfig& c) { return static_cast<double>(c.vision.min_area); }},
    {"vision.max_area", [](const RunConfig& c) { return static_cast<double>(c.vision.max_area); }},
    {"vision.gate_sigmas", [](const RunConfig& c) { return c.vision.gate_sigmas; }},
    {"vision.gate_floor_mm", [](const RunConfig& c) { return 1e3 * c.vision.gate_floor; }},
    {"vision.length_tolerance_mm", [](const RunConfig& c) { return 1e3 * c.vision.length_tolerance; }},
    {"camera.exposure_ms", [](const RunConfig& c) { return 1e3 * to_seconds(c.camera.exposure); }},
}};

}  // namespace

std::string key_of(const std::string& change) {
  return change.substr(0, change.find('='));
}

std::vector<std::string> with_change(std::vector<std::string> changes, const std::string& key,
                                     const std::optional<std::string>& value) {
  std::erase_if(changes, [&](const std::string& change) { return key_of(change) == key; });
  if (value) changes.push_back(key + "=" + *value);
  return changes;
}

std::string text_of_number(double value) {
  return fmt::format("{:.6g}", value);
}

nlohmann::json settings_json(const DayState& day) {
  nlohmann::json settings = nlohmann::json::array();
  for (const Setting& setting : kSettings) {
    const std::string value = text_of_number(setting.value(*day.config));
    const std::string in_file = text_of_number(setting.value(*day.file_config));
    settings.push_back(
        {{"key", setting.key}, {"value", value}, {"file_value", in_file}, {"changed", value != in_file}});
  }
  for (const std::string& change : day.changes) {
    const std::string key = key_of(change);
    bool listed = false;
    for (const Setting& setting : kSettings) listed = listed || setting.key == key;
    if (listed) continue;
    settings.push_back(
        {{"key", key}, {"value", change.substr(key.size() + 1)}, {"file_value", nullptr}, {"changed", true}});
  }
  return settings;
}

}  // namespace freefloat
