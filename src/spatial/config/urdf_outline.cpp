#include "spatial/config/urdf_outline.h"

#include <expat.h>

#include <memory>
#include <set>
#include <string_view>

namespace freefloat {

namespace {

const std::set<std::string_view> kKnownElements = {"robot",       "link",
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
const std::set<std::string_view> kSkippedElements = {"transmission", "gazebo", "ros2_control"};

// Far above what URDF itself has (robot, link, visual, geometry, mesh).
constexpr int kMostLevels = 32;

struct Reading {
  XML_Parser parser;
  const std::string& file;
  Problems& problems;
  std::vector<UrdfElement> elements{};
  int level = 0;
  int skipped_from = 0;  ///< level of the element whose content is skipped; 0: none

  void refuse(const std::string& element, const std::string& problem, const std::string& allowed,
              const std::string& remedy = {}) {
    problems.add(
        {file, static_cast<int>(XML_GetCurrentLineNumber(parser)), element, {}, problem, allowed, remedy});
  }

  void begin(const std::string& element, const char** attributes) {
    ++level;
    if (level > kMostLevels) {
      refuse({}, "elements stand in each other deeper than " + std::to_string(kMostLevels) + " levels",
             "links side by side: joints say what hangs on what");
      XML_StopParser(parser, XML_FALSE);
    } else if (skipped_from != 0) {
      return;
    } else if (kSkippedElements.contains(element)) {
      skipped_from = level;
    } else if (element.starts_with("xacro:")) {
      refuse(element, "is a macro of xacro: this is not yet a model", {},
             "expand it first: xacro " + file + " > expanded.urdf");
      XML_StopParser(parser, XML_FALSE);
    } else if (!kKnownElements.contains(element)) {
      refuse(element, "unsupported element", "links with inertial, joints; shapes are passed over");
    }
    for (; *attributes != nullptr; attributes += 2) {
      if (std::string_view(attributes[0]) == "name")
        elements.push_back({element, attributes[1], static_cast<int>(XML_GetCurrentLineNumber(parser))});
    }
  }

  void end() {
    if (level-- == skipped_from) skipped_from = 0;
  }
};

}  // namespace

std::vector<UrdfElement> read_urdf_outline(const std::string& text, const std::string& file,
                                           Problems& problems) {
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate(nullptr),
                                                                            XML_ParserFree);
  Reading reading{parser.get(), file, problems};
  XML_SetUserData(parser.get(), &reading);
  XML_SetElementHandler(
      parser.get(),
      [](void* to, const char* element, const char** attributes) {
        static_cast<Reading*>(to)->begin(element, attributes);
      },
      [](void* to, const char*) { static_cast<Reading*>(to)->end(); });
  if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE) == XML_STATUS_ERROR &&
      XML_GetErrorCode(parser.get()) != XML_ERROR_ABORTED) {
    reading.refuse(
        {}, std::string("is no whole XML document: ") + XML_ErrorString(XML_GetErrorCode(parser.get())), {});
  }
  return std::move(reading.elements);
}

}  // namespace freefloat
