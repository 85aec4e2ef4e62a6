#include "supervisor_picture.h"

#include "drawing/svg.h"

namespace freefloat {

namespace {

constexpr double kLeft = 110.0;
constexpr double kCellWidth = 47.0;
constexpr double kRowHeight = 19.0;
constexpr double kPanelHead = 66.0;
constexpr double kPanelHeight = kPanelHead + kRowHeight * kPlaceCount + 18.0;
constexpr double kWidth = kLeft + 2 * kRequestCount * kCellWidth + 16.0;

constexpr std::string_view kStyle =
    "text{font:11px sans-serif;fill:#1b1b1b}.head{font-weight:bold;font-size:13px}.small{font-size:9px}"
    ".paper{fill:#fff}.safe{fill:#e6e6e6}.ready{fill:#cfe3f7}.armed{fill:#ffe9a8}.active{fill:#f6b17a}"
    ".hold{fill:#ffd76a}.fault{fill:#f3a6a6}.stopped{fill:#d9a3cf}.stays{fill:none;stroke:#c8c8c8}"
    ".unreached{fill:none}";

std::string_view class_of(SupervisorState state) {
  switch (state) {
    case SupervisorState::kDisarmed:
      return "safe";
    case SupervisorState::kReady:
      return "ready";
    case SupervisorState::kArmed:
      return "armed";
    case SupervisorState::kActive:
      return "active";
    case SupervisorState::kHold:
      return "hold";
    case SupervisorState::kFault:
      return "fault";
    case SupervisorState::kStopped:
      return "stopped";
  }
  return "safe";
}

std::string list_faults(std::uint32_t faults) {
  std::string list;
  for (const FaultRow& row : kFaultTable) {
    if ((faults & fault_bit(row.fault)) == 0) continue;
    list += (list.empty() ? "" : ", ") + std::string(row.name);
  }
  return list;
}

std::string spell(int place) {
  std::string name(kPlaces[place].name);
  const std::size_t mark = name.find("_acked");
  if (mark != std::string::npos) name.replace(mark, std::string::npos, ", acked");
  return name;
}

/// Requests stand in pairs: new, then standing.
double column_left(int request, bool fresh) {
  return kLeft + (2 * request + (fresh ? 0 : 1)) * kCellWidth;
}

void draw_cell(SvgWriter& svg, const SupervisorTable& table, const Cell& cell, double top) {
  if (!table.reached[table.index(cell)]) return;
  const int after = table.at(cell).value_or(cell.place);
  const Vector2 corner(column_left(cell.request, cell.fresh) + 1.0, top + 1.0);
  const Vector2 size(kCellWidth - 2.0, kRowHeight - 2.0);
  const bool stays = after == cell.place;
  svg.rectangle(corner, size, stays ? "stays" : class_of(kPlaces[after].place.state));
  const std::string text = kPlaces[after].place.acknowledged ? "acked" : spell(after);
  if (!stays) svg.text(corner + Vector2(0.5 * size.x(), 12.0), text, "small", TextAnchor::kMiddle);
}

void draw_panel(SvgWriter& svg, const SupervisorTable& table, int column, double top) {
  const FaultColumn& faults = table.columns[column];
  svg.text({8.0, top + 16.0}, faults.name, "head");
  svg.text({8.0, top + 32.0}, list_faults(faults.faults), "small");
  for (int request = 0; request < kRequestCount; ++request) {
    svg.text({column_left(request, true) + kCellWidth, top + 48.0}, kRequests[request], "",
             TextAnchor::kMiddle);
    for (const bool fresh : {true, false})
      svg.text({column_left(request, fresh) + 0.5 * kCellWidth, top + 61.0}, fresh ? "new" : "standing",
               "small", TextAnchor::kMiddle);
  }
  for (int place = 0; place < kPlaceCount; ++place) {
    const double row = top + kPanelHead + place * kRowHeight;
    svg.text({8.0, row + 13.0}, spell(place), "");
    for (int request = 0; request < kRequestCount; ++request) {
      for (const bool fresh : {true, false}) draw_cell(svg, table, {place, request, fresh, column}, row);
    }
  }
}

}  // namespace

std::string draw_supervisor(const SupervisorTable& table) {
  const double height = 44.0 + kPanelHeight * static_cast<double>(table.columns.size());
  SvgWriter svg(kWidth, height, "supervisor", "The supervisor's transitions",
                "For each class of faults: where the supervisor goes from each place at each request.");
  svg.make_standalone(kStyle);
  svg.text({8.0, 18.0}, "The supervisor, one cycle: from the row's place to the cell's", "head");
  svg.text({8.0, 34.0}, "An outline alone: it stays. No cell: cannot come about. Generated from the code.",
           "");
  for (int column = 0; column < static_cast<int>(table.columns.size()); ++column)
    draw_panel(svg, table, column, 44.0 + column * kPanelHeight);
  return svg.finish() + "\n";
}

}  // namespace freefloat
