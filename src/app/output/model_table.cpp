#include "app/output/model_table.h"

#include <iomanip>
#include <ostream>
#include <sstream>
#include <string>

namespace freefloat {

namespace {

constexpr int kNameWidth = 34;
constexpr int kNumberWidth = 14;

void print_row(std::ostream& out, const std::string& name, const OrderedJson& values) {
  std::ostringstream row;
  row << std::left << std::setw(kNameWidth) << name << std::right << std::setprecision(6);
  if (values.is_null()) row << std::setw(kNumberWidth) << "none";
  if (values.is_boolean()) row << std::setw(kNumberWidth) << (values.get<bool>() ? "yes" : "no");
  if (values.is_number()) row << std::setw(kNumberWidth) << values.get<double>();
  if (values.is_array()) {
    for (const OrderedJson& value : values) {
      if (value.is_string()) row << ' ' << std::setw(kNumberWidth - 1) << value.get<std::string>();
      if (value.is_null()) row << std::setw(kNumberWidth) << "no end";
      if (value.is_number()) row << std::setw(kNumberWidth) << value.get<double>();
    }
  }
  out << row.str() << '\n';
}

void print_values(std::ostream& out, const std::string& prefix, const OrderedJson& values) {
  for (const auto& [key, value] : values.items()) {
    const std::string name = prefix + key;
    if (value.is_object()) {
      print_values(out, name + ".", value);
    } else if (value.is_array() && !value.empty() && value[0].is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i) print_row(out, i == 0 ? name : "", value[i]);
    } else {
      print_row(out, name, value);
    }
  }
}

/// What the ranges of the hand's distance from the mass centre mean.
void explain_workspace(std::ostream& out, const OrderedJson& answer) {
  if (!answer.contains("reachable_annulus_m")) return;
  const bool redundant = answer["link_coefficients_m"].size() > 3;  // K_0, K_1, K_2: two joints
  out << "\nDistances of the hand from the mass centre, joint limits and collisions aside:\n"
         "  guaranteed_workspace_radius_m  K1 + .. + Kn - K0: the stretched arm reaches it at any attitude\n"
         "  singularity_free_annulus_m     no posture at all is singular here"
      << (redundant ? "; elsewhere single ones are, and\n"
                      "                                 the arm can be led past them: its joints are more "
                      "than two\n"
                    : "\n")
      << "  any_attitude_annulus_m         reached whatever the satellite's attitude is\n"
         "  reachable_annulus_m            reached in some posture; nothing beyond it\n";
}

}  // namespace

void print_model_table(std::ostream& out, const OrderedJson& answer) {
  out << "Table frame, SI units as in the names.\n";
  print_values(out, "", answer);
  explain_workspace(out, answer);
}

}  // namespace freefloat
