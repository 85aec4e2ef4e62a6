#include "doctor/format_findings.h"

#include <cmath>
#include <cstdio>

namespace freefloat {

namespace {

constexpr int kBarLength = 40;

const char* colour_of(Grade grade) {
  switch (grade) {
    case Grade::kGood:
      return "\033[32m";
    case Grade::kNote:
      return "\033[36m";
    case Grade::kWarning:
      return "\033[33m";
    case Grade::kProblem:
      return "\033[31m";
  }
  return "";
}

}  // namespace

std::string format_findings(const std::vector<Finding>& findings, bool coloured) {
  std::string text;
  char start[80];
  for (const Finding& finding : findings) {
    std::snprintf(start, sizeof start, "%s%-8s%s %-12s ", coloured ? colour_of(finding.grade) : "",
                  std::string(grade_name(finding.grade)).c_str(), coloured ? "\033[0m" : "",
                  finding.subject.c_str());
    text += start + finding.text + "\n";
    if (!finding.remedy.empty()) text += "                      -> " + finding.remedy + "\n";
  }
  return text;
}

std::string format_histogram(const TimerLatency& latency) {
  std::string text;
  char line[64];
  for (std::size_t i = 0; i < latency.histogram.size(); ++i) {
    if (latency.histogram[i] == 0) continue;
    if (i < TimerLatency::kClassEnds.size()) {
      std::snprintf(line, sizeof line, "    below %5lld us %8llu  ",
                    static_cast<long long>(TimerLatency::kClassEnds[i]),
                    static_cast<unsigned long long>(latency.histogram[i]));
    } else {
      std::snprintf(line, sizeof line, "    longer         %8llu  ",
                    static_cast<unsigned long long>(latency.histogram[i]));
    }
    const double share = static_cast<double>(latency.histogram[i]) / static_cast<double>(latency.wakes);
    text += line + std::string(static_cast<std::size_t>(std::ceil(kBarLength * share)), '#') + "\n";
  }
  return text;
}

}  // namespace freefloat
