#include "app/output/gap_output.h"

#include <algorithm>

namespace freefloat {

std::string format_gaps(const std::vector<LogGap>& gaps, const std::string& indent) {
  constexpr std::size_t kMostGaps = 100;
  const std::string below(indent.size(), ' ');
  std::string text;
  for (std::size_t i = 0; i < std::min(gaps.size(), kMostGaps); ++i) {
    text += indent + describe(gaps[i]) + "\n" + below + list_topics(gaps[i]) + "\n";
  }
  if (gaps.size() > kMostGaps)
    text += indent + std::to_string(gaps.size() - kMostGaps) + " more; see --json\n";
  return text;
}

nlohmann::json gaps_to_json(const std::vector<LogGap>& gaps) {
  nlohmann::json list = nlohmann::json::array();
  for (const LogGap& gap : gaps) {
    list.push_back({{"begin_s", to_seconds(gap.begin)},
                    {"end_s", to_seconds(gap.end)},
                    {"cause", gap.cause == LogGap::Cause::kDropped ? "dropped" : "not written"},
                    {"error", gap.error},
                    {"messages", gap.message_count()},
                    {"topics", gap.messages}});
  }
  return list;
}

}  // namespace freefloat
