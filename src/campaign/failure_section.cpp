#include "campaign/failure_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "campaign/sampling.h"
#include "drawing/number_format.h"
#include "drawing/page.h"

namespace freefloat {

namespace {

constexpr std::size_t kMostFailures = 20;
constexpr std::size_t kMostViews = 12;

/// How far a sample is from the middle of what is drawn, in standard deviations of a normal.
double surprise(const Campaign& campaign, std::uint64_t sample) {
  if (campaign.sampling == Sampling::kCsv || campaign.sampling == Sampling::kListed) return 0.0;
  double sum = 0.0;
  for (const double share : draw_shares(campaign, sample)) sum += std::pow(normal_quantile(share), 2);
  return std::sqrt(sum);
}

/// @return The failures, the least surprising first.
std::vector<Row> rank_failures(const Campaign& campaign, const std::vector<Row>& failures) {
  std::vector<std::pair<double, const Row*>> ranked;
  for (const Row& row : failures) ranked.emplace_back(surprise(campaign, row.sample), &row);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  ranked.resize(std::min(ranked.size(), kMostFailures));
  std::vector<Row> rows;
  for (const auto& [distance, row] : ranked) rows.push_back(*row);
  return rows;
}

std::string failure_views(const std::vector<Row>& ranked, const DrawFailures& draw) {
  if (!draw) return {};
  std::vector<Row> rows(ranked.begin(),
                        ranked.begin() + static_cast<std::ptrdiff_t>(std::min(ranked.size(), kMostViews)));
  const std::vector<std::string> views = draw(rows);
  std::string html;
  for (std::size_t i = 0; i < std::min(rows.size(), views.size()); ++i) {
    if (views[i].empty()) continue;
    html += figure_card({"Sample " + std::to_string(rows[i].sample), rows[i].cause, views[i], false}, false);
  }
  return html.empty() ? html : "<div class=\"views\">" + html + "</div>\n";
}

}  // namespace

std::string failure_id(const Row& row) {
  return fmt::format("failure-{}-arm{}", row.sample, row.arm + 1);
}

std::string sample_command(const std::string& command, const Campaign& campaign, const Row& row) {
  std::string text = command + " --sample " + std::to_string(row.sample);
  constexpr std::string_view kThis = "freefloat ";
  const std::string& program = campaign.arms[row.arm].program;
  if (!program.empty() && text.starts_with(kThis)) text = '\'' + program + "' " + text.substr(kThis.size());
  if (campaign.arms.size() > 1) text += " --arm " + campaign.arms[row.arm].name;
  return text;
}

std::string failure_section(const Campaign& campaign, const std::vector<Row>& failures,
                            const std::string& command, const DrawFailures& draw) {
  if (failures.empty()) return {};
  const std::vector<Row> ranked = rank_failures(campaign, failures);
  const std::string views = failure_views(ranked, draw);
  std::string html =
      "<section class=\"card long\"><h2>Failures, the nearest to the middle of the drawn space first</h2>"
      "<table><thead><tr><th>Sample</th><th>Cause, and the command that runs it "
      "again</th></tr></thead><tbody>";
  for (const Row& row : ranked) {
    const std::string link = "#" + failure_id(row);
    const std::string number = views.find("id=\"" + link.substr(1) + '"') == std::string::npos
                                   ? escape_markup(std::to_string(row.sample))
                                   : "<a href=\"" + link + "\">" + std::to_string(row.sample) + "</a>";
    html += "<tr><td>" + number + "</td><td>" + escape_markup(row.cause) + "<br>" +
            element("code", sample_command(command, campaign, row)) + "</td></tr>";
  }
  return html + "</tbody></table></section>\n" + views;
}

}  // namespace freefloat
