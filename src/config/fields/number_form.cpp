#include "config/fields/number_form.h"

#include <algorithm>

namespace freefloat {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

NumberForm form_of(std::string_view text) {
  std::string_view rest = text;
  if (rest.starts_with('-') || rest.starts_with('+')) {
    rest.remove_prefix(1);
  }
  for (const std::string_view name :
       {".nan", ".NaN", ".NAN", "nan", "NaN", ".inf", ".Inf", ".INF", "inf", "infinity"}) {
    if (rest == name) {
      return NumberForm::kNotFinite;
    }
  }
  const auto take_digits = [&rest] {
    std::size_t count = 0;
    while (count < rest.size() && is_digit(rest[count])) {
      ++count;
    }
    rest.remove_prefix(count);
    return count;
  };
  const bool zero_first = rest.starts_with('0');
  const std::size_t whole = take_digits();
  std::size_t fraction = 0;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    fraction = take_digits();
  }
  if (whole + fraction == 0) {
    return NumberForm::kNoNumber;
  }
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    if (rest.starts_with('-') || rest.starts_with('+')) {
      rest.remove_prefix(1);
    }
    if (take_digits() == 0) {
      return NumberForm::kNoNumber;
    }
  }
  if (!rest.empty()) {
    return NumberForm::kNoNumber;
  }
  return zero_first && whole > 1 ? NumberForm::kLeadingZero : NumberForm::kNumber;
}

std::string meant_number(const std::string& text) {
  std::string with_point = text;
  std::replace(with_point.begin(), with_point.end(), ',', '.');
  if (with_point != text && form_of(with_point) == NumberForm::kNumber) {
    return "the decimal sign is a point: write " + with_point;
  }
  return "the unit stands in the key; the value is the bare number";
}

std::string meant_list(const ConfigNode& node, std::size_t most) {
  const bool only_commas_missing_brackets =
      node.kind == NodeKind::kScalar && !node.quoted && node.text.find(',') != std::string::npos &&
      node.text.find_first_not_of("0123456789+-.eE, ") == std::string::npos;
  if (only_commas_missing_brackets) return "write [" + node.text + ']';
  if (node.kind == NodeKind::kList && node.items.size() == 2 * most) {
    return "commas part the numbers; the decimal sign is a point";
  }
  return {};
}

}  // namespace freefloat
