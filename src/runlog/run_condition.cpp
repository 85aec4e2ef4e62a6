#include "runlog/run_condition.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace freefloat {

namespace {

constexpr std::array<std::pair<std::string_view, Fold>, 5> kFolds{{
    {"max", Fold::kMax},
    {"min", Fold::kMin},
    {"mean", Fold::kMean},
    {"rms", Fold::kRms},
    {"final", Fold::kFinal},
}};
constexpr const char* kFoldNames = "max, min, mean, rms or final";

// The longer ones first.
constexpr std::array<std::pair<std::string_view, Comparison>, 4> kComparisons{{
    {"<=", Comparison::kLessOrEqual},
    {">=", Comparison::kGreaterOrEqual},
    {"<", Comparison::kLess},
    {">", Comparison::kGreater},
}};

/// Reads a text from left to right; remembers the first problem.
class ConditionReader {
 public:
  explicit ConditionReader(std::string_view text) : text_(text) {}

  std::string_view word() {
    skip_spaces();
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool take(std::string_view sign) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }

  std::optional<double> number() {
    skip_spaces();
    double value = 0.0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
    at_ = end - text_.data();
    return value;
  }

  bool at_end() {
    skip_spaces();
    return at_ == text_.size();
  }

  /// @param back Characters before the place where the reader is.
  tl::unexpected<ConditionProblem> problem(std::string what, std::string allowed, std::size_t back = 0) {
    if (back == 0) skip_spaces();
    return tl::unexpected(ConditionProblem{at_ - back + 1, std::move(what), std::move(allowed)});
  }

 private:
  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool RunCondition::holds(double value) const {
  switch (comparison) {
    case Comparison::kLess:
      return value < limit;
    case Comparison::kLessOrEqual:
      return value <= limit;
    case Comparison::kGreater:
      return value > limit;
    case Comparison::kGreaterOrEqual:
      return value >= limit;
  }
  return false;
}

tl::expected<RunCondition, ConditionProblem> parse_condition(std::string_view text, bool of_moment) {
  RunCondition condition;
  condition.text = std::string(text);
  ConditionReader reader(text);
  if (!of_moment) {
    const std::string_view name = reader.word();
    const auto fold =
        std::find_if(kFolds.begin(), kFolds.end(), [&](const auto& known) { return known.first == name; });
    if (fold == kFolds.end()) {
      return reader.problem("does not begin with what is made of the run's values",
                            std::string(kFoldNames) + ", as in max(loop_compute_ms) < 5", name.size());
    }
    condition.fold = fold->second;
    if (!reader.take("(")) return reader.problem("wants the quantity in brackets", "`(`");
  }
  const std::string_view name = reader.word();
  const auto quantities = logged_quantities();
  const auto quantity = std::find_if(quantities.begin(), quantities.end(),
                                     [&](const LoggedQuantity& known) { return known.name == name; });
  if (quantity == quantities.end()) {
    return reader.problem(std::string("there is no quantity `").append(name).append("`"),
                          list_quantities(of_moment), name.size());
  }
  if (of_moment && !quantity->while_running) {
    return reader.problem(std::string("`").append(name).append("` is not known before the run is over"),
                          list_quantities(true), name.size());
  }
  condition.quantity = quantity - quantities.begin();
  if (!of_moment && !reader.take(")")) return reader.problem("wants the bracket closed", "`)`");
  const auto comparison = std::find_if(kComparisons.begin(), kComparisons.end(),
                                       [&](const auto& known) { return reader.take(known.first); });
  if (comparison == kComparisons.end()) return reader.problem("has no comparison here", "<, <=, > or >=");
  condition.comparison = comparison->second;
  const std::optional<double> limit = reader.number();
  if (!limit) return reader.problem("has no number here", "a number in the unit of the quantity's name");
  condition.limit = *limit;
  if (!reader.at_end()) return reader.problem("goes on after the number", "one condition a text");
  return condition;
}

void ConditionTally::add(const CycleView& cycle) {
  const double value = condition_.value(cycle);
  if (!std::isfinite(value)) return;
  least_ = count_ == 0 ? value : std::min(least_, value);
  most_ = count_ == 0 ? value : std::max(most_, value);
  last_ = value;
  sum_ += value;
  squares_ += value * value;
  ++count_;
}

double ConditionTally::value() const {
  if (count_ == 0) return std::numeric_limits<double>::quiet_NaN();
  const auto count = static_cast<double>(count_);
  switch (condition_.fold) {
    case Fold::kMax:
      return most_;
    case Fold::kMin:
      return least_;
    case Fold::kMean:
      return sum_ / count;
    case Fold::kRms:
      return std::sqrt(squares_ / count);
    case Fold::kNow:
    case Fold::kFinal:
      return last_;
  }
  return last_;
}

}  // namespace freefloat
