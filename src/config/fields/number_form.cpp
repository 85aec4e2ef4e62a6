#include "config/fields/number_form.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace freefloat {

NumberForm form_of(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  constexpr std::array<std::string_view, 10> kNotFinite{".nan", ".NaN", ".NAN", "nan", "NaN",
                                                        ".inf", ".Inf", ".INF", "inf", "infinity"};
  if (std::ranges::find(kNotFinite, text) != kNotFinite.end()) return NumberForm::kNotFinite;
  // No second sign, and no name of a number.
  if (text.empty() || text.find_first_not_of("0123456789.") == 0) return NumberForm::kNoNumber;
  double value = 0.0;
  const char* const end = text.data() + text.size();
  if (std::from_chars(text.data(), end, value).ptr != end) return NumberForm::kNoNumber;
  const bool zero_first = text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
  return zero_first ? NumberForm::kLeadingZero : NumberForm::kNumber;
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
