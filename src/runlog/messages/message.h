#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runlog/fixed_text.h"
#include "types/joint_vector.h"
#include "types/time.h"

// A message is a type with a ROS 2 name and one function `describe(visitor, message)` that calls
// `visitor("field_name_unit", field)` for every field, in the order of the bytes. Encoder, decoder and schema
// text are visitors of that one function. How C++ types appear in ROS 2:
//   bool, integers, double, texts   the same
//   enum class                      uint8 with named constants
//   Time, Duration                  int64, nanoseconds of the run's clock
//   Vector2, Matrix2                float64[2], float64[4] by row
//   JointVector                     float64[], one a joint
//   std::vector                     sequence
//   std::optional                   bool has_<field>, then a sequence of none or one
//   visitor.used(name, array, n)    sequence of the first n elements, more when later ones are not all zero

namespace freefloat {

/// ROS 2 name of a message type as schemas refer to it: `package/Type`. Empty: not a message.
template <class T>
inline constexpr std::string_view kMessageName{};

/// Names of an enumeration's values, in order, as constants of its schema; empty: not an enumeration.
template <class T>
inline constexpr std::array<std::string_view, 0> kEnumeratorNames{};

/// `U` or `const U`: lets one `describe` serve reading and writing.
template <class T, class U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

template <class T>
concept Message = !kMessageName<std::remove_const_t<T>>.empty();

template <class T>
concept Enumeration = std::is_enum_v<T> && !kEnumeratorNames<T>.empty();

template <class T>
concept TimeLike = std::same_as<T, Time> || std::same_as<T, Duration>;

/// A matrix whose size is known only at run time, held without heap memory: its columns one after the other.
template <class T>
inline constexpr bool kIsSquareMatrix = false;
template <int Max>
inline constexpr bool
    kIsSquareMatrix<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, Max, Max>> = true;

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
