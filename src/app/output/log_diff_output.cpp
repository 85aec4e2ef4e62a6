#include <fmt/format.h>

#include <algorithm>

#include "app/output/add_line.h"
#include "app/output/log_output.h"

namespace freefloat {
namespace {

nlohmann::json differences_to_json(const std::vector<TextDifference>& differences) {
  nlohmann::json list = nlohmann::json::array();
  for (const TextDifference& d : differences) list.push_back({{"name", d.name}, {"a", d.a}, {"b", d.b}});
  return list;
}

void add_differences(std::string& text, const char* title, const std::vector<TextDifference>& differences) {
  if (differences.empty()) return;
  add_line(text, "{}", title);
  for (const TextDifference& d : differences) {
    add_line(text, "  {}\n    A  {}\n    B  {}", d.name, d.a.empty() ? "-" : d.a, d.b.empty() ? "-" : d.b);
  }
}

std::string phase_name(const RunComparison& comparison, std::uint32_t phase) {
  return phase < comparison.phase_names.size() ? comparison.phase_names[phase] : std::string("unknown phase");
}

void add_quantities(std::string& text, const RunComparison& comparison) {
  add_line(text, "largest differences:");
  for (std::size_t i = 0; i < kRunQuantities.size(); ++i) {
    const RunQuantity& quantity = kRunQuantities[i];
    const QuantityDifference& difference = comparison.quantities[i];
    if (difference.cycles == 0) {
      add_line(text, "  {:<22} known at no time in both", quantity.name);
    } else if (difference.largest == 0.0) {
      add_line(text, "  {:<22} none", quantity.name);
    } else {
      add_line(text, "  {:<22} {:>10.4g} {:<6} at {:.3f} s, {}", quantity.name,
               quantity.per_si * difference.largest, quantity.unit, to_seconds(difference.at),
               phase_name(comparison, difference.phase));
    }
  }
}

void add_fields(std::string& text, const RunComparison& comparison) {
  add_line(text, "by field, in the order of their first difference:");
  std::vector<std::pair<std::string, FieldStatistics>> fields(comparison.fields.begin(),
                                                              comparison.fields.end());
  std::stable_sort(fields.begin(), fields.end(),
                   [](const auto& x, const auto& y) { return x.second.first_cycle < y.second.first_cycle; });
  for (const auto& [name, field] : fields) {
    add_line(text, "  {:<52} from cycle {:>6}, in {:>6} cycles, {}", name, field.first_cycle, field.cycles,
             field.numbers > 0 ? fmt::format("largest {:.6g}", field.largest)
                               : std::string("no two numbers to compare"));
  }
}

}  // namespace

std::string format_comparison(const RunComparison& comparison, bool all) {
  std::string text;
  for (const std::string& problem : comparison.problems) add_line(text, "note: {}", problem);
  if (comparison.same) {
    add_line(text, "same: {} cycles alike to the last bit, same configuration and phases",
             comparison.cycles_a);
  }
  add_differences(text, "identity", comparison.identity);
  if (comparison.same) return text;
  add_differences(text, "configuration", comparison.configuration);
  add_differences(text, "phases", comparison.phases);
  if (comparison.by_phase) {
    add_line(text, "a run was not in lockstep: compared phase by phase, {} cycles of {} in A and {} in B",
             comparison.pairs, comparison.cycles_a, comparison.cycles_b);
  } else if (comparison.cycles_a != comparison.cycles_b) {
    add_line(text, "cycles: {} in A, {} in B", comparison.cycles_a, comparison.cycles_b);
  }
  if (comparison.fields.empty()) {
    add_line(text, "the first {} cycles are alike to the last bit", comparison.pairs);
    return text;
  }
  if (comparison.first) {
    const CycleDifference& first = *comparison.first;
    add_line(text, "first difference: cycle {} at {:.3f} s, {}\n    A  {}\n    B  {}", first.cycle,
             to_seconds(first.at), first.field, first.a, first.b);
  } else {
    add_line(text, "only times differ");
  }
  add_quantities(text, comparison);
  if (all) {
    add_fields(text, comparison);
  } else {
    add_line(text, "{} fields differ; --all lists them", comparison.fields.size());
  }
  return text;
}

nlohmann::json comparison_to_json(const RunComparison& comparison) {
  nlohmann::json answer{{"same", comparison.same},
                        {"by_phase", comparison.by_phase},
                        {"problems", comparison.problems},
                        {"identity", differences_to_json(comparison.identity)},
                        {"configuration", differences_to_json(comparison.configuration)},
                        {"phases", differences_to_json(comparison.phases)},
                        {"cycles_a", comparison.cycles_a},
                        {"cycles_b", comparison.cycles_b},
                        {"compared_cycles", comparison.pairs},
                        {"first", nullptr}};
  if (comparison.first) {
    answer["first"] = {{"cycle", comparison.first->cycle},
                       {"at_s", to_seconds(comparison.first->at)},
                       {"field", comparison.first->field},
                       {"a", comparison.first->a},
                       {"b", comparison.first->b}};
  }
  for (std::size_t i = 0; i < kRunQuantities.size(); ++i) {
    const QuantityDifference& difference = comparison.quantities[i];
    answer["largest"][std::string(kRunQuantities[i].key)] =
        difference.cycles > 0 ? nlohmann::json(difference.largest) : nlohmann::json(nullptr);
  }
  for (const auto& [name, field] : comparison.fields) {
    // Null stands for values that are missing, texts or not numbers.
    answer["fields"][name] = {
        {"cycles", field.cycles},
        {"first_cycle", field.first_cycle},
        {"largest", field.numbers > 0 ? nlohmann::json(field.largest) : nlohmann::json(nullptr)}};
  }
  return answer;
}

}  // namespace freefloat
