#pragma once

#include <regex>
#include <string>
#include <vector>

#include "drawing/svg.h"

namespace freefloat {

/// Where a text of a picture stands, pixels.
struct TextBox {
  std::string text;
  double left = 0.0;
  double right = 0.0;
  double top = 0.0;
  double bottom = 0.0;

  bool overlaps(const TextBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/// @return The boxes of all upright texts of a picture, by the report's estimate of widths; digits and
/// capitals stand 0.75 of the font's size above the base line and hang nowhere below it.
inline std::vector<TextBox> text_boxes(std::string svg) {
  svg = std::regex_replace(svg, std::regex("<g transform=\"rotate[^>]*>[\\s\\S]*?</g>"), "");
  const std::regex pattern(
      "<text class=\"(\\w+)\" x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"(?: text-anchor=\"(\\w+)\")?>([^<]*)</text>");
  std::vector<TextBox> boxes;
  for (std::sregex_iterator i(svg.begin(), svg.end(), pattern), end; i != end; ++i) {
    const std::string css_class = (*i)[1];
    const double size = css_class == "note"     ? 10.5
                        : css_class == "ptitle" ? 12.0
                        : css_class == "pin"    ? 11.5
                        : css_class == "rlabel" ? 10.0
                                                : 11.0;
    const double width = text_width((*i)[5].str(), size);
    const double x = std::stod((*i)[2]);
    const double y = std::stod((*i)[3]);
    const double left = (*i)[4] == "end" ? x - width : (*i)[4] == "middle" ? x - width / 2.0 : x;
    boxes.push_back({(*i)[5], left, left + width, y - 0.75 * size, y});
  }
  return boxes;
}

/// @return The first two texts of which one covers the other; empty: none do.
inline std::string find_text_overlap(const std::string& svg) {
  const std::vector<TextBox> boxes = text_boxes(svg);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (boxes[i].overlaps(boxes[k])) return boxes[k].text + " and " + boxes[i].text;
    }
  }
  return "";
}

/// @return The first text that leaves the picture at a side; empty: none does.
inline std::string find_cut_text(const std::string& svg, double width) {
  for (const TextBox& box : text_boxes(svg)) {
    if (box.left < -0.5 || box.right > width + 0.5) return box.text;
  }
  return "";
}

}  // namespace freefloat
