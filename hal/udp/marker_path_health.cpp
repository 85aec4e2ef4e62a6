#include "hal/udp/marker_path_health.h"

#include <cstdio>

namespace freefloat {

namespace {

constexpr double kMuchLoss = 0.05;
constexpr double kCoarseBound = 5e-3;  // s

std::string with_digits(double value, const char* unit) {
  char text[40];
  std::snprintf(text, sizeof text, "%.1f %s", value, unit);
  return text;
}

}  // namespace

double MarkerPathHealth::loss() const {
  const std::uint64_t sent = lost + pictures + late + exchanges + untimed;
  return sent == 0 ? 0.0 : static_cast<double>(lost) / static_cast<double>(sent);
}

std::string diagnose(const MarkerPathHealth& health) {
  std::string text;
  const auto add = [&text](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  if (!health.connected && health.forged > 0) {
    add(health.keyed ? "a tracker sends, but with another key than ours, or none: both want the same key_file"
                     : "a tracker sends with a key, and here is none (insecure: true)");
  }
  if (health.connected && health.exchanges == 0)
    add("the tracker never answered what its clock shows: is the way back open?");
  if (health.loss() > kMuchLoss) add(with_digits(100.0 * health.loss(), "% of the tracker's frames lost"));
  if (to_seconds(health.offset_bound) > kCoarseBound) {
    add("the clocks are known to each other only within " +
        with_digits(1e3 * to_seconds(health.offset_bound), "ms"));
  }
  const auto add_count = [&add](std::uint64_t count, const char* what) {
    if (count > 0) add(std::to_string(count) + what);
  };
  if (health.connected) add_count(health.forged, " frames refused that the key does not vouch for");
  add_count(health.repeated, " frames refused that had come before");
  add_count(health.sessions > 1 ? health.sessions - 1 : 0, " times the tracker began anew");
  add_count(health.steps, " times a clock was set");
  return text;
}

}  // namespace freefloat
