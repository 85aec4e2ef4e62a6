#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "runtime/track_markers.h"
#include "types/marker_frame.h"

namespace freefloat {

/// Writes what `freefloat track` found: a table for people, or one JSON object a line for programs.
class TrackOutput {
 public:
  /// @param names Of the LEDs, in the order of the scene.
  TrackOutput(std::ostream& out, bool json, std::vector<std::string> names);

  /// One line. Positions in the table frame at the LED's own height, `sigma_mm` as root mean square over the
  /// two directions; LEDs not seen are null in JSON and a dash in the table.
  void show(const MarkerFrame& frame);

  /// Pictures, share of them in which each LED was seen, and speed.
  void show(const TrackSummary& summary);

 private:
  void show_table_line(const MarkerFrame& frame);
  void show_json_line(const MarkerFrame& frame);

  std::ostream& out_;
  bool json_;
  std::vector<std::string> names_;
  bool header_written_ = false;
};

}  // namespace freefloat
