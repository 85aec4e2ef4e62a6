#include "hal/marker_path_health.h"

#include <fmt/format.h>

namespace freefloat {

namespace {

constexpr double kMuchLoss = 0.05;
constexpr double kCoarseBound = 5e-3;                             // s
constexpr Duration kNoPictures = std::chrono::milliseconds(500);  // of a tracker that sends pictures
constexpr Duration kPatience = std::chrono::seconds(1);           // at the begin: it says hello five times

std::uint64_t frames_sent(const MarkerPathHealth& health) {
  return health.lost + health.pictures + health.late + health.exchanges + health.untimed;
}

/// Parts of a sentence.
class Words {
 public:
  void add(const std::string& words) { text_ += (text_.empty() ? "" : ", ") + words; }
  void add_count(std::uint64_t count, const char* what) {
    if (count > 0) add(std::to_string(count) + what);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// What keeps tracker and run from knowing each other.
void add_strangers(const MarkerPathHealth& health, Words& words) {
  if (!health.connected && health.forged > 0) {
    words.add(health.keyed
                  ? "a tracker sends, but with another key than ours, or none: both want the same key_file"
                  : "a tracker sends with a key, and here is none (insecure: true)");
  }
  if (health.connected && health.texts == 0 && health.exchanges == 0)
    words.add("the tracker never answered what its clock shows: is the way back open?");
}

void add_coarse_clocks(const MarkerPathHealth& health, Words& words) {
  if (to_seconds(health.offset_bound) > kCoarseBound)
    words.add(fmt::format("the clocks are known to each other only within {:.1f} ms",
                          1e3 * to_seconds(health.offset_bound)));
}

}  // namespace

double MarkerPathHealth::loss() const {
  const std::uint64_t sent = frames_sent(*this);
  return sent == 0 ? 0.0 : static_cast<double>(lost) / static_cast<double>(sent);
}

std::string diagnose(const MarkerPathHealth& health) {
  Words words;
  add_strangers(health, words);
  if (health.loss() > kMuchLoss)
    words.add(fmt::format("{:.1f} % of the tracker's frames lost", 100.0 * health.loss()));
  add_coarse_clocks(health, words);
  if (health.connected) words.add_count(health.forged, " frames refused that the key does not vouch for");
  words.add_count(health.repeated, " frames refused that had come before");
  words.add_count(health.sessions > 1 ? health.sessions - 1 : 0, " times the tracker began anew");
  words.add_count(health.steps, " times a clock was set");
  return words.text();
}

std::string diagnose(const MarkerPathHealth& health, Time now) {
  const bool none = health.pictures + health.texts == 0;
  // At the begin the first picture is still under way.
  if (none && now - health.begun < kPatience) return {};
  Words words;
  add_strangers(health, words);
  if (none) {
    if (words.text().empty())
      words.add(health.connected ? "the tracker has sent no picture yet"
                                 : "no tracker has been heard yet: does it send to this address?");
    return words.text();
  }
  if (const Duration silent = now - health.newest_picture; silent > kNoPictures)
    words.add(fmt::format("no picture from the tracker since {:.1f} s", to_seconds(silent)));
  if (health.recent_loss > kMuchLoss)
    words.add(fmt::format("{:.1f} % of the tracker's frames are lost", 100.0 * health.recent_loss));
  add_coarse_clocks(health, words);
  return words.text();
}

std::string describe_in_numbers(const MarkerPathHealth& health) {
  Words words;
  if (health.texts > 0)
    words.add(std::to_string(health.texts) + " pictures as JSON, which counts no losses and tells no clock");
  if (health.pictures == 0 && health.texts > 0) return words.text();
  words.add(
      fmt::format("{} pictures, {} of {} frames lost ({:.1f} %), {} overtaken, {} came twice, {} refused",
                  health.pictures, health.lost, frames_sent(health), 100.0 * health.loss(), health.late,
                  health.repeated, health.forged + health.garbage));
  words.add(fmt::format("{:.2f} ms old on arrival, jitter {:.2f} ms", 1e3 * to_seconds(health.latency),
                        1e3 * to_seconds(health.jitter)));
  if (health.exchanges > 0)
    words.add(fmt::format("clocks {:.4f} s apart, known within {:.2f} ms", to_seconds(health.offset),
                          1e3 * to_seconds(health.offset_bound)));
  return words.text();
}

}  // namespace freefloat
