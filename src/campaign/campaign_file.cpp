#include "campaign/campaign_file.h"

#include <algorithm>
#include <set>

#include "campaign/sampling.h"
#include "config/files/required_keys.h"

namespace freefloat {

namespace {

constexpr std::size_t kMostDraws = 200;
constexpr std::size_t kMostValues = 1000;

/// @return The node as flow YAML on one line.
std::string flow_text(const ConfigNode& node) {
  if (node.kind == NodeKind::kScalar) return node.quoted ? '"' + node.text + '"' : node.text;
  std::string text;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    text += i > 0 ? ", " : "";
    if (node.kind == NodeKind::kMap) text += node.keys[i] + ": ";
    text += flow_text(node.items[i]);
  }
  return node.kind == NodeKind::kMap ? '{' + text + '}' : '[' + text + ']';
}

/// A list of values, kept as written but for quotes.
template <typename T, typename Member>
Field<T> texts_field(std::string_view key, Member member, std::string_view description) {
  return Field<T>::special(
      key, description, "a list of values",
      [=](const ConfigNode& node, T& out, Problems& problems) {
        if (!check_list(node, 1, kMostValues, problems)) return;
        for (const ConfigNode& item : node.items)
          (out.*member).push_back(item.kind == NodeKind::kScalar ? item.text : flow_text(item));
      },
      nullptr,
      [] {
        return Json{{"type", "array"}, {"minItems", 1}};
      });
}

/// Keys with values, as behind --set.
template <typename T>
Field<T> settings_map(std::string_view key, std::string_view description) {
  return Field<T>::special(
      key, description, "a map of keys, as behind --set, and values",
      [](const ConfigNode& node, T& out, Problems& problems) {
        if (node.kind != NodeKind::kMap) {
          problems.add_at(node, "is not a map of keys and values",
                          "for example {guidance.method: predictive}");
          return;
        }
        for (std::size_t i = 0; i < node.keys.size(); ++i)
          out.settings.push_back(node.keys[i] + '=' + flow_text(node.items[i]));
      },
      nullptr,
      [] {
        return Json{{"type", "object"}};
      });
}

Fields<Draw> draw_fields() {
  return {
      required(text("key", &Draw::key, "Any key with a number of any file, as behind --set.")),
      choice("distribution", &Draw::distribution,
             {{"uniform", Distribution::kUniform},
              {"log_uniform", Distribution::kLogUniform},
              {"normal", Distribution::kNormal},
              {"choice", Distribution::kChoice}},
             "How it is drawn."),
      number("min", &Draw::low, {}, "Smallest value, in the key's unit; a normal is cut there."),
      number("max", &Draw::high, {}, "Largest value, in the key's unit; a normal is cut there."),
      number("mean", &Draw::mean, {}, "Of a normal, in the key's unit."),
      number("sigma", &Draw::sigma, above(0, 1e12), "Standard deviation of a normal, in the key's unit."),
      texts_field<Draw>("values", &Draw::values, "Of a choice: each is as likely as the others."),
      flag("whole", &Draw::whole, "Round to whole numbers."),
      number("points", &Draw::points, between(1, 1000), "Values along this key in a grid."),
  };
}

Fields<CorrelatedDraws> correlated_fields() {
  using C = CorrelatedDraws;
  return {
      required(texts_field<C>("keys", &C::keys, "Drawn keys that go together.")),
      required(number("correlations", &C::correlations, between(-1, 1),
                      "Of key 1 with 2, 1 with 3, 2 with 3, 1 with 4, ...; of the underlying normals.")),
  };
}

Fields<Arm> arm_fields() {
  return {
      required(text("name", &Arm::name, "Of the arm.")),
      settings_map<Arm>("set", "What is different in this arm."),
      file("program", &Arm::program,
           "Another build of freefloat, which computes this arm's rows; left out: the one that runs."),
  };
}

void check_draw(const Draw& draw, bool grid, const ConfigNode& node, Problems& problems) {
  const auto refuse_number = [&](std::initializer_list<const char*> keys, const char* why) {
    for (const char* key : keys) refuse(node, key, why, problems);
  };
  if (!grid) refuse(node, "points", "is for sampling: grid", problems);
  switch (draw.distribution) {
    case Distribution::kUniform:
    case Distribution::kLogUniform:
      require(draw.low.has_value(), node, "min", "a number, in the key's unit", problems);
      require(draw.high.has_value(), node, "max", "a number, in the key's unit", problems);
      refuse_number({"mean", "sigma"}, "is for distribution: normal");
      refuse_number({"values"}, "is for distribution: choice");
      break;
    case Distribution::kNormal:
      require(draw.mean.has_value(), node, "mean", "a number, in the key's unit", problems);
      require(draw.sigma.has_value(), node, "sigma", "a number, in the key's unit", problems);
      refuse_number({"values"}, "is for distribution: choice");
      break;
    case Distribution::kChoice:
      require(!draw.values.empty(), node, "values", "a list of values", problems);
      refuse_number({"min", "max", "mean", "sigma", "whole", "points"}, "is not for distribution: choice");
      break;
  }
  if (draw.low && draw.high && *draw.low >= *draw.high) {
    problems.add_at(*node.find("min"), "is not below max", "below " + shown_value(*node.find("max")),
                    "swap them, or take the key out of the draw");
  }
  if (draw.distribution == Distribution::kLogUniform && draw.low && *draw.low <= 0.0)
    problems.add_at(*node.find("min"), "has no logarithm", "above 0");
}

void check_correlated(const Campaign& campaign, const CorrelatedDraws& group, const ConfigNode& node,
                      Problems& problems) {
  const std::size_t n = group.keys.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto drawn = std::count_if(campaign.draws.begin(), campaign.draws.end(),
                                     [&](const Draw& draw) { return draw.key == group.keys[i]; });
    std::ptrdiff_t grouped = 0;
    for (const CorrelatedDraws& other : campaign.correlated)
      grouped += std::count(other.keys.begin(), other.keys.end(), group.keys[i]);
    const ConfigNode& item = node.find("keys")->items[i];
    if (drawn == 0) problems.add_at(item, "is not drawn", "a key of draw", "add it to draw");
    if (grouped > 1) problems.add_at(item, "is correlated twice", "each key once");
  }
  if (n < 2 || group.correlations.size() != n * (n - 1) / 2) {
    problems.add_at(*node.find("correlations"), "does not fit the number of keys",
                    std::to_string(n * (n - 1) / 2) + " numbers for " + std::to_string(n) + " keys");
  } else if (!correlation_factor(group)) {
    problems.add_at(*node.find("correlations"), "cannot be together: the matrix is not positive definite", {},
                    "make them smaller");
  }
}

