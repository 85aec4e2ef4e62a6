#include "campaign/causes.h"

#include <algorithm>
#include <map>
#include <regex>

namespace freefloat {

std::string without_numbers(const std::string& cause) {
  static const std::regex number("-?[0-9]+(\\.[0-9]+)?");
  return std::regex_replace(cause, number, "…");
}

std::vector<std::pair<std::string, std::uint64_t>> count_causes(const std::vector<std::string>& causes) {
  std::map<std::string, std::uint64_t> counts;
  for (const std::string& cause : causes) ++counts[without_numbers(cause)];
  std::vector<std::pair<std::string, std::uint64_t>> counted(counts.begin(), counts.end());
  std::stable_sort(counted.begin(), counted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return counted;
}

}  // namespace freefloat
