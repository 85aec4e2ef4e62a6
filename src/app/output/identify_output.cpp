#include "app/output/identify_output.h"

#include <nlohmann/json.hpp>

#include "app/output/add_line.h"
#include "app/output/suggestion_output.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kGravity = 9.80665;  // m/s^2

std::string describe_case(const CaseResult& result) {
  if (!result.captured) return "not captured: " + result.reason;
  return fmt::format("captured after {:.1f} s, {:.2f} mm from the target at {:.1f} mm/s", result.capture_time,
                     1e3 * result.distance, 1e3 * result.relative_speed);
}

/// What to move more, where the motion leaves something open.
std::vector<std::string> advise(const IdentifyAnswer& answer) {
  constexpr double kGoodRange = deg_to_rad(60.0);
  std::vector<std::string> advice;
  for (std::size_t i = 0; i < answer.ranges.size(); ++i) {
    if (answer.ranges[i] < kGoodRange)
      advice.push_back(
          fmt::format("joint {} has moved through {:.0f} deg alone: {:.0f} or more tell its links better",
                      i + 1, rad_to_deg(answer.ranges[i]), rad_to_deg(kGoodRange)));
  }
  if (answer.satellite_range < deg_to_rad(20.0)) {
    advice.push_back(
        fmt::format("the satellite has turned by {:.0f} deg alone: move the stretched arm far to and fro, or "
                    "push the robot round, to tell the satellite's mass centre",
                    rad_to_deg(answer.satellite_range)));
  }
  return advice;
}

void add_values(std::string& text, const MassSolution& solution, bool sound) {
  add_line(text, "{:<32}{:>11}{:>12}   95 % interval", "", "file", "found");
  for (const IdentifiedValue& value : solution.values) {
    add_line(text, "{:<32}{:>11.5g}{:>12.5g}   {}", value.key, value.before, value.value,
             value.held   ? "held"
             : value.told ? fmt::format("{:.5g} to {:.5g}", value.low, value.high)
             : sound      ? "not told by itself"
                          : "none");
  }
}

void add_untold(std::string& text, const MassSolution& solution) {
  if (solution.untold.empty()) return;
  for (const UntoldDirection& direction : solution.untold) text += "not told: " + direction.words + "\n";
  text +=
      "  no change of these shows in the motion; what is written is as near to the file as the rest allows. "
      "What is known from elsewhere: --hold mass_centres, --hold masses, --hold KEY; what a motion can tell: "
      "--suggest NEXT.yaml\n";
}

void add_stretches(std::string& text, const MomentumFit& fit) {
  for (std::size_t i = 0; i < fit.table.size(); ++i) {
    const TableForce& force = fit.table[i];
    add_line(text, "stretch {}: table tilt [{:.2e}, {:.2e}] ± [{:.0e}, {:.0e}] g, drag {:.3f} ± {:.3f} 1/s",
             i + 1, force.tilt.x() / kGravity, force.tilt.y() / kGravity,
             1.96 * force.tilt_sigma.x() / kGravity, 1.96 * force.tilt_sigma.y() / kGravity,
             force.linear_drag, 1.96 * force.linear_drag_sigma);
  }
}

nlohmann::ordered_json case_json(const CaseResult& result) {
  return {{"captured", result.captured},
          {"reason", result.reason},
          {"capture_time_s", result.capture_time},
          {"distance_mm", 1e3 * result.distance},
          {"relative_speed_mm_s", 1e3 * result.relative_speed}};
}

}  // namespace

std::string identification_text(const IdentifyAnswer& answer, const std::vector<std::string>& hold,
                                const std::string& capture) {
  const MassSolution& solution = answer.solution;
  std::string text;
  add_line(text, "{}: {} pictures, {} stretches; the fit leaves {:.2f} times the LEDs' own noise",
           answer.robot.name, answer.fit.pictures, answer.fit.table.size(), answer.fit.noise);
  add_line(text, "unknown {}, told {}, condition {:.0f}; held beside: {} \n", solution.unknowns,
           solution.rank, solution.condition, fmt::join(hold, " "));
  add_values(text, solution, answer.soundness.sound);
  if (answer.soundness.sound) add_untold(text, solution);
  if (!answer.soundness.words.empty()) add_line(text, "warning: {}", answer.soundness.words);
  if (solution.misfit > 3.0)
    add_line(text,
             "warning: the held values leave {:.0f} standard deviations unexplained; one of them is wrong",
             solution.misfit);
  for (const std::string& what : answer.inconsistencies) add_line(text, "warning: {}", what);
  add_stretches(text, answer.fit);
  for (const std::string& line : advise(answer)) add_line(text, "advice: {}", line);
  if (answer.capture)
    add_line(text,
             "capture of {}, if the robot is as found\n  with the file as it was  {}\n"
             "  with what was found     {}",
             capture, describe_case(answer.capture->old_file), describe_case(answer.capture->new_file));
  return text;
}

