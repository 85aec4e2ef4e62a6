#include "spatial/symbolic/parameter_list.h"

#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <stdexcept>

namespace freefloat {

namespace {

constexpr std::array<const char*, 6> kComponents{"xx", "yy", "zz", "xy", "xz", "yz"};
constexpr std::array<std::array<int, 2>, 6> kEntries{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};

void add_vector(ParameterClass kind, int index, const std::string& owner, const std::string& part,
                const std::string& letter, const std::string& meaning, const Vector3& values,
                std::vector<TreeParameter>& list) {
  for (int i = 0; i < 3; ++i) {
    const std::string axis = kAxes[i];
    list.push_back({kind, index, i, owner + "." + part + "." + axis,
                    letter + "_" + make_identifier(owner) + "_" + axis, "m", meaning + ", " + axis,
                    values[i]});
  }
}

void add_body(const TreeBody& body, int index, std::vector<TreeParameter>& list) {
  const std::string id = make_identifier(body.name);
  list.push_back({ParameterClass::kMass, index, 0, body.name + ".mass", "m_" + id, "kg",
                  "mass of " + body.name, body.mass});
  add_vector(ParameterClass::kMassCentre, index, body.name, "mass_centre", "c",
             "mass centre of " + body.name + ", own frame", body.mass_centre, list);
  for (std::size_t i = 0; i < kComponents.size(); ++i) {
    list.push_back(
        {ParameterClass::kInertia, index, static_cast<int>(i), body.name + ".inertia." + kComponents[i],
         "I_" + id + "_" + kComponents[i], "kg m^2",
         std::string("inertia of ") + body.name + " about its mass centre, own axes, " + kComponents[i],
         body.inertia(kEntries[i][0], kEntries[i][1])});
  }
}

std::optional<ParameterClass> class_of(const std::string& text) {
  if (text == "m") return ParameterClass::kMass;
  if (text == "I") return ParameterClass::kInertia;
  if (text == "c") return ParameterClass::kMassCentre;
  if (text == "p" || text == "l") return ParameterClass::kJointPosition;
  if (text == "e") return ParameterClass::kEndPoint;
  return std::nullopt;
}

/// @return Whether `wanted` is the name or the beginning of it up to a dot.
bool names(const std::string& wanted, const std::string& name) {
  return name == wanted || name.starts_with(wanted + ".");
}

[[noreturn]] void refuse(const std::string& wanted, const std::vector<TreeParameter>& list) {
  std::string known;
  for (const TreeParameter& parameter : list) {
    std::string name = parameter.name;
    if (parameter.kind != ParameterClass::kMass) name.resize(name.rfind('.'));
    if (known.ends_with(" " + name)) continue;  // another component of the same
    known += (known.empty() ? " " : ", ") + name;
  }
  throw std::invalid_argument("--symbolic-parameters: '" + wanted +
                              "' is no parameter of this model; use the classes m, I, c, p (or l), e, all, "
                              "none, or the names" +
                              known + "; .x, .xx and so on choose one component");
}

}  // namespace

std::string make_identifier(const std::string& text) {
  std::string identifier;
  for (const char c : text) {
    const bool allowed = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    identifier += allowed ? c : '_';
  }
  return identifier;
}

std::vector<TreeParameter> list_parameters(const TreeParameters& tree) {
  std::vector<TreeParameter> list;
  add_body(tree.base, 0, list);
  for (int i = 1; i < tree.body_count(); ++i) {
    const TreeLink& link = tree.links[i - 1];
    add_body(link.body, i, list);
    const std::string& carrier = tree.body(link.joint.parent).name;
    add_vector(ParameterClass::kJointPosition, i, link.body.name, "joint_position", "p",
               "origin of " + link.body.name + " in the frame of " + carrier, link.joint.position, list);
  }
  for (std::size_t i = 0; i < tree.end_points.size(); ++i) {
    const EndPoint& end = tree.end_points[i];
    add_vector(ParameterClass::kEndPoint, static_cast<int>(i), end.name, "position", "e",
               "end point " + end.name + " in the frame of " + tree.body(end.body).name, end.position, list);
  }
  // Names that differ in forbidden characters only become different by a number.
  std::set<std::string> taken;
  for (TreeParameter& parameter : list) {
    const std::string plain = parameter.identifier;
    for (int i = 2; !taken.insert(parameter.identifier).second; ++i) {
      parameter.identifier = plain + "_" + std::to_string(i);
    }
  }
  return list;
}

std::vector<TreeParameter> choose_parameters(const TreeParameters& tree,
                                             const std::vector<std::string>& wanted, bool keep_zeros) {
  const std::vector<TreeParameter> list = list_parameters(tree);
  std::vector<bool> chosen(list.size(), false);
  for (const std::string& text : wanted) {
    if (text == "none" || text.empty()) continue;
    const std::optional<ParameterClass> kind = class_of(text);
    bool found = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (text == "all" || (kind ? list[i].kind == *kind : names(text, list[i].name))) {
        chosen[i] = found = true;
      }
    }
    if (!found && !(kind == ParameterClass::kEndPoint)) refuse(text, list);
  }
  std::vector<TreeParameter> result;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (chosen[i] && !(keep_zeros && list[i].value == 0.0)) result.push_back(list[i]);
  }
  return result;
}

}  // namespace freefloat
