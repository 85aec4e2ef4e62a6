#include "spatial/config/urdf_order.h"

#include <algorithm>
#include <map>
#include <vector>

#include "spatial/tree/check_tree.h"

namespace freefloat {

namespace {

/// @param tag An element up to its `>`.
/// @return Value of its attribute `name`; empty when it has none.
std::string name_in(const std::string& tag) {
  for (std::size_t at = tag.find("name"); at != std::string::npos; at = tag.find("name", at + 1)) {
    const std::size_t equals = tag.find_first_not_of(" \t\r\n", at + 4);
    if (equals == std::string::npos || tag[equals] != '=') continue;
    const std::size_t open = tag.find_first_of("\"'", equals);
    if (open == std::string::npos) return {};
    return tag.substr(open + 1, tag.find(tag[open], open + 1) - open - 1);
  }
  return {};
}

/// @return Where each link's element begins.
std::map<std::string, std::size_t> find_links(const std::string& text) {
  std::map<std::string, std::size_t> places;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    if (text.compare(at, 4, "<!--") == 0) {
      at = text.find("-->", at);
      if (at == std::string::npos) break;
    } else if (text.compare(at, 5, "<link") == 0 && text.find_first_of(" \t\r\n", at) == at + 5) {
      places.emplace(name_in(text.substr(at, text.find('>', at) - at)), at);
    }
  }
  return places;
}

}  // namespace

void keep_file_order(const std::string& text, TreeParameters& tree) {
  std::map<std::string, std::size_t> places = find_links(text);
  std::vector<int> order;
  for (int i = 1; i <= tree.joint_count(); ++i) order.push_back(i);
  const auto place = [&](int link) { return places[tree.body(link).name]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
  reorder_links(tree, order);
}

}  // namespace freefloat
