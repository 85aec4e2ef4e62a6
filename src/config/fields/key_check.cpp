#include "config/fields/key_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <set>
#include <system_error>

#include "config/fields/unit.h"

namespace freefloat {

namespace {

constexpr std::size_t kLongestComparedName = 64;

/// Another unit of a known key, or a known key without its unit.
const BoundKey* find_same_stem(std::string_view key, std::span<const BoundKey> known) {
  for (const BoundKey& info : known) {
    const bool has_unit = !unit_of(info.key).suffix.empty();
    if (has_unit && info.key != key && (stem_of(info.key) == stem_of(key) || stem_of(info.key) == key)) {
      return &info;
    }
  }
  return nullptr;
}

std::vector<std::string> names_of(std::span<const BoundKey> known) {
  std::vector<std::string> names;
  for (const BoundKey& info : known) names.push_back(info.key);
  return names;
}

/// @return The number or the list of numbers in another unit; empty when it is something else.
std::string convert(const ConfigNode& value, const Unit& from, const Unit& to) {
  if (value.kind == NodeKind::kScalar && !value.quoted) {
    double number = 0.0;
    const char* end = value.text.data() + value.text.size();
    const auto parsed = std::from_chars(value.text.data(), end, number);
    return parsed.ptr == end && parsed.ec == std::errc{} ? format_number(to.from_si(from.to_si(number))) : "";
  }
  std::string list;
  for (const ConfigNode& item : value.items) {
    const std::string part = value.kind == NodeKind::kList ? convert(item, from, to) : "";
    if (part.empty()) return {};
    list += (list.empty() ? "" : ", ") + part;
  }
  return list.empty() ? list : '[' + list + ']';
}

/// `write max_joint_rate_deg_s: 15`, with the value converted when that is possible.
std::string right_unit(std::string_view key, const ConfigNode& value, const BoundKey& info) {
  const Unit& given = unit_of(key);
  const Unit& wanted = unit_of(info.key);
  const std::string converted = given.quantity == wanted.quantity ? convert(value, given, wanted) : "";
  return "write " + info.key + (converted.empty() ? "" : ": " + converted);
}

/// @return The first entry of another list that can only belong to the list `wanted`; null when there is
/// none.
const ConfigNode* find_stray_entry(const ConfigNode& node, const BoundKey& wanted) {
  const auto is_of_wanted = [&](const ConfigNode& entry) {
    return !entry.keys.empty() &&
           std::all_of(entry.keys.begin(), entry.keys.end(), [&](const std::string& key) {
             return std::find(wanted.entry_keys.begin(), wanted.entry_keys.end(), key) !=
                    wanted.entry_keys.end();
           });
  };
  for (const ConfigNode& list : node.items) {
    if (list.kind != NodeKind::kList) continue;
    const auto stray = std::find_if(list.items.begin(), list.items.end(), is_of_wanted);
    // The entries before it are the list's own.
    if (stray != list.items.begin() && stray != list.items.end()) return &*stray;
  }
  return nullptr;
}

/// @return Whether each list that is missing is really not there, rather than run together with the one
/// before.
bool check_headings(const ConfigNode& node, std::span<const BoundKey> known, Problems& problems) {
  for (const BoundKey& info : known) {
    if (!info.needed || info.entry_keys.empty() || node.find(info.key) != nullptr) continue;
    const ConfigNode* stray = find_stray_entry(node, info);
    if (stray == nullptr) continue;
    problems.add({*stray->file,
                  stray->line,
                  join_path(node.path, info.key),
                  {},
                  "missing: the entries from here on are those of " + info.key,
                  {},
                  "write the line `" + info.key + ":` before them"});
    return false;
  }
  return true;
}

/// @return Letters that are inserted, removed, replaced or swapped between two names.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  a = a.substr(0, kLongestComparedName);
  b = b.substr(0, kLongestComparedName);
  // Three rows of the table of distances between beginnings of a and b.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

const std::string* find_nearest(std::string_view word, const std::vector<std::string>& words,
                                std::size_t most) {
  const std::string* nearest = nullptr;
  std::size_t fewest = most + 1;
  for (const std::string& candidate : words) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= fewest) continue;
    fewest = distance;
    nearest = &candidate;
  }
  return nearest;
}

bool check_keys(const ConfigNode& node, std::span<const BoundKey> known, Problems& problems) {
  const std::vector<std::string> names = names_of(known);
  const std::string all_names = fmt::format("{}", fmt::join(names, ", "));
  if (node.kind != NodeKind::kMap) {
    problems.add_at(node, node.kind == NodeKind::kEmpty ? "has no value" : "is not a map of keys and values",
                    "a map with the keys " + all_names);
    return false;
  }
  if (!check_headings(node, known, problems)) return false;
  std::set<std::string> meant;  // needed keys that are there, but misspelt: reported once
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string& key = node.keys[i];
    const ConfigNode& value = node.items[i];
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    if (const BoundKey* other = find_same_stem(key, known)) {
      const std::string symbol(unit_of(other->key).symbol);
      const bool no_unit = stem_of(other->key) == key;
      meant.insert(other->key);
      problems.add_at(value, no_unit ? "the key lacks its unit" : "the key has the wrong unit",
                      other->key + ", in " + symbol, right_unit(key, value, *other));
    } else if (const std::string* nearest =
                   find_nearest(key, names, std::max<std::size_t>(2, key.size() / 3))) {
      meant.insert(*nearest);
      problems.add_at(value, "unknown key", all_names, "did you mean " + *nearest + '?');
    } else {
      problems.add_at(value, "unknown key", all_names, "remove it");
    }
  }
  for (const BoundKey& info : known) {
    if (info.needed && node.find(info.key) == nullptr && !meant.contains(info.key)) {
      problems.add_missing(node, info.key, info.form.wanted);
    }
  }
  return true;
}

}  // namespace freefloat
