// What tools/prove asks about the supervisor.
//
//   prove_supervisor picture            the table as a picture, SVG
//   prove_supervisor model [SABOTAGE]   the table as a model for SPIN; with one wrong cell
//   prove_supervisor properties         a line each: name, what it says
//   prove_supervisor sabotages          a line each: name, the property that must find it
//   prove_supervisor every-set          counts what was stepped, all sets of faults included
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string_view>

#include "supervisor_model.h"
#include "supervisor_picture.h"

namespace freefloat {
namespace {

void print_model(std::string_view name) {
  SupervisorTable table = make_supervisor_table(false);
  if (!name.empty()) {
    bool found = false;
    for (const Sabotage& sabotage : sabotages(table)) {
      if (sabotage.name != name) continue;
      if (table.at(sabotage.cell) == sabotage.after)
        throw std::logic_error("the sabotage changes nothing: " + std::string(name));
      table.at(sabotage.cell) = sabotage.after;
      found = true;
    }
    if (!found) throw std::invalid_argument("no sabotage " + std::string(name));
  }
  fmt::print("{}", write_model(table));
}

void print_size() {
  const SupervisorTable table = make_supervisor_table(true);
  std::size_t reached = 0;
  for (const bool cell : table.reached) reached += cell ? 1 : 0;
  fmt::print(
      "{} places, {} requests new and standing, {} classes of faults: {} cells, {} of them can come about; "
      "{} "
      "sets of faults stepped\n",
      kPlaceCount, kRequestCount, table.columns.size(), table.after.size(), reached,
      1u << static_cast<unsigned>(Fault::kCount));
}

void answer(std::string_view what, std::string_view name) {
  if (what == "picture") {
    fmt::print("{}", draw_supervisor(make_supervisor_table(false)));
  } else if (what == "model") {
    print_model(name);
  } else if (what == "properties") {
    for (const Property& property : properties()) fmt::print("{} {}\n", property.name, property.says);
  } else if (what == "sabotages") {
    for (const Sabotage& sabotage : sabotages(make_supervisor_table(false)))
      fmt::print("{} {}\n", sabotage.name, sabotage.property);
  } else if (what == "every-set") {
    print_size();
  } else {
    throw std::invalid_argument("one of picture, model, properties, sabotages, every-set, please");
  }
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  try {
    freefloat::answer(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "");
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "prove_supervisor: {}\n", error.what());
    return 1;
  }
}
