#include "app/output/robot_edits.h"

#include <fmt/format.h>

#include <stdexcept>

#include "app/output/file_edits.h"
#include "config/load/load_parts.h"

namespace freefloat {

bool same_masses(const RobotParameters& a, const RobotParameters& b) {
  if (a.joint_count() != b.joint_count() || a.satellite_mass != b.satellite_mass ||
      a.satellite_inertia != b.satellite_inertia || a.markers.size() != b.markers.size())
    return false;
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    if (a.links[i].mass != b.links[i].mass || a.links[i].inertia != b.links[i].inertia ||
        a.links[i].to_mass_centre != b.links[i].to_mass_centre)
      return false;
  }
  return true;
}

namespace {

std::string interval_comment(const MassSolution& solution, const std::string& key) {
  for (const IdentifiedValue& value : solution.values) {
    if (value.key != key || value.held) continue;
    return value.told ? fmt::format("identified: {:.5g} to {:.5g} (95 %)", value.low, value.high)
                      : std::string("identified together with others, not told by itself");
  }
  return {};
}

/// What the robot's file says of it.
FileNote note_of_solution(const MassSolution& solution, const std::vector<std::string>& hold,
                          const std::vector<std::string>& logs) {
  FileNote note{"identify", fmt::format("{} of {} unknown combinations told\nheld: {}\n", solution.rank,
                                        solution.unknowns, fmt::join(hold, ", "))};
  for (const std::string& log : logs) note.body += "from " + log + "\n";
  return note;
}

}  // namespace

void write_robot(const std::string& path, const IdentifyAnswer& answer, const std::vector<std::string>& hold,
                 const std::vector<std::string>& logs) {
  if (!same_masses(load_robot(path), answer.robot)) {
    throw std::runtime_error("--write " + path +
                             ": has other numbers than the robot that was identified; nothing was written");
  }
  const RobotParameters found = with_masses(answer.robot, answer.solution.masses);
  std::vector<FileEdit> edits;
  const auto add = [&](const std::string& key, const std::vector<double>& before,
                       const std::vector<double>& now, const std::string& comment) {
    if (list_text(before) != list_text(now)) edits.push_back({key, list_text(now), comment});
  };
  const auto point = [](const Vector2& p) { return std::vector<double>{p.x(), p.y()}; };
  const auto told = [&](const std::string& key) { return interval_comment(answer.solution, key); };
  const RobotParameters& was = answer.robot;
  add("satellite.mass_kg", {was.satellite_mass}, {found.satellite_mass}, told("satellite.mass_kg"));
  add("satellite.inertia_kg_m2", {was.satellite_inertia}, {found.satellite_inertia},
      told("satellite.inertia_kg_m2"));
  add("satellite.to_joint_m", point(was.satellite_to_joint), point(found.satellite_to_joint), {});
  for (std::size_t i = 0; i < found.links.size(); ++i) {
    const std::string at = fmt::format("links[{}].", i);
    const LinkParameters& a = was.links[i];
    const LinkParameters& b = found.links[i];
    add(at + "mass_kg", {a.mass}, {b.mass}, told(at + "mass_kg"));
    add(at + "inertia_kg_m2", {a.inertia}, {b.inertia}, told(at + "inertia_kg_m2"));
    add(at + "to_mass_centre_m", point(a.to_mass_centre), point(b.to_mass_centre),
        told(at + "to_mass_centre_m.x"));
    add(at + "to_end_m", point(a.to_end), point(b.to_end), {});
  }
  for (std::size_t i = 0; i < found.markers.size(); ++i)
    add(fmt::format("markers[{}].position_m", i), point(was.markers[i].position),
        point(found.markers[i].position), {});
  edit_file(path, edits, note_of_solution(answer.solution, hold, logs));
}

}  // namespace freefloat
