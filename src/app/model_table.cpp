#include "app/model_table.h"

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

}  // namespace

void print_model_table(std::ostream& out, const OrderedJson& answer) {
  out << "Table frame, SI units as in the names.\n";
  print_values(out, "", answer);
}

}  // namespace freefloat
