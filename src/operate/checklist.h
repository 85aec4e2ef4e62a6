#pragma once

#include <string>
#include <vector>

#include "operate/day_state.h"

namespace freefloat {

/// A line of what must be well before a run.
struct CheckLine {
  std::string name;
  bool ok = false;
  std::string text;    ///< what is seen
  std::string remedy;  ///< what to do; empty where all is well
  bool blocks = true;  ///< no run is begun without it
};

/// @return Every line, in the order in which a person would look.
std::vector<CheckLine> make_checklist(const DayState& day, const Watch& watch);

/// Where a robot that no program can move is to be pushed.
struct StartOffset {
  double position = 0.0;         ///< of the satellite, m
  double attitude = 0.0;         ///< to turn counter-clockwise, rad
  double joint = 0.0;            ///< largest of a joint, rad
  std::optional<double> target;  ///< of the target, m; none: there is no target, or it is not seen
  bool near = false;             ///< all of it within what a technician can do
  std::string text;              ///< in plain words
};

/// @return How far robot and target are from the experiment's start; none: the robot is not seen.
std::optional<StartOffset> find_start_offset(const DayState& day, const Watch& watch);

}  // namespace freefloat
