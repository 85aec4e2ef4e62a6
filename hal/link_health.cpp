#include "hal/link_health.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "wire/frame.h"

namespace freefloat {
namespace {

// In the order of ff_reject.
constexpr std::uint64_t RejectCounts::*kCauses[] = {
    &RejectCounts::garbage, &RejectCounts::version, &RejectCounts::type,    &RejectCounts::check,
    &RejectCounts::tag,     &RejectCounts::source,  &RejectCounts::session, &RejectCounts::sequence,
    &RejectCounts::content, &RejectCounts::joints};

constexpr Duration kLongSilence = std::chrono::milliseconds(250);  // of a board that speaks every 20 ms
constexpr Duration kLongRefusal = std::chrono::seconds(1);         // twice a lease
constexpr double kManyLost = 0.05;
constexpr double kManyDropped = 0.02;

std::string wrong_joints(const LinkHealth& health) {
  return fmt::format("the board is built for {} joints, this configuration has {}", health.board_joint_count,
                     health.own_joint_count);
}

std::string other_version(const LinkHealth& health) {
  return fmt::format(
      "the board speaks protocol version {}, this program {}; give the board the firmware of "
      "this release",
      health.board_protocol_version, int{FF_PROTOCOL_VERSION});
}

std::string wrong_tag(const LinkHealth& health) {
  return health.has_key ? "the board's frames do not carry our key: its key is another one, or it has none"
                        : "the board authenticates its frames; name its key_file in the testbed";
}

bool speaks_otherwise(const LinkHealth& health) {
  return health.identified && health.board_protocol_version != FF_PROTOCOL_VERSION;
}

bool is_defined_otherwise(const LinkHealth& health) {
  return health.identified && health.board_definition_hash != FF_PROTOCOL_HASH;
}

std::string explain_no_status(const LinkHealth& health, Time now) {
  if (health.received_bytes == 0) return "no byte from the board yet: is it powered, and is this its port?";
  if (now - health.newest_byte > kLongSilence) {
    return fmt::format("no byte from the board since {:.1f} s", to_seconds(now - health.newest_byte));
  }
  if (speaks_otherwise(health)) return other_version(health);
  if (is_defined_otherwise(health)) {
    return fmt::format(
        "the board's firmware is of another build of protocol version {}; give it the firmware "
        "of this release",
        int{FF_PROTOCOL_VERSION});
  }
  const RejectCounts& rejects = health.rejects;
  if (rejects.joints > 0) return wrong_joints(health);
  if (rejects.tag > 0) return wrong_tag(health);
  if (rejects.type > rejects.check)
    return "our own frames come back: the line is looped, or something echoes it";
  // Garbage holds the bytes of a frame's begin too, now and then.
  if (rejects.version * 4 > rejects.garbage && rejects.check == 0)
    return "the board speaks another protocol version";
  if (health.identified) return "the board says who it is, but sends no status";
  return "bytes come, but none make a frame: check the baud rate";
}

// The board hears us, by its counters, and does not obey.
std::string explain_disobedience(const LinkHealth& health) {
  const RejectCounts& rejects = health.recent_board_rejects;
  const std::uint64_t most = std::max({rejects.garbage, rejects.version, rejects.check, rejects.tag,
                                       rejects.session, rejects.sequence, rejects.content, rejects.joints});
  if (most == 0) return "the board does not hear us: nothing comes in at its end";
  if (most == rejects.session) return "another controller holds the board";
  if (most == rejects.joints) return wrong_joints(health);
  if (most == rejects.tag) return "the board refuses our key, or the lack of one";
  if (most == rejects.sequence)
    return "the board takes our commands for old ones: is a second program using our session?";
  if (most == rejects.content)
    return "the board refuses what our commands say: its firmware may be older than this program";
  if (most == rejects.version) return "the board refuses our protocol version";
  return "our commands reach the board damaged: check baud rate, cable and ground";
}

}  // namespace

static_assert(std::size(kCauses) == FF_REJECT_COUNT);

std::uint64_t& RejectCounts::operator[](int cause) {
  return this->*kCauses[cause];
}

std::uint64_t RejectCounts::sum() const {
  std::uint64_t total = 0;
  for (const auto cause : kCauses) total += this->*cause;
  return total;
}

RejectCounts& RejectCounts::operator+=(const RejectCounts& more) {
  for (const auto cause : kCauses) this->*cause += more.*cause;
  return *this;
}

RejectCounts RejectCounts::since(const RejectCounts& earlier) const {
  RejectCounts counts;
  for (const auto cause : kCauses) {
    counts.*cause = this->*cause >= earlier.*cause ? this->*cause - earlier.*cause : 0;
  }
  return counts;
}

void LinkHealth::count_answer(Time asked, Time now) {
  const Duration silence = now - newest_status;
  if (received > 0 && silence > longest_gap) {
    longest_gap = silence;
    gap_end = now;
  }
  ++received;
  newest_status = obeyed_until = now;
  round_trip = now - asked;
  shortest_round_trip = received == 1 ? round_trip : std::min(shortest_round_trip, round_trip);
  mean_round_trip += (round_trip - mean_round_trip) / static_cast<std::int64_t>(received);
}

std::string diagnose(const LinkHealth& health, Time now) {
  if (health.refused) return "nobody listens at the board's address: is the board, or its bridge, running?";
  if (!health.connected)
    return "the port or network is gone (unplugged?); it is tried again until it is back";
  if (health.received == 0 || now - health.newest_status > kLongSilence) {
    // At the begin of a run, or of commanding, the first status is still under way.
    const Time asked = health.received == 0 ? health.obeyed_until : Time{};
    return now - asked > kLongSilence ? explain_no_status(health, now) : std::string();
  }
  if (health.sent > 0 && now - health.obeyed_until > kLongRefusal) return explain_disobedience(health);
  if (health.recent_drops > kManyDropped) {
    return fmt::format(
        "{:.0f} % of the commands do not fit into the line: its baud rate is too low for this loop rate",
        100.0 * health.recent_drops);
  }
  if (health.recent_loss > kManyLost)
    return fmt::format("{:.0f} % of the board's frames are lost", 100.0 * health.recent_loss);
  return {};
}

}  // namespace freefloat