nlohmann::ordered_json identification_json(const IdentifyAnswer& answer) {
  nlohmann::ordered_json json{{"robot", answer.robot.name},      {"pictures", answer.fit.pictures},
                              {"noise_ratio", answer.fit.noise}, {"degrees_of_freedom", answer.fit.freedom},
                              {"sound", answer.soundness.sound}, {"unknowns", answer.solution.unknowns},
                              {"rank", answer.solution.rank},    {"condition", answer.solution.condition},
                              {"misfit", answer.solution.misfit}};
  for (const IdentifiedValue& value : answer.solution.values) {
    json["values"].push_back({{"key", value.key},
                              {"before", value.before},
                              {"value", value.value},
                              {"low", value.low},
                              {"high", value.high},
                              {"held", value.held},
                              {"told", value.told}});
  }
  json["not_told"] = nlohmann::ordered_json::array();
  for (const UntoldDirection& direction : answer.solution.untold) json["not_told"].push_back(direction.words);
  for (const TableForce& force : answer.fit.table) {
    json["stretches"].push_back({{"tilt_g", {force.tilt.x() / kGravity, force.tilt.y() / kGravity}},
                                 {"linear_drag_per_s", force.linear_drag},
                                 {"linear_drag_sigma_per_s", force.linear_drag_sigma}});
  }
  json["warnings"] = answer.inconsistencies;
  if (!answer.soundness.words.empty()) json["warnings"].push_back(answer.soundness.words);
  json["advice"] = advise(answer);
  if (answer.capture)
    json["capture"] = {{"old_file", case_json(answer.capture->old_file)},
                       {"new_file", case_json(answer.capture->new_file)}};
  if (answer.suggestion) json["suggestion"] = suggestion_json(*answer.suggestion);
  return json;
}

std::string payload_text(const PayloadFit& found, const PayloadParameters& assumed) {
  const std::string text =
      fmt::format("payload, from {:.1f} s of motion with it\n", found.seconds) +
      fmt::format("  mass         {:7.3f} kg, {:.3f} to {:.3f} (95 %){}\n", found.mass, found.mass_low,
                  found.mass_high, found.told ? "" : ", not told by this motion: jog each joint") +
      fmt::format("  inertia      {:7.4f} kg m^2 about its mass centre\n", found.inertia) +
      fmt::format("  mass centre  {:7.1f}, {:.1f} mm from the hand, in the last link's frame\n",
                  1e3 * found.p_EP.x(), 1e3 * found.p_EP.y());
  if (assumed.fixed) return text + "  the experiment takes the target as fixed to the table\n";
  return text + fmt::format("  the experiment assumes {:.3f} kg, {:.4f} kg m^2{}\n", assumed.mass,
                            assumed.inertia,
                            assumed.mass < found.mass_low || assumed.mass > found.mass_high
                                ? ": that is not what was captured; correct payload in its file"
                                : "");
}

nlohmann::ordered_json payload_json(const PayloadFit& found, const PayloadParameters& assumed) {
  return {{"seconds", found.seconds},
          {"sound", found.soundness.sound},
          {"told", found.told},
          {"mass_kg", found.mass},
          {"mass_low_kg", found.mass_low},
          {"mass_high_kg", found.mass_high},
          {"inertia_kg_m2", found.inertia},
          {"mass_centre_from_hand_m", {found.p_EP.x(), found.p_EP.y()}},
          {"assumed_mass_kg", assumed.fixed ? 0.0 : assumed.mass},
          {"assumed_inertia_kg_m2", assumed.fixed ? 0.0 : assumed.inertia}};
}

}  // namespace freefloat
