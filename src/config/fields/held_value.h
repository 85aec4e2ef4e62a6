#pragma once

#include <optional>

namespace freefloat {

// What a member holds, or would hold, that is or is not a `std::optional`.

template <typename T>
struct Held {
  using Type = T;
};
template <typename T>
struct Held<std::optional<T>> {
  using Type = T;
};
template <typename T>
using HeldType = typename Held<T>::Type;

template <typename T>
const T* held_value(const T& value) {
  return &value;
}
template <typename T>
const T* held_value(const std::optional<T>& value) {
  return value ? &*value : nullptr;
}
template <typename T>
T& place_for_value(T& value) {
  return value;
}
template <typename T>
T& place_for_value(std::optional<T>& value) {
  return *(value = T{});
}

}  // namespace freefloat
