#include "report/link_cards.h"

#include <array>
#include <cstdio>
#include <string_view>

#include "drawing/number_format.h"
#include "drawing/page.h"

namespace freefloat {

namespace {

void add_fact(std::string& html, std::string_view name, const std::string& value) {
  html += element("dt", name) + element("dd", value);
}

std::string make_path_card(std::string_view title, const MarkerPathHealth& health) {
  const auto milliseconds = [](Duration duration) {
    return format_significant(1e3 * to_seconds(duration), 3) + " ms";
  };
  const auto count = [](std::uint64_t number) { return std::to_string(number); };
  std::string html = "<section class=\"card\">" + element("h2", title) + "<dl class=\"facts\">";
  add_fact(html, "Pictures", count(health.pictures + health.texts) + (health.texts > 0 ? ", as JSON" : ""));
  if (health.pictures > 0) {
    add_fact(html, "Frames lost",
             count(health.lost) + " (" + format_significant(100.0 * health.loss(), 2) + " %)");
    add_fact(html, "Frames overtaken by newer ones", count(health.late));
    add_fact(html, "Frames that came twice", count(health.repeated));
    add_fact(html, "From exposure to arrival",
             milliseconds(health.latency) + ", 99 % within " + milliseconds(health.latency_p99));
    add_fact(html, "Jitter", milliseconds(health.jitter));
    add_fact(html, "There and back", milliseconds(health.round_trip));
  }
  if (health.exchanges > 0) {
    std::array<char, 96> clocks;
    std::snprintf(clocks.data(), clocks.size(), "%.4f s ahead of the tracker's, within %.2f ms",
                  to_seconds(health.offset), 1e3 * to_seconds(health.offset_bound));
    add_fact(html, "This computer's clock", clocks.data());
  }
  add_fact(html, "Datagrams refused", count(health.forged + health.garbage));
  if (const std::string trouble = diagnose(health); !trouble.empty()) add_fact(html, "Trouble", trouble);
  return html + "</dl></section>\n";
}

}  // namespace

std::string make_link_card(const RunRecord& record) {
  std::string html = "<section class=\"card\"><h2>Servo link</h2><dl class=\"facts\">";
  add_fact(html, "Commands sent", std::to_string(record.link.sent));
  add_fact(html, "Status frames received", std::to_string(record.link.received));
  add_fact(html, "Refused", std::to_string(record.link.rejected));
  add_fact(html, "Last round trip",
           record.link.round_trip > Duration::zero()
               ? format_significant(1e3 * to_seconds(record.link.round_trip), 3) + " ms"
               : "–");
  return html + "</dl></section>\n";
}

std::string make_marker_path_cards(const RunRecord& record) {
  std::string html;
  if (record.marker_path) html += make_path_card("Markers from another computer", *record.marker_path);
  if (record.target_path)
    html += make_path_card("Target's markers from another computer", *record.target_path);
  return html;
}

}  // namespace freefloat
