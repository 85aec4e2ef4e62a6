#pragma once

#include <string>

#include "mcap/encode.h"
#include "support/random_message.h"

namespace freefloat {

template <Message T>
std::string bytes_of(const T& message) {
  CdrWriter out;
  encode(out, message);
  return {out.bytes().begin(), out.bytes().end()};
}

/// All fields of a record, bit for bit.
inline std::string bytes_of(const CycleRecord& record) {
  return bytes_of(record.input) + bytes_of(record.output) + bytes_of(record.timing) +
         (record.truth ? bytes_of(*record.truth) : std::string());
}

}  // namespace freefloat
