#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "mcap/message.h"

namespace freefloat {

/// Stands for a value of any type when an aggregate's members are counted; never evaluated.
struct AnyValue {
  template <class T>
  operator T() const;
};

/// @return Members of an aggregate.
template <class T, class... Given>
constexpr std::size_t count_members() {
  if constexpr (requires { T{Given{}..., AnyValue{}}; }) {
    return count_members<T, Given..., AnyValue>();
  } else {
    return sizeof...(Given);
  }
}

/// Members that a description writes as two fields: a time, and whether there is one.
template <class T>
inline constexpr std::size_t kTwoFieldMembers = 0;

/// Members that are messages of a topic of their own.
template <class T>
inline constexpr std::size_t kOwnTopicMembers = 0;

/// Visitor of a message's description that compares, in the message and in all inside it, how many fields are
/// described with how many members there are.
class ForgottenFields {
 public:
  /// Name of the message and both numbers, for each in which they differ.
  std::vector<std::string> found;
  int messages = 0;  ///< looked at

  template <Message T>
  void check() {
    T value{};
    ForgottenFields inside;
    describe(inside, value);
    found.insert(found.end(), inside.found.begin(), inside.found.end());
    messages += inside.messages;
    if constexpr (std::is_aggregate_v<T>) {
      ++messages;
      if (inside.described_ != count_members<T>() + kTwoFieldMembers<T> - kOwnTopicMembers<T>) {
        found.push_back(message_name<T>() + ": " + std::to_string(inside.described_) + " described, " +
                        std::to_string(count_members<T>()) + " members");
      }
    }
  }

  template <class T>
  void operator()(std::string_view, T&) {
    ++described_;
    look_into<T>();
  }

  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view, std::array<T, N>&, const Count&) {
    ++described_;
    look_into<T>();
  }

 private:
  template <class T>
  void look_into() {
    if constexpr (kIsOptional<T> || kIsVector<T>) {
      look_into<typename T::value_type>();
    } else if constexpr (Message<T>) {
      check<T>();
    }
  }

  std::size_t described_ = 0;
};

}  // namespace freefloat
