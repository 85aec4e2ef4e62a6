#include "export/export_rows.h"

#include <charconv>
#include <optional>
#include <stdexcept>

#include "campaign/sampling.h"
#include "export/hdf5_dataset.h"

namespace freefloat {

namespace {

std::optional<double> number_in(const std::string& text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// A column of the rows: what it is called, and the kind of its values.
using Columns = std::vector<TableColumn>;

/// What one row has in each column, in their order.
std::vector<FieldValue> values_of(const Campaign& campaign, const Row& row,
                                  const std::vector<std::string>& drawn, const Columns& columns) {
  const auto outcome = static_cast<std::size_t>(row.outcome);
  std::vector<FieldValue> values{{row.sample},
                                 {std::string_view(campaign.arms[row.arm].name)},
                                 {NamedValue{static_cast<std::uint8_t>(outcome), kOutcomeNames[outcome]}},
                                 {std::string_view(row.cause)},
                                 {run_seed(campaign, row.sample)}};
  for (const std::string& text : drawn) {
    const auto number = number_in(text);
    const bool as_number = std::holds_alternative<double>(columns[values.size()].example.value);
    values.push_back(as_number && number ? FieldValue{*number} : FieldValue{std::string_view(text)});
  }
  for (const double number : row.numbers) values.push_back({number});
  return values;
}

/// Looks at all rows: the longest texts, and which drawn keys have numbers alone.
Columns find_columns(const Campaign& campaign, const ResultsFile& results, std::uint64_t& rows) {
  Columns columns;
  const FieldValue text{std::string_view()};
  const FieldValue number{0.0};
  columns = {{"sample", {std::uint64_t{0}}, 0},
             {"arm", text, 0},
             {"outcome", {NamedValue{}}, 0},
             {"cause", text, 0},
             {"seed", {std::uint64_t{0}}, 0}};
  const std::size_t first_draw = columns.size();
  for (const Draw& draw : campaign.draws) columns.push_back({draw.key, number, 0});
  for (const std::string_view name : kRowNumbers) columns.push_back({std::string(name), number, 0});
  results.for_each([&](const Row& row) {
    ++rows;
    const auto widen = [&](std::size_t column, std::size_t bytes) {
      columns[column].longest_text = std::max(columns[column].longest_text, bytes);
    };
    widen(1, campaign.arms[row.arm].name.size());
    widen(3, row.cause.size());
    const std::vector<std::string> drawn = draw_sample(campaign, row.sample);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      widen(first_draw + i, drawn[i].size());
      if (!number_in(drawn[i])) columns[first_draw + i].example = text;
    }
  });
  return columns;
}

}  // namespace

void export_rows(const Campaign& campaign, const ResultsFile& results, const std::string& path) {
  std::uint64_t rows = 0;
  const Columns columns = find_columns(campaign, results, rows);
  H5::Exception::dontPrint();
  try {
    const H5::H5File file(path, H5F_ACC_TRUNC);
    write_attribute(file, "campaign", campaign.name);
    if (rows == 0) return;
    std::vector<Hdf5Dataset> datasets;
    for (const TableColumn& column : columns) {
      datasets.emplace_back(column, rows).widen(0, column.longest_text);
      datasets.back().create(file, column.path);
    }
    results.for_each([&](const Row& row) {
      const std::vector<std::string> drawn = draw_sample(campaign, row.sample);
      const std::vector<FieldValue> values = values_of(campaign, row, drawn, columns);
      for (std::size_t i = 0; i < datasets.size(); ++i) {
        datasets[i].put(0, values[i]);
        datasets[i].end_row();
      }
    });
    for (Hdf5Dataset& dataset : datasets) dataset.finish();
    file.flush(H5F_SCOPE_GLOBAL);
  } catch (const H5::Exception& failure) {
    throw std::runtime_error(path + ": the rows cannot be written: " + failure.getDetailMsg() +
                             "; make room, or name another file with --hdf5");
  }
}

}  // namespace freefloat
