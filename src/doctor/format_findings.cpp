#include "doctor/format_findings.h"

#include <fmt/format.h>

#include <cmath>

namespace freefloat {

namespace {

constexpr int kBarLength = 40;

constexpr const char* kColours[] = {"\033[32m", "\033[36m", "\033[33m", "\033[31m"};  // of the grades

}  // namespace

std::string format_findings(const std::vector<Finding>& findings, bool coloured) {
  std::string text;
  for (const Finding& finding : findings) {
    const char* colour = coloured ? kColours[static_cast<std::size_t>(finding.grade)] : "";
    text += fmt::format("{}{:8}{} {:12} {}\n", colour, grade_name(finding.grade), coloured ? "\033[0m" : "",
                        finding.subject, finding.text);
    if (!finding.remedy.empty()) text += "                      -> " + finding.remedy + "\n";
  }
  return text;
}

std::string format_histogram(const TimerLatency& latency) {
  std::string text;
  for (std::size_t i = 0; i < latency.histogram.size(); ++i) {
    if (latency.histogram[i] == 0) continue;
    const bool ends = i < TimerLatency::kClassEnds.size();
    const double share = static_cast<double>(latency.histogram[i]) / static_cast<double>(latency.wakes);
    const std::string bar(static_cast<std::size_t>(std::ceil(kBarLength * share)), '#');
    text += fmt::format("    {:14} {:8}  {}\n",
                        ends ? fmt::format("below {:5} us", TimerLatency::kClassEnds[i]) : "longer",
                        latency.histogram[i], bar);
  }
  return text;
}

}  // namespace freefloat
