#include "spatial/symbolic/definitions.h"

namespace freefloat {

namespace {

bool is_atom(const GiNaC::ex& value) {
  return GiNaC::is_a<GiNaC::numeric>(value) || GiNaC::is_a<GiNaC::symbol>(value);
}

}  // namespace

GiNaC::ex Definitions::name(const std::string& name, const GiNaC::ex& value) {
  const GiNaC::ex negative = -value;
  if (is_atom(value) || is_atom(negative)) return value;
  if (const auto found = by_value_.find(value); found != by_value_.end()) {
    return all_[found->second].symbol;
  }
  if (const auto found = by_value_.find(negative); found != by_value_.end()) {
    return -all_[found->second].symbol;
  }
  const int times = ++times_used_[name];
  const GiNaC::symbol symbol(times == 1 ? name : name + "_" + std::to_string(times));
  const int index = static_cast<int>(all_.size());
  all_.push_back({symbol, value});
  by_symbol_.emplace(symbol, index);
  by_value_.emplace(value, index);
  return symbol;
}

GiNaC::ex Definitions::derivative(const GiNaC::ex& value, const GiNaC::symbol& variable) {
  GiNaC::ex sum = value.diff(variable);
  GiNaC::exset names;
  for (auto part = value.preorder_begin(); part != value.preorder_end(); ++part) {
    if (find(*part) >= 0) names.insert(*part);
  }
  for (const GiNaC::ex& symbol : names) {
    const int index = find(symbol);
    std::map<int, GiNaC::ex>& known = derivatives_[variable];
    if (!known.contains(index)) {
      const GiNaC::ex definition = all_[index].value;
      known.emplace(index, derivative(definition, variable));
    }
    const GiNaC::ex& inner = known.at(index);
    if (!inner.is_zero()) sum += value.diff(GiNaC::ex_to<GiNaC::symbol>(symbol)) * inner;
  }
  return sum;
}

GiNaC::ex Definitions::written_out(const GiNaC::ex& value) const {
  GiNaC::ex result = value;
  // Backwards: a definition holds earlier names only.
  for (auto definition = all_.rbegin(); definition != all_.rend(); ++definition) {
    result = result.subs(definition->symbol == definition->value, GiNaC::subs_options::no_pattern);
  }
  return result;
}

int Definitions::find(const GiNaC::ex& symbol) const {
  if (!GiNaC::is_a<GiNaC::symbol>(symbol)) return -1;
  const auto found = by_symbol_.find(symbol);
  return found == by_symbol_.end() ? -1 : found->second;
}

}  // namespace freefloat
