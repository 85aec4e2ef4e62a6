#include "config/yaml/line_difference.h"

#include <sstream>

namespace freefloat {

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

std::string line_difference(const std::string& before, const std::string& after) {
  const std::vector<std::string> a = split_lines(before), b = split_lines(after);
  // Longest common rest of both, from each pair of lines on.
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> common((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t k = b.size(); k-- > 0;) {
      common[i * width + k] = a[i] == b[k] ? common[(i + 1) * width + k + 1] + 1
                                           : std::max(common[(i + 1) * width + k], common[i * width + k + 1]);
    }
  }
  std::string difference;
  bool in_group = false;
  for (std::size_t i = 0, k = 0; i < a.size() || k < b.size();) {
    if (i < a.size() && k < b.size() && a[i] == b[k]) {
      ++i;
      ++k;
      in_group = false;
      continue;
    }
    if (!in_group) difference += "@ " + std::to_string(k + 1) + "\n";
    in_group = true;
    const bool gone =
        k == b.size() || (i < a.size() && common[(i + 1) * width + k] >= common[i * width + k + 1]);
    difference += (gone ? "-" + a[i++] : "+" + b[k++]) + "\n";
  }
  return difference;
}

}  // namespace freefloat
