#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/track_markers.h"
#include "vision/unseen.h"

namespace freefloat {

/// Writes what was found in pictures: a table for people, or one JSON object a line for programs.
class TrackOutput {
 public:
  /// @param out Must outlive this. @param names Of the LEDs, in the order of the scene.
  TrackOutput(std::ostream& out, bool json, std::vector<std::string> names)
      : out_(out), json_(json), names_(std::move(names)) {}

  /// One line. Positions in the table frame at the LED's own height, `sigma_mm` as root mean square over the
  /// two directions; LEDs not seen are null in JSON and a dash in the table.
  /// @param reasons Why LEDs are not seen.
  void show(const MarkerFrame& frame, const Reasons& reasons);

  /// Counts it alone, for the summary.
  void count(const MarkerFrame& frame, const Reasons& reasons);

  /// Pictures, share of them in which each LED was seen, and speed.
  void show(const TrackSummary& summary);

 private:
  void show_table_line(const MarkerFrame& frame);
  void show_json_line(const MarkerFrame& frame, const Reasons& reasons);
  void show_json_summary(const TrackSummary& summary);
  std::string_view main_reason(std::size_t marker) const;

  std::ostream& out_;
  bool json_;
  std::vector<std::string> names_;
  bool header_written_ = false;
  std::array<std::array<std::uint64_t, kUnseenReasons>, kMaxMarkers> unseen_{};
};

}  // namespace freefloat
