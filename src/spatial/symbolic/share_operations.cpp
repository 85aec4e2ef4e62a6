#include "spatial/symbolic/share_operations.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

namespace freefloat {

namespace {

/// What is left of a product without one of its factors.
Operand without_factor(OperationGraph& graph, const Operand& product, int factor) {
  std::vector<Operand> rest = graph[product.node].operands;
  rest.erase(std::find(rest.begin(), rest.end(), Operand{factor, false}));
  Operand result = graph.product(rest);
  result.negative = result.negative != product.negative;
  return result;
}

/// @param uses By node; nodes made since have none.
bool is_private_product(const OperationGraph& graph, const std::vector<int>& uses, int node) {
  const std::size_t at = node;
  return graph[node].kind == OperationKind::kProduct && at < uses.size() && uses[at] == 1;
}

/// @return The factor that most private products of the sum have, and how many; -1 when no two share one.
std::pair<int, int> best_factor(const OperationGraph& graph, const std::vector<int>& uses, int sum) {
  std::map<int, int> counts;
  for (const Operand& operand : graph[sum].operands) {
    if (!is_private_product(graph, uses, operand.node)) continue;
    int last = -1;  // a square counts once
    for (const Operand& factor : graph[operand.node].operands) {
      if (factor.node != last) ++counts[factor.node];
      last = factor.node;
    }
  }
  std::pair<int, int> best{-1, 1};
  for (const auto& [factor, count] : counts) {
    if (count > best.second) best = {factor, count};
  }
  return best;
}

/// Takes the best factor out of a sum.
/// @return Whether there was one.
bool factor_sum(OperationGraph& graph, const std::vector<int>& uses, int sum) {
  const auto [factor, count] = best_factor(graph, uses, sum);
  if (factor < 0) return false;
  std::vector<Operand> inside;
  std::vector<Operand> outside;
  const std::vector<Operand> operands = graph[sum].operands;
  for (const Operand& operand : operands) {
    const std::vector<Operand>& factors = graph[operand.node].operands;
    const bool has = is_private_product(graph, uses, operand.node) &&
                     std::find(factors.begin(), factors.end(), Operand{factor, false}) != factors.end();
    if (has) {
      inside.push_back(without_factor(graph, operand, factor));
    } else {
      outside.push_back(operand);
    }
  }
  const Operand brackets = graph.sum(inside);
  const Operand product = graph.product({{factor, false}, brackets});
  if (outside.empty()) {
    // The first operand of a sum is positive, but the product may not be: then nothing is changed.
    if (product.negative || graph[product.node].kind != OperationKind::kProduct) return false;
    const std::vector<Operand> factors = graph[product.node].operands;
    graph.rewrite(sum, OperationKind::kProduct, factors);
    return true;
  }
  outside.push_back(product);
  std::sort(outside.begin(), outside.end());
  if (outside[0].negative) {
    const auto positive =
        std::find_if(outside.begin(), outside.end(), [](const Operand& o) { return !o.negative; });
    if (positive == outside.end()) return false;
  }
  graph.rewrite(sum, OperationKind::kSum, outside);
  return true;
}

/// Two operands that several sums, or products, have. Of a sum it counts whether their signs differ.
using Pair = std::tuple<OperationKind, int, int, bool>;

class PairSharing {
 public:
  PairSharing(OperationGraph& graph, const std::vector<Operand>& outputs) : graph_(graph) {
    for (const int node : order_operations(graph, outputs)) enter(node);
  }

  /// @return Whether a pair was shared.
  bool share_best() {
    if (by_count_.empty() || by_count_.rbegin()->first < 2) return false;
    const auto [kind, a, b, differ] = by_count_.rbegin()->second;
    const std::set<int> nodes = users_.at({kind, a, b, differ});
    const Operand pair = kind == OperationKind::kSum ? graph_.sum({{a, false}, {b, differ}})
                                                     : graph_.product({{a, false}, {b, false}});
    for (const int node : nodes) {
      if (node == pair.node) continue;
      leave(node);
      replace(node, a, b, pair);
    }
    for (const int node : nodes) {
      if (node != pair.node) enter(node);
    }
    enter(pair.node);
    return true;
  }

 private:
  std::set<Pair> pairs_of(int node) const {
    std::set<Pair> pairs;
    const Operation& operation = graph_[node];
    if (operation.kind != OperationKind::kSum && operation.kind != OperationKind::kProduct) return pairs;
    for (std::size_t i = 0; i < operation.operands.size(); ++i) {
      for (std::size_t j = i + 1; j < operation.operands.size(); ++j) {
        const Operand& a = operation.operands[i];
        const Operand& b = operation.operands[j];
        pairs.emplace(operation.kind, a.node, b.node, a.negative != b.negative);
      }
    }
    return pairs;
  }

