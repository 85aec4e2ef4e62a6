#pragma once

#include <Eigen/Core>
#include <array>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "mcap/fixed_text.h"

// A message is a type with one function `describe(visitor, message)` that calls
// `visitor("field_name_unit", field)` for every field, in the order of the bytes. Encoder, decoder and schema
// text are visitors of that one function. FF_FIELDS writes it where all fields have their members' names. How
// C++ types appear in ROS 2:
//   bool, integers, std::byte, double, texts   the same
//   enum class                      uint8 with named constants
//   times and durations of std::chrono, in nanoseconds   int64
//   matrix of a fixed size          float64[N], by row
//   matrix of a size up to a bound, a column or square   float64[], its columns one after the other
//   std::vector                     sequence
//   std::optional                   bool has_<field>, then a sequence of none or one
//   visitor.used(name, array, n)    sequence of the first n elements, more when later ones are not all zero

namespace freefloat {

/// The name that a message keeps in logs after its type was given another one; empty: the type's own.
template <class T>
inline constexpr std::string_view kLoggedName{};

/// @return ROS 2 name of a message type as schemas refer to it, `package/Type`. The package is the innermost
/// namespace, ours `freefloat_msgs`.
template <class T>
std::string message_name() {
  std::string_view type = __PRETTY_FUNCTION__;
  type.remove_prefix(type.find("T = ") + 4);
  // Of the namespace around us, clang says that it is there, and gcc does not.
  constexpr std::string_view kOurs = "freefloat::";
  if (type.starts_with(kOurs)) type.remove_prefix(kOurs.size());
  std::string name(kLoggedName<T>.empty() ? type.substr(0, type.find_first_of("];")) : kLoggedName<T>);
  const std::size_t colons = name.find("::");
  if (colons == std::string::npos) return "freefloat_msgs/" + name;
  return name.substr(0, colons) + "/" + name.substr(colons + 2);
}

/// Names of an enumeration's values, in order, as constants of its schema; empty: not an enumeration.
template <class T>
inline constexpr std::array<std::string_view, 0> kEnumeratorNames{};

/// `U` or `const U`: lets one `describe` serve reading and writing.
template <class T, class U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

/// Has the shape of every visitor.
struct AnyVisitor {
  void operator()(std::string_view name, auto& field);
  void used(std::string_view name, auto& elements, const auto& count);
};

template <class T>
concept Message = requires(AnyVisitor& visitor, T& message) {
  describe(visitor, message);
};

// What the preprocessor needs to go through a list, of up to 20 names.
#define FF_RESCAN(...) FF_RESCAN_4(FF_RESCAN_4(FF_RESCAN_4(FF_RESCAN_4(__VA_ARGS__))))
#define FF_RESCAN_4(...) FF_RESCAN_1(FF_RESCAN_1(FF_RESCAN_1(FF_RESCAN_1(__VA_ARGS__))))
#define FF_RESCAN_1(...) __VA_ARGS__
#define FF_EACH_FIELD(name, ...) \
  v(#name, m.name);              \
  __VA_OPT__(FF_NEXT_FIELD FF_PARENTHESES(__VA_ARGS__))
#define FF_NEXT_FIELD() FF_EACH_FIELD
#define FF_PARENTHESES ()

/// Describes the message type `Type` by the names of its members, which are those of its fields, in their
/// order.
#define FF_FIELDS(Type, ...)                 \
  void describe(auto& v, Is<Type> auto& m) { \
    FF_RESCAN(FF_EACH_FIELD(__VA_ARGS__))    \
  }

template <class T>
concept Enumeration = std::is_enum_v<T> && !kEnumeratorNames<T>.empty();

template <class T>
inline constexpr bool kIsTimePoint = false;
template <class Clock>
inline constexpr bool kIsTimePoint<std::chrono::time_point<Clock, std::chrono::nanoseconds>> = true;

template <class T>
concept TimeLike = std::same_as<T, std::chrono::nanoseconds> || kIsTimePoint<T>;

/// @return Nanoseconds, of a time since its clock's beginning.
std::int64_t nanoseconds_of(const TimeLike auto& time) {
  if constexpr (kIsTimePoint<std::remove_cvref_t<decltype(time)>>) {
    return time.time_since_epoch().count();
  } else {
    return time.count();
  }
}

template <class T>
inline constexpr bool kIsMatrix = false;
template <int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
inline constexpr bool kIsMatrix<Eigen::Matrix<double, Rows, Columns, Options, MaxRows, MaxColumns>> = true;

/// A matrix whose size is known only at run time, held without heap memory.
template <class T>
inline constexpr bool kIsDynamicMatrix = false;
template <class T>
requires kIsMatrix<T>
inline constexpr bool kIsDynamicMatrix<T> = T::SizeAtCompileTime == Eigen::Dynamic;

/// @return The matrix's number at a place of the message.
template <class T>
auto& element_of(T& matrix, Eigen::Index i) {
  if constexpr (kIsDynamicMatrix<std::remove_const_t<T>>) {
    return matrix.data()[i];
  } else {
    return matrix.coeffRef(i / T::ColsAtCompileTime, i % T::ColsAtCompileTime);
  }
}

template <class T>
inline constexpr bool kIsFixedText = false;
template <std::size_t N>
inline constexpr bool kIsFixedText<FixedText<N>> = true;

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
inline constexpr bool kIsVector = false;
template <class T>
inline constexpr bool kIsVector<std::vector<T>> = true;

}  // namespace freefloat
