#include "spatial/config/urdf_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace freefloat {

namespace {

constexpr std::array kKnownElements = {"robot",       "link",
                                       "inertial",    "origin",
                                       "mass",        "inertia",
                                       "visual",      "collision",
                                       "geometry",    "box",
                                       "cylinder",    "sphere",
                                       "capsule",     "mesh",
                                       "material",    "color",
                                       "texture",     "verbose",
                                       "joint",       "parent",
                                       "child",       "axis",
                                       "limit",       "dynamics",
                                       "calibration", "safety_controller",
                                       "mimic"};
// They describe motors, controllers and simulators, not bodies.
constexpr std::array kSkippedElements = {"transmission", "gazebo", "ros2_control"};

// Far above what URDF itself has (robot, link, visual, geometry, mesh).
constexpr int kMostLevels = 32;

/// @return Place of the `>` that ends the tag at the begin of `text`; one in quotes does not.
std::size_t tag_end(std::string_view text) {
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote != 0) {
      if (text[i] == quote) quote = 0;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '>') {
      return i;
    }
  }
  return std::string_view::npos;
}

}  // namespace

UrdfText::UrdfText(const std::string& text, const std::string& file) : text_(text), file_(file) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
    line_ends_.push_back(at);
  }
}

void UrdfText::add(Problems& problems, std::size_t at, const std::string& element, const std::string& problem,
                   const std::string& allowed, const std::string& remedy) const {
  problems.add({file_, line_at(at), element, {}, problem, allowed, remedy});
}

void UrdfText::check_elements(Problems& problems) const {
  for (std::size_t at = text_.find('<'); at != std::string::npos; at = text_.find('<', at + 1)) {
    if (text_.compare(at, 4, "<!--") == 0) {
      at = text_.find("-->", at);
      if (at == std::string::npos) return;
      continue;
    }
    const std::size_t end = text_.find_first_of(" \t\r\n/>", at + 1);
    if (end == std::string::npos) return;
    const std::string name = text_.substr(at + 1, end - at - 1);
    if (name.empty() || name[0] == '?' || name[0] == '!') continue;
    if (std::find(kSkippedElements.begin(), kSkippedElements.end(), name) != kSkippedElements.end()) {
      const std::size_t close = text_.find("</" + name, at);
      const std::size_t tag_close = text_.find('>', at);
      const bool alone = tag_close != std::string::npos && text_[tag_close - 1] == '/';
      at = alone || close == std::string::npos ? tag_close : close;
      if (at == std::string::npos) return;
      continue;
    }
    if (name.starts_with("xacro:")) {
      add(problems, at, name, "is a macro of xacro: this is not yet a model", {},
          "expand it first: xacro " + file_ + " > expanded.urdf");
      return;
    }
    if (std::find(kKnownElements.begin(), kKnownElements.end(), name) == kKnownElements.end()) {
      add(problems, at, name, "unsupported element", "links with inertial, joints; shapes are passed over");
    }
  }
}

void UrdfText::check_nesting(Problems& problems) const {
  int level = 0;
  for (std::size_t at = text_.find('<'); at != std::string::npos; at = text_.find('<', at + 1)) {
    const std::string_view rest = std::string_view(text_).substr(at);
    if (rest.starts_with("<!--")) {
      at = text_.find("-->", at);
      if (at == std::string::npos) return;
      continue;
    }
    if (rest.starts_with("<?") || rest.starts_with("<!")) continue;
    const std::size_t end = tag_end(rest);
    if (end == std::string_view::npos) return;
    if (rest.starts_with("</")) {
      level = std::max(level - 1, 0);
    } else if (rest[end - 1] != '/' && ++level > kMostLevels) {
      add(problems, at, {},
          "elements stand in each other deeper than " + std::to_string(kMostLevels) + " levels",
          "links side by side: joints say what hangs on what");
      return;
    }
  }
}

int UrdfText::line_of(const std::string& element, const std::string& name) const {
  for (std::size_t at = text_.find("<" + element); at != std::string::npos;
       at = text_.find("<" + element, at + 1)) {
    const std::string tag = text_.substr(at, text_.find('>', at) - at);
    for (const char quote : {'"', '\''}) {
      std::string wanted = "name=";
      wanted.push_back(quote);
      wanted.append(name).push_back(quote);
      if (tag.find(wanted) != std::string::npos) return line_at(at);
    }
  }
  return 0;
}

int UrdfText::line_at(std::size_t at) const {
  return 1 +
         static_cast<int>(std::lower_bound(line_ends_.begin(), line_ends_.end(), at) - line_ends_.begin());
}

}  // namespace freefloat
