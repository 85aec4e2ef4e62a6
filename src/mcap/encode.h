#pragma once

#include "mcap/cdr.h"
#include "mcap/value_walk.h"

namespace freefloat {

/// Sink that writes values as CDR.
struct CdrSink : WithoutNames {
  CdrWriter& out;

  explicit CdrSink(CdrWriter& writer) : out(writer) {}

  void put_length(std::size_t count) { out.put_length(count); }
  void put_presence(bool there) {
    put(there);
    out.put_length(there ? 1 : 0);
  }
  void put(std::string_view text) { out.put_text(text); }
  template <class T>
  void put(const T& value) {
    if constexpr (std::same_as<T, bool> || Enumeration<T>) {
      out.put(static_cast<std::uint8_t>(value));
    } else if constexpr (TimeLike<T>) {
      out.put(nanoseconds_of(value));
    } else {
      out.put(value);
    }
  }
};

/// Replaces what `out` holds by `message`.
template <Message T>
void encode(CdrWriter& out, const T& message) {
  out.clear();
  CdrSink sink(out);
  ValueWalk<CdrSink> walk(sink);
  describe(walk, message);
}

}  // namespace freefloat
