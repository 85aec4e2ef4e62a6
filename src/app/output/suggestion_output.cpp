#include "app/output/suggestion_output.h"

#include <nlohmann/json.hpp>

#include "app/output/add_line.h"
#include "bring_up/jog_experiment.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kShrinks = 1.05;  // by less, and the motion tells nothing of it

std::vector<double> degrees_of(const JointVector& angles) {
  std::vector<double> degrees;
  for (const double angle : angles) degrees.push_back(rad_to_deg(angle));
  return degrees;
}

bool shrinks(const ForecastDirection& direction) {
  return direction.before > kShrinks * direction.after;
}

/// @return `1.3 %` of a mass or inertia, `0.42 mm` of a mass centre.
std::string sigma_text(const ForecastValue& value, double sigma) {
  return value.key.find("centre") == std::string::npos ? fmt::format("{:.3g} %", 100.0 * sigma)
                                                       : fmt::format("{:.3g} mm", 1e3 * sigma);
}

}  // namespace

std::string suggested_experiment(const MotionSuggestion& suggestion, const TestbedFile& testbed,
                                 const std::string& name) {
  const JogPlan& plan = suggestion.plan;
  const std::string head = fmt::format(
      "# Made by freefloat identify --suggest: joints to and fro so that the log tells of the masses what "
      "earlier\n"
      "# logs left open. Begin with the robot at rest where `start` says; it stays {:.2f} m or more from "
      "what the\n"
      "# table allows.\n"
      "name: identify_more\n"
      "description: Joints to and fro, to tell of the robot's masses what earlier logs left open.\n"
      "testbed: {}\n"
      "seed: 1\n\n"
      "start:\n  attitude_deg: {:.4g}\n  joints_deg: [{:.5g}]\n  satellite_position_m: [{:.4g}, {:.4g}]\n\n"
      "target:\n  mount: none\n\n"
      "{}",
      suggestion.clearance, name, rad_to_deg(plan.attitude), fmt::join(degrees_of(plan.joints), ", "),
      plan.satellite.x(), plan.satellite.y(), wide_settings(testbed));
  std::string motion =
      fmt::format("  - {{phase: move_to, name: begin, joints_deg: [{:.5g}], timeout_s: 30}}\n",
                  fmt::join(degrees_of(plan.joints), ", "));
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    motion +=
        fmt::format("  - {{phase: jog, name: step {}, joint_rates_deg_s: [{:.3f}], duration_s: {:.4g}}}\n",
                    i + 1, fmt::join(degrees_of(plan.steps[i].rates), ", "), plan.steps[i].duration);
  }
  return head + phases_around(motion);
}

std::string suggestion_text(const MotionSuggestion& suggestion, const std::string& path) {
  std::string text;
  add_line(text, "suggested motion of {:.0f} s, {:.2f} m or more from what the table allows: {}",
           suggestion.plan.duration(), suggestion.clearance, path);
  for (const ForecastDirection& direction : suggestion.forecast.directions) {
    if (shrinks(direction)) {
      add_line(text, "  will tell: {}: 1 sigma {:.3g} times smaller", direction.words,
               direction.before / direction.after);
    } else {
      add_line(text, "  will not tell: {}", direction.words);
    }
  }
  add_line(text, "  {:<32}{:>14}{:>14}   what the file may be wrong by included", "1 sigma", "now",
           "expected");
  for (const ForecastValue& value : suggestion.forecast.values)
    add_line(text, "  {:<32}{:>14}{:>14}", value.key, sigma_text(value, value.before),
             sigma_text(value, value.after));
  return text + "run it, then name its log beside the others: freefloat identify LOGS... NEW.mcap\n";
}

nlohmann::ordered_json suggestion_json(const MotionSuggestion& suggestion) {
  nlohmann::ordered_json json{{"duration_s", suggestion.plan.duration()},
                              {"clearance_m", suggestion.clearance},
                              {"log_determinant_gain", suggestion.worth}};
  json["directions"] = nlohmann::ordered_json::array();
  for (const ForecastDirection& direction : suggestion.forecast.directions) {
    json["directions"].push_back({{"words", direction.words},
                                  {"sigma_before", direction.before},
                                  {"sigma_after", direction.after},
                                  {"will_tell", shrinks(direction)}});
  }
  json["values"] = nlohmann::ordered_json::array();
  for (const ForecastValue& value : suggestion.forecast.values) {
    const bool centre = value.key.find("centre") != std::string::npos;
    const std::string unit = centre ? "_m" : "_share";
    json["values"].push_back(
        {{"key", value.key}, {"sigma_before" + unit, value.before}, {"sigma_after" + unit, value.after}});
  }
  return json;
}

}  // namespace freefloat