  void enter(int node) {
    for (const Pair& pair : pairs_of(node)) change(pair, node, true);
  }

  void leave(int node) {
    for (const Pair& pair : pairs_of(node)) change(pair, node, false);
  }

  void change(const Pair& pair, int node, bool add) {
    std::set<int>& users = users_[pair];
    by_count_.erase({users.size(), pair});
    if (add) {
      users.insert(node);
    } else {
      users.erase(node);
    }
    if (!users.empty()) by_count_.emplace(users.size(), pair);
  }

  void replace(int node, int a, int b, const Operand& pair) {
    std::vector<Operand> operands = graph_[node].operands;
    const auto take = [&](int wanted) {
      const auto at =
          std::find_if(operands.begin(), operands.end(), [&](const Operand& o) { return o.node == wanted; });
      const Operand taken = *at;
      operands.erase(at);
      return taken;
    };
    const bool negative = take(a).negative;
    take(b);
    operands.push_back({pair.node, pair.negative != negative});
    graph_.rewrite(node, graph_[node].kind, operands);
  }

  OperationGraph& graph_;
  std::map<Pair, std::set<int>> users_;
  std::set<std::pair<std::size_t, Pair>> by_count_;
};

using Wishes = std::vector<std::optional<bool>>;  ///< by node: whether its negative is wanted

/// Outputs wish for their signs, then names; a product hands its wish on to a sum that only it uses.
Wishes collect_wishes(const OperationGraph& graph, const std::vector<Operand>& outputs,
                      const std::vector<int>& order) {
  const std::vector<int> uses = count_uses(graph, outputs);
  Wishes wishes(graph.size());
  for (const Operand& output : outputs) wishes[output.node] = output.negative;
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    const Operation& operation = graph[*node];
    std::optional<bool>& wish = wishes[*node];
    if (!wish && !operation.name.empty()) wish = operation.name_negative;
    if (operation.kind != OperationKind::kProduct || !wish.value_or(false)) continue;
    for (const Operand& factor : operation.operands) {
      const bool own = graph[factor.node].kind == OperationKind::kSum && graph[factor.node].name.empty() &&
                       uses[factor.node] == 1;
      if (!own) continue;
      wishes[factor.node] = true;
      break;
    }
  }
  return wishes;
}

/// @param operands Of a sum, signs as they are now. @return Whether the sum is negated.
bool settle_sum(bool negate, std::vector<Operand>& operands) {
  const auto is_negated = [&](const Operand& operand) { return operand.negative != negate; };
  if (std::all_of(operands.begin(), operands.end(), is_negated)) negate = !negate;
  for (Operand& operand : operands) operand.negative = operand.negative != negate;
  return negate;
}

/// @param operands Of a product; a number takes up a sign that is not wanted.
/// @return Whether the product is negated.
bool settle_product(const OperationGraph& graph, std::optional<bool> wish, std::vector<Operand>& operands) {
  bool negated = false;
  for (Operand& operand : operands) {
    negated = negated != operand.negative;
    operand.negative = false;
  }
  if (!wish || *wish == negated) return negated;
  for (Operand& operand : operands) {
    if (graph[operand.node].kind != OperationKind::kConstant) continue;
    operand.negative = true;
    return *wish;
  }
  return negated;
}

}  // namespace

void factor_sums(OperationGraph& graph, const std::vector<Operand>& outputs) {
  bool changed = true;
  while (changed) {  // what came into brackets may have common factors again
    changed = false;
    const std::vector<int> uses = count_uses(graph, outputs);
    for (const int node : order_operations(graph, outputs)) {
      while (graph[node].kind == OperationKind::kSum && factor_sum(graph, uses, node)) changed = true;
    }
  }
}

void share_pairs(OperationGraph& graph, const std::vector<Operand>& outputs) {
  PairSharing sharing(graph, outputs);
  while (sharing.share_best()) {
  }
}

void settle_signs(OperationGraph& graph, std::vector<Operand>& outputs) {
  const std::vector<int> order = order_operations(graph, outputs);
  const Wishes wishes = collect_wishes(graph, outputs, order);
  std::vector<bool> negated(graph.size(), false);
  for (const int node : order) {
    const OperationKind kind = graph[node].kind;
    if (kind != OperationKind::kSum && kind != OperationKind::kProduct) continue;
    std::vector<Operand> operands = graph[node].operands;
    for (Operand& operand : operands) {
      operand.negative = operand.negative != negated[operand.node];
    }
    negated[node] = kind == OperationKind::kSum ? settle_sum(wishes[node].value_or(false), operands)
                                                : settle_product(graph, wishes[node], operands);
    graph.rewrite(node, kind, operands);
    if (negated[node]) graph.negate_name(node);
  }
  for (Operand& output : outputs) {
    output.negative = output.negative != negated[output.node];
  }
}

}  // namespace freefloat
