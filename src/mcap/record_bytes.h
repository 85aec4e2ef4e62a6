#pragma once

#include "mcap/byte_buffer.h"
#include "mcap/mcap_format.h"

namespace freefloat {

/// Begins an MCAP record. @return Where it begins, for `end_record`.
inline std::size_t begin_record(ByteBuffer& out, McapOpcode opcode) {
  const std::size_t begin = out.size();
  out.put(static_cast<std::uint8_t>(opcode));
  out.put<std::uint64_t>(0);
  return begin;
}

/// Ends it: its length is known now.
inline void end_record(ByteBuffer& out, std::size_t begin) {
  out.patch(begin + 1, static_cast<std::uint64_t>(out.size() - begin - kMcapRecordHeaderBytes));
}

}  // namespace freefloat
