#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "mcap/mcap_format.h"
#include "types/time.h"

namespace freefloat {

/// A piece of a run that is missing from its log, as the log itself tells: metadata `freefloat.gap`.
struct LogGap {
  enum class Cause : std::uint8_t {
    kNotWritten,  ///< the disk did not take it
    kDropped,     ///< the recorder's thread was too slow: it never came out of the loop
  };

  Time begin{}, end{};  ///< of the run: first and last message that is missing
  Cause cause = Cause::kNotWritten;
  std::string error;                              ///< of the disk, in the system's words; may be empty
  std::map<std::string, std::uint64_t> messages;  ///< missing ones of each topic

  std::uint64_t message_count() const;
  /// @return Cycles that have no number in the log, because they never reached it.
  std::uint64_t dropped_cycles() const;
};

/// For people: "1.200 s to 2.700 s: 1240 messages were not written (No space left on device)".
std::string describe(const LogGap& gap);

/// For people: "/freefloat/cycle_input 150, /joint_states 150".
std::string list_topics(const LogGap& gap);

McapMetadata to_metadata(const LogGap& gap);

/// @return Nothing when it is other metadata.
std::optional<LogGap> gap_from(const McapMetadata& metadata);

}  // namespace freefloat
