#include "hal/camera_health.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace freefloat {

namespace {

constexpr double kWrongRate = 0.02;

std::string times(std::uint64_t count) {
  return count == 1 ? "once" : std::to_string(count) + " times";
}

std::string share_of(const CameraHealth& health, std::uint64_t count) {
  const std::uint64_t all = health.delivered + health.missing + health.damaged + health.refused;
  return fmt::format("{} of {} pictures", count, all);
}

}  // namespace

std::vector<CameraComplaint> diagnose(const CameraHealth& health) {
  std::vector<CameraComplaint> complaints;
  const auto complain = [&](bool fatal, const std::string& what, const std::string& remedy) {
    complaints.push_back({fatal, what, remedy});
  };
  if (!health.connected) {
    complain(true, "the camera is gone", "plug it in; it is looked for until it is back");
  } else if (health.delivered + health.refused + health.damaged == 0) {
    complain(true, "the camera gives no picture",
             health.rate > 0.0 ? "does another program hold it, and does the network let its packets pass?"
                               : "nothing triggers it: check the line, or take `trigger` out of the file");
  }
  if (health.refused > 0) {
    complain(health.delivered == 0, share_of(health, health.refused) + " were refused: " + health.refusal,
             "set size and pixel format of the camera as its file says");
  }
  if (health.damaged > 0) {
    complain(false, share_of(health, health.damaged) + " came with parts missing",
             "check cable and switch; give the network card larger buffers, or packet_delay_us");
  }
  if (health.missing > 0) {
    complain(false, share_of(health, health.missing) + " were dropped on the way",
             "check cable, USB port or network card; lower rate_hz, or enlarge packet_size_bytes");
  }
  // Where somebody triggers the camera the stamps waver as he does.
  const bool free_running = health.rate > 0.0;
  if (health.stamps == StampSource::kArrival || (free_running && health.regularity.are_arrivals())) {
    complain(
        false,
        health.stamps == StampSource::kArrival
            ? "pictures carry no time stamp: their arrival has to do, and wavers with the load of this PC"
            : fmt::format("the time stamps are arrival times: they waver by {:.2f} ms together with the "
                          "pictures' arrival, a shutter does not",
                          1e3 * to_seconds(health.regularity.stamp_jitter)),
        "turn on the camera's own time stamps; else measure transfer_ms and expect errors of moving LEDs");
  }
  if (free_running && health.regularity.known &&
      std::abs(health.regularity.rate / health.rate - 1.0) > kWrongRate) {
    complain(false,
             fmt::format("the camera takes {:.2f} pictures a second, not {:.2f}", health.regularity.rate,
                         health.rate),
             "shorten the exposure, or write what it can into rate_hz of the camera's file");
  }
  if (health.unplugged > 0 && health.connected) {
    complain(false, "the camera went away " + times(health.unplugged) + " and came back",
             "check its plug and supply");
  }
  if (health.clock_steps > 0) {
    complain(false, "the camera's clock was set " + times(health.clock_steps),
             "leave it alone in a run; is the camera restarting, or does a network protocol set it?");
  }
  std::stable_sort(complaints.begin(), complaints.end(),
                   [](const CameraComplaint& a, const CameraComplaint& b) { return a.fatal && !b.fatal; });
  return complaints;
}

std::string describe_complaints(const CameraHealth& health) {
  std::string text;
  for (const CameraComplaint& complaint : diagnose(health)) {
    text += (text.empty() ? "the camera: " : "; ") + complaint.what + " (" + complaint.remedy + ")";
  }
  return text;
}

std::string describe_stamps(const CameraHealth& health) {
  constexpr std::array kSources{"the camera's clock, which was asked for its time",
                                "the camera's clock, as the arrival of its pictures tells it",
                                "the driver, on this PC's clock", "arrival at this PC"};
  std::string text = kSources[static_cast<std::size_t>(health.stamps)];
  // Nothing is known of the drift in the first seconds.
  if (health.stamps <= StampSource::kCameraPictures && health.clock_drift != 0.0)
    text += fmt::format(", fast by {:.1f} us a second", 1e6 * health.clock_drift);
  if (health.regularity.known) {
    text += fmt::format("; the stamps waver by {:.3f} ms, the way here by {:.3f} ms",
                        1e3 * to_seconds(health.regularity.stamp_jitter),
                        1e3 * to_seconds(health.regularity.way_jitter));
  }
  return text;
}

}  // namespace freefloat
