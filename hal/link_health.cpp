#include "hal/link_health.h"

#include <algorithm>
#include <cstdio>
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

std::string with_seconds(const char* text, Duration duration) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.1f s", to_seconds(duration));
  return std::string(text) + seconds;
}

std::string with_share(double share, const char* text) {
  char percent[32];
  std::snprintf(percent, sizeof percent, "%.0f %%", 100.0 * share);
  return percent + std::string(text);
}

std::string wrong_joints(const LinkHealth& health) {
  return "the board is built for " + std::to_string(health.board_joint_count) +
         " joints, this configuration has " + std::to_string(health.own_joint_count);
}

std::string other_version(const LinkHealth& health) {
  return "the board speaks protocol version " + std::to_string(health.board_protocol_version) +
         ", this program " + std::to_string(FF_PROTOCOL_VERSION) +
         "; give the board the firmware of this release";
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
    return with_seconds("no byte from the board since ", now - health.newest_byte);
  }
  if (speaks_otherwise(health)) return other_version(health);
  if (is_defined_otherwise(health)) {
    return "the board's firmware is of another build of protocol version " +
           std::to_string(FF_PROTOCOL_VERSION) + "; give it the firmware of this release";
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
    return with_share(
        health.recent_drops,
        " of the commands do not fit into the line: its baud rate is too low for this loop rate");
  }
  if (health.recent_loss > kManyLost)
    return with_share(health.recent_loss, " of the board's frames are lost");
  return {};
}

}  // namespace freefloat
