#pragma once

#include "mcap/encode.h"
#include "mcap/field_walk.h"

namespace freefloat {

/// Sink that writes values as CDR until a byte is passed, and knows the name of the field there.
class ByteOwner : public FieldPath {
 public:
  /// @param at Position in the message, header included.
  explicit ByteOwner(std::size_t at) : at_(at) {}

  const std::string& name() const { return found_; }

  void put_length(std::size_t count) {
    field("", "length", [&] { note([&] { sink_.put_length(count); }); });
  }
  void put_presence(bool there) {
    note([&] { sink_.put_presence(there); });
  }
  void put(const auto& value) {
    note([&] { sink_.put(value); });
  }

 private:
  void note(auto&& write) {
    if (!found_.empty()) return;
    write();
    if (cdr_.bytes().size() > at_) found_ = path();
  }

  const std::size_t at_;
  CdrWriter cdr_;
  CdrSink sink_{cdr_};
  std::string found_;
};

/// @param at Position of a byte in the message as it is encoded, its four header bytes included.
/// @return The field to which the byte belongs, with the padding before it; empty: behind the message.
template <Message T>
std::string field_at_byte(const T& message, std::size_t at) {
  if (at < kCdrHeader.size()) return "header";
  ByteOwner owner(at);
  ValueWalk<ByteOwner> walk(owner);
  describe(walk, message);
  return owner.name();
}

}  // namespace freefloat
