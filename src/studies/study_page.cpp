#include "studies/study_page.h"

#include <fmt/format.h>

#include "drawing/number_format.h"
#include "drawing/page.h"

namespace freefloat {

namespace {

std::string make_tag(const StudyRow& row) {
  if (!row.ours) return "<span class=\"tag stopped\">not determined</span>";
  if (!row.paper) return "<span class=\"tag skipped\">ours only</span>";
  return judge_row(row) == RowAgreement::kAgrees ? "<span class=\"tag passed\">agrees</span>"
                                                 : "<span class=\"tag failed\">differs</span>";
}

std::string make_row(const StudyRow& row) {
  const std::string unit = row.unit.empty() ? "" : ", " + row.unit;
  std::string html = "<tr><td>" + escape_markup(row.quantity + unit);
  if (!row.remark.empty()) html += element("small", row.remark);
  html += "</td>" + element("td", row.source);
  // On a narrow screen a row becomes a block, and each number brings its column's name.
  const auto number = [&html](std::string_view column, const std::string& text) {
    html += "<td class=\"num\" data-label=\"" + std::string(column) + "\">" + text + "</td>";
  };
  number("Paper", format_study_number(row.paper));
  number("Ours", format_study_number(row.ours));
  number("Difference", format_study_difference(row));
  return html + "<td>" + make_tag(row) + "</td></tr>";
}

std::string make_table(const StudyTable& table) {
  std::string html = "<section class=\"card long\">" + element("h2", table.heading);
  html +=
      "<table class=\"study\"><thead><tr><th>Quantity</th><th style=\"width:12%\">In the paper</th><th "
      "class=\"num\" style=\"width:10%\">Paper</th><th class=\"num\" style=\"width:10%\">Ours</th><th "
      "class=\"num\" style=\"width:10%\">Difference</th><th style=\"width:14%\"></th></tr></thead><tbody>";
  for (const StudyRow& row : table.rows) html += make_row(row);
  return html + "</tbody></table></section>\n";
}

}  // namespace

std::string format_study_number(const std::optional<double>& value) {
  if (!value) return "–";
  return fmt::format("{:.6g}", *value);
}

std::string format_study_difference(const StudyRow& row) {
  if (!row.paper || !row.ours) return "–";
  return fmt::format("{:+.2g}", *row.ours - *row.paper);
}

std::string make_study_page(const StudyReport& report) {
  std::string body = "<header><div><div class=\"brand\">Freefloat study</div>" + element("h1", report.name) +
                     element("p", report.citation) +
                     "</div></header>\n<div class=\"side\"><section class=\"card\">" +
                     element("p", report.summary) + "</section>\n";
  if (!report.figures.empty()) body += "<div class=\"plots\">";
  for (const Figure& figure : report.figures) body += figure_card(figure, false);
  if (!report.figures.empty()) body += "</div>\n";
  for (const StudyTable& table : report.tables) body += make_table(table);
  if (!report.notes.empty()) {
    body += "<section class=\"card\"><h2>What the text does not determine, and its errors</h2>";
    for (const std::string& note : report.notes) body += element("p", note);
    body += "</section>\n";
  }
  body += "</div>\n";
  return make_page(report.name + " – Freefloat study", body, {});
}

}  // namespace freefloat
