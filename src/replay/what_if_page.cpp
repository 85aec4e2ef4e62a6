#include <fmt/format.h>

#include "drawing/page.h"
#include "replay/what_if_plots.h"
#include "types/angle.h"

namespace freefloat {

namespace {

std::string make_row(const std::string& what, const std::string& log, const std::string& changed) {
  return "<tr>" + element("td", what) + "<td class=\"num\">" + log + "</td><td class=\"num\">" + changed +
         "</td></tr>";
}

std::string time_text(const std::optional<Time>& time) {
  return time ? fmt::format("{:.2f} s", to_seconds(*time)) : std::string("never");
}

std::string make_counts(const WhatIfResult& result) {
  const WhatIfCounts& log = result.logged;
  const WhatIfCounts& changed = result.replayed;
  const auto row = [](const char* what, std::uint64_t a, std::uint64_t b) {
    return make_row(what, std::to_string(a), std::to_string(b));
  };
  std::string text = fmt::format("{} of {} commands differ", result.different_commands, result.cycles);
  if (result.first_difference) {
    text += fmt::format(
        ", the first at {:.2f} s; at most by {:.1f} deg/s in one joint, at {:.2f} s. The predicted hand is "
        "at most "
        "{:.0f} mm from the logged one",
        to_seconds(*result.first_difference), rad_to_deg(result.largest_rate_difference),
        to_seconds(result.largest_at), 1e3 * result.hand_offset);
  }
  std::string html = "<section class=\"card\"><h2>In numbers</h2>" + element("p", text + ".") +
                     "<table><thead><tr><th></th><th class=\"num\">Log</th>"
                     "<th class=\"num\">Changed</th></tr></thead><tbody>";
  html += row("Cycles in which the arm is led", log.active, changed.active);
  html += row("Cycles at the rate limit", log.limited, changed.limited);
  html += row("Cycles turned by the workspace", log.corrected, changed.corrected);
  html += make_row("Gripper told to close", time_text(log.gripper_closed), time_text(changed.gripper_closed));
  return html + "</tbody></table></section>\n";
}

std::string make_card(const char* heading, const std::string& svg) {
  return "<section class=\"card\">" + element("h2", heading) + "<figure><div class=\"scroll\">" + svg +
         "</div></figure></section>\n";
}

}  // namespace

std::string make_what_if_page(const WhatIfResult& result, const std::string& title,
                              const std::vector<std::string>& changes) {
  std::string html = "<header><div><div class=\"brand\">Freefloat what-if</div>" + element("h1", title);
  for (const std::string& change : changes) html += element("p", change);
  html += "</div></header>\n<div class=\"top\">" +
          make_card("Predicted path of the hand", draw_what_if_path(result)) + "<div class=\"side\">" +
          make_counts(result) + "<section class=\"card\"><h2>What this cannot know</h2>";
  for (const std::string& line : limits_of_knowledge(result)) html += element("p", line);
  html += "</section></div></div>\n<div class=\"plots\">" +
          make_card("Commands", draw_what_if_rates(result)) +
          make_card("The hand over time", draw_what_if_hand(result)) +
          make_card("Limits and workspace", draw_what_if_limits(result)) + "</div>\n";
  return make_page(title, html, {});
}

}  // namespace freefloat
