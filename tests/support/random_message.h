#pragma once

#include <cstdint>
#include <cstring>
#include <random>

#include "mcap/standard_messages.h"
#include "runlog/cycle_record.h"
#include "runlog/messages/controller_messages.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/link_messages.h"
#include "runlog/messages/operator_messages.h"
#include "runlog/messages/picture_messages.h"
#include "runlog/messages/run_messages.h"

namespace freefloat {

/// Visitor that fills every field of a message with random values, the same for the same seed everywhere.
class RandomFill {
 public:
  enum class Numbers { kAnyBits, kFinite };  ///< any bits: NaN, infinities and -0.0 too

  explicit RandomFill(std::uint64_t seed, Numbers numbers = Numbers::kAnyBits)
      : generator_(seed), numbers_(numbers) {}

  template <class T>
  void operator()(std::string_view, T& value) {
    fill(value);
  }

  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view, std::array<T, N>& values, const Count&) {
    const std::size_t length = below(N + 1);
    for (std::size_t i = 0; i < length; ++i) fill(values[i]);
  }

 private:
  std::size_t below(std::size_t limit) { return generator_() % limit; }

  template <class T>
  void fill(T& value) {
    if constexpr (std::same_as<T, bool>) {
      value = below(2) == 1;
    } else if constexpr (std::same_as<T, double>) {
      const std::uint64_t bits = generator_();
      if (numbers_ == Numbers::kAnyBits) {
        std::memcpy(&value, &bits, sizeof value);
      } else {
        value = static_cast<double>(static_cast<std::int64_t>(bits)) * 1e-17;
      }
    } else if constexpr (std::integral<T>) {
      value = static_cast<T>(generator_());
    } else if constexpr (Enumeration<T>) {
      value = static_cast<T>(below(kEnumeratorNames<T>.size()));
    } else if constexpr (std::same_as<T, Time>) {
      value = Time{Duration{static_cast<std::int64_t>(generator_())}};
    } else if constexpr (std::same_as<T, Duration>) {
      value = Duration{static_cast<std::int64_t>(generator_())};
    } else if constexpr (std::same_as<T, Vector2> || std::same_as<T, Matrix2>) {
      for (Eigen::Index i = 0; i < value.size(); ++i) fill(value.data()[i]);
    } else if constexpr (std::same_as<T, JointVector>) {
      value.resize(static_cast<Eigen::Index>(below(kMaxJoints + 1)));
      for (Eigen::Index i = 0; i < value.size(); ++i) fill(value[i]);
    } else if constexpr (kIsDynamicMatrix<T>) {
      const auto side = static_cast<Eigen::Index>(below(T::MaxRowsAtCompileTime + 1));
      value.resize(side, side);
      for (Eigen::Index i = 0; i < value.size(); ++i) fill(value.data()[i]);
    } else if constexpr (std::same_as<T, std::string>) {
      value = random_text(12);
    } else if constexpr (kIsFixedText<T>) {
      value.assign(random_text(T::capacity()));
    } else if constexpr (kIsOptional<T>) {
      value.reset();
      if (below(4) != 0) fill(value.emplace());
    } else if constexpr (kIsVector<T>) {
      value.resize(below(5));
      for (auto& element : value) fill(element);
    } else {
      describe(*this, value);
    }
  }

  std::string random_text(std::size_t longest) {
    std::string text(below(longest + 1), ' ');
    for (char& c : text) c = static_cast<char>('!' + below(90));
    return text;
  }

  std::mt19937_64 generator_;
  Numbers numbers_;
};

template <Message T>
T random_message(std::uint64_t seed, RandomFill::Numbers numbers = RandomFill::Numbers::kAnyBits) {
  T message;
  RandomFill fill(seed, numbers);
  describe(fill, message);
  return message;
}

/// A cycle of random content at the given time; every third has no truth.
inline CycleRecord random_cycle(std::uint64_t seed, Time now,
                                RandomFill::Numbers numbers = RandomFill::Numbers::kFinite) {
  CycleRecord record;
  record.input = random_message<CycleInput>(4 * seed, numbers);
  record.output = random_message<CycleOutput>(4 * seed + 1, numbers);
  record.timing = random_message<LoopTiming>(4 * seed + 2, numbers);
  if (seed % 3 != 0) record.truth = random_message<Truth>(4 * seed + 3, numbers);
  record.input.now = record.output.now = now;
  record.timing.ring_drops = 0;  // the recorder's to fill
  return record;
}

}  // namespace freefloat
