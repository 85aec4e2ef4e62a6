#include "config/fields/numeric_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "config/yaml/config_node.h"

namespace freefloat {

namespace {

enum class NumberForm : std::uint8_t { kNumber, kNotFinite, kLeadingZero, kNoNumber };

/// The grammar of a decimal number: sign, digits, fraction, exponent; no leading zeros, which some readers of
/// YAML take as octal.
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

/// @return What the writer of something that is no number may have meant.
std::string meant_number(const std::string& text) {
  std::string with_point = text;
  std::replace(with_point.begin(), with_point.end(), ',', '.');
  if (with_point != text && form_of(with_point) == NumberForm::kNumber) {
    return "the decimal sign is a point: write " + with_point;
  }
  return "the unit stands in the key; the value is the bare number";
}

/// @param most Numbers that the list may have.
/// @return What the writer of a list that is none, or is too long, may have meant; empty when that is not
/// known.
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

/// One finite number in range, as written.
std::optional<double> read_written(const ConfigNode& node, const NumberRule& rule, Problems& problems) {
  const auto refuse = [&](const char* why, const std::string& remedy = {}) {
    problems.add_at(node, why, rule.text(), remedy);
    return std::nullopt;
  };
  if (node.kind == NodeKind::kEmpty) {
    return refuse("has no value");
  }
  if (node.kind != NodeKind::kScalar) {
    return refuse(node.kind == NodeKind::kList ? "is a list, not a number" : "is a map, not a number");
  }
  if (node.quoted) {
    return refuse("is text, not a number", "remove the quotes");
  }
  switch (form_of(node.text)) {
    case NumberForm::kNumber:
      break;
    case NumberForm::kNotFinite:
      return refuse("is not a finite number");
    case NumberForm::kLeadingZero:
      return refuse("starts with a needless zero, which some programs read as octal", "remove the zero");
    case NumberForm::kNoNumber:
      return refuse("is not a number", meant_number(node.text));
  }
  std::string_view digits = node.text;
  if (digits.starts_with('+')) {
    digits.remove_prefix(1);
  }
  double value = 0.0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec != std::errc{} || !std::isfinite(value)) {
    return refuse("does not fit into a double");
  }
  const Range& range = rule.range;
  if (value < range.lower || (range.lower_open && value <= range.lower) || value > range.upper) {
    return refuse("is out of range");
  }
  return value;
}

}  // namespace

std::string NumberRule::text() const {
  const std::string symbol = unit.symbol.empty() ? "" : ' ' + std::string(unit.symbol);
  const std::string lower = format_number(range.lower), upper = format_number(range.upper);
  const bool has_lower = std::isfinite(range.lower), has_upper = std::isfinite(range.upper);
  if (!has_lower && !has_upper) return "any finite number" + (symbol.empty() ? "" : " of" + symbol);
  if (!has_upper) return (range.lower_open ? "above " : "at least ") + lower + symbol;
  if (!has_lower) return "at most " + upper + symbol;
  return (range.lower_open ? "above " + lower + ", at most " : lower + " to ") + upper + symbol;
}

bool read_numeric(const ConfigNode& node, const NumberRule& rule, double& value, Problems& problems) {
  const auto written = read_written(node, rule, problems);
  if (written) value = rule.unit.to_si(*written);
  return written.has_value();
}

bool read_numeric(const ConfigNode& node, const NumberRule& rule, std::uint64_t& value, Problems& problems) {
  if (!read_written(node, rule, problems)) return false;
  const char* const end = node.text.data() + node.text.size();
  const auto result = std::from_chars(node.text.data(), end, value);
  const bool whole = result.ec == std::errc{} && result.ptr == end;
  if (!whole) problems.add_at(node, "is not a whole number", rule.text());
  return whole;
}

bool read_numeric(const ConfigNode& node, const NumberRule& rule, int& value, Problems& problems) {
  const auto written = read_written(node, rule, problems);
  if (!written) return false;
  const bool whole =
      std::nearbyint(*written) == *written && std::abs(*written) <= std::numeric_limits<int>::max();
  if (whole) value = static_cast<int>(*written);
  if (!whole) problems.add_at(node, "is not a whole number", rule.text());
  return whole;
}

bool read_numeric(const ConfigNode& node, const NumberRule& rule, Duration& value, Problems& problems) {
  double seconds = 0.0;
  const bool good = read_numeric(node, rule, seconds, problems);
  if (good) value = from_seconds(seconds);
  return good;
}

bool read_numeric(const ConfigNode& node, const NumberRule& rule, Time& value, Problems& problems) {
  Duration since_start{};
  const bool good = read_numeric(node, rule, since_start, problems);
  if (good) value = Time{since_start};
  return good;
}

std::optional<std::vector<double>> read_numbers(const ConfigNode& node, const NumberRule& rule,
                                                std::size_t least, std::size_t most, Problems& problems) {
  const std::string length =
      least == most ? std::to_string(most) : std::to_string(least) + " to " + std::to_string(most);
  if (node.kind != NodeKind::kList || node.items.size() < least || node.items.size() > most) {
    const std::string what =
        node.kind != NodeKind::kList ? "is not a list" : "is a list of " + std::to_string(node.items.size());
    problems.add_at(node, what, "a list of " + length + " numbers, each " + rule.text(),
                    meant_list(node, most));
    return std::nullopt;
  }
  std::vector<double> values;
  for (const ConfigNode& item : node.items) {
    if (const auto written = read_written(item, rule, problems)) {
      values.push_back(rule.unit.to_si(*written));
    }
  }
  if (values.size() != node.items.size()) {
    return std::nullopt;
  }
  return values;
}

bool read_numeric(const ConfigNode& node, const NumberRule& rule, Eigen::Matrix3d& value,
                  Problems& problems) {
  if (node.kind != NodeKind::kList || node.items.size() != 3) {
    problems.add_at(node, "is not a list of three rows", "three rows of three numbers");
    return false;
  }
  bool good = true;
  for (Eigen::Index i = 0; i < 3; ++i) {
    Eigen::Vector3d row = Eigen::Vector3d::Zero();
    good = read_numeric(node.items[i], rule, row, problems) && good;
    value.row(i) = row.transpose();
  }
  return good;
}

bool read_numeric(const ConfigNode& node, const NumberRule& rule, std::vector<Vector2>& value,
                  Problems& problems) {
  if (node.kind != NodeKind::kList || node.items.empty() || node.items.size() > kMostPoints) {
    problems.add_at(node, "is not a list of points",
                    "1 to " + std::to_string(kMostPoints) + " points [x, y]");
    return false;
  }
  std::vector<Vector2> points;
  for (const ConfigNode& item : node.items) {
    Vector2 point = Vector2::Zero();
    if (read_numeric(item, rule, point, problems)) {
      points.push_back(point);
    }
  }
  if (points.size() != node.items.size()) {
    return false;
  }
  value = std::move(points);
  return true;
}

}  // namespace freefloat
