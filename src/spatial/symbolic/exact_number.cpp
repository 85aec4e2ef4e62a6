#include "spatial/symbolic/exact_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace freefloat {

GiNaC::numeric exact_number(double value) {
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific);
  const std::string_view number(text.data(), static_cast<std::size_t>(end.ptr - text.data()));
  const std::size_t mark = number.find('e');
  std::string digits;
  int decimals = 0;
  bool after_point = false;
  for (const char c : number.substr(0, mark)) {
    if (c == '.') {
      after_point = true;
    } else {
      digits += c;
      if (after_point) ++decimals;
    }
  }
  int exponent = 0;
  const char* from = number.data() + mark + 1;
  if (*from == '+') ++from;
  std::from_chars(from, number.data() + number.size(), exponent);
  return GiNaC::numeric(digits.c_str()) * GiNaC::numeric(10).power(exponent - decimals);
}

GiNaC::numeric exact_direction(double value) {
  constexpr double kRounding = 1e-15;
  const double near = std::round(value);
  return exact_number(std::abs(value - near) <= kRounding ? near : value);
}

}  // namespace freefloat