void check_sampling(Campaign& campaign, const ConfigNode& node, Problems& problems) {
  const bool counted = campaign.sampling == Sampling::kGrid || campaign.sampling == Sampling::kCsv;
  if (counted) {
    refuse(node, "samples", "is known from the grid or the CSV file", problems);
    refuse(node, "correlated", "is for drawn samples", problems);
  } else {
    require(campaign.samples > 0, node, "samples", "how many", problems);
  }
  if (campaign.sampling == Sampling::kCsv) {
    require(!campaign.csv.empty(), node, "csv", "a file with the keys in its first line", problems);
    refuse(node, "draw", "is in the CSV file already", problems);
  } else {
    refuse(node, "csv", "is for sampling: csv", problems);
  }
  if (campaign.sampling != Sampling::kGrid) return;
  require(!campaign.draws.empty(), node, "draw", "the keys of the grid", problems);
  campaign.samples = 1;
  for (const Draw& draw : campaign.draws) {
    campaign.samples *= grid_points(draw);
    if (campaign.samples <= kMostSamples) continue;
    problems.add_of(node, "draw", "makes a grid of too many points", "at most 1000000000", "lower points");
    return;
  }
}

}  // namespace

Fields<Campaign> campaign_fields() {
  using C = Campaign;
  return {
      required(text("name", &C::name, "Of the campaign.")),
      text("description", &C::description, "What it asks."),
      required(file("experiment", &C::experiment, "The experiment that is run again and again.")),
      settings_map<C>("settings", "Keys of any of the experiment's files, as behind --set, for all samples."),
      number("samples", &C::samples, between(1, 1e9), "How many worlds are drawn."),
      number("seed", &C::seed, between(0, 1e15), "Of all that is drawn, and of the runs."),
      choice("sampling", &C::sampling,
             {{"random", Sampling::kRandom},
              {"latin_hypercube", Sampling::kLatinHypercube},
              {"sobol", Sampling::kSobol},
              {"grid", Sampling::kGrid},
              {"csv", Sampling::kCsv}},
             "How the samples fill the drawn space."),
      flag("draw_scene", &C::drawn_scene,
           "Draw start posture, and the target's place and speed, for each sample."),
      flag("bound", &C::bound,
           "Work out for each sample how soon its target could be captured with perfect knowledge, and "
           "whether at all."),
      list("draw", &C::draws, draw_fields(), 0, kMostDraws, "The keys that are drawn."),
      list("correlated", &C::correlated, correlated_fields(), 0, 50, "Draws that go together."),
      file("csv", &C::csv, "The samples, one a line; the first line names the keys."),
      list("arms", &C::arms, arm_fields(), 0, 20, "What is compared, on the same samples."),
      choice("logs", &C::logs,
             {{"none", LogKeeping::kNone}, {"failures", LogKeeping::kFailures}, {"all", LogKeeping::kAll}},
             "Whose run logs are kept."),
      number("time_limit_s", &C::time_limit, above(0, 86400),
             "A sample that takes longer, by the wall's clock, is ended."),
  };
}

void check_campaign(Campaign& campaign, const ConfigNode& node, Problems& problems) {
  std::set<std::string> keys;
  for (std::size_t i = 0; i < campaign.draws.size(); ++i) {
    const ConfigNode& item = node.find("draw")->items[i];
    check_draw(campaign.draws[i], campaign.sampling == Sampling::kGrid, item, problems);
    if (!keys.insert(campaign.draws[i].key).second)
      problems.add_at(*item.find("key"), "is drawn twice", "each key once");
  }
  for (std::size_t i = 0; i < campaign.correlated.size(); ++i)
    check_correlated(campaign, campaign.correlated[i], node.find("correlated")->items[i], problems);
  std::set<std::string> names;
  for (std::size_t i = 0; i < campaign.arms.size(); ++i) {
    const ConfigNode& item = node.find("arms")->items[i];
    if (!names.insert(campaign.arms[i].name).second)
      problems.add_at(*item.find("name"), "is the name of another arm", "a name of its own");
    for (const std::string& setting : campaign.arms[i].settings) {
      const std::string key = setting.substr(0, setting.find('='));
      if (keys.contains(key))
        problems.add_at(item, "sets " + key + ", which is drawn", "keys that are not drawn",
                        "take it out of draw, or out of the arm");
    }
  }
  check_sampling(campaign, node, problems);
  if (campaign.arms.empty()) campaign.arms.push_back({"only", {}});
}

}  // namespace freefloat
