#include "spatial/symbolic/expression_count.h"

#include <set>

namespace freefloat {

namespace {

/// The operations of an expression itself, its parts not counted.
OperationCount own_operations(const GiNaC::ex& value) {
  OperationCount count;
  const double joins = static_cast<double>(value.nops()) - 1.0;
  if (GiNaC::is_a<GiNaC::add>(value)) {
    count.additions = joins;
  } else if (GiNaC::is_a<GiNaC::mul>(value)) {
    // A factor -1 is a sign: sums take it up.
    const bool sign_only = value.op(value.nops() - 1).is_equal(-1);
    count.multiplications = sign_only ? joins - 1.0 : joins;
  } else if (GiNaC::is_a<GiNaC::power>(value)) {
    count.multiplications = GiNaC::ex_to<GiNaC::numeric>(value.op(1)).to_double() - 1.0;
  } else if (GiNaC::is_a<GiNaC::function>(value)) {
    count.sines = 1.0;
  }
  return count;
}

}  // namespace

OperationCount ExpressionCount::count(const GiNaC::ex& value, bool inside_names) {
  if (const int index = definitions_.find(value); index >= 0) {
    if (!inside_names) return {};
    if (const auto found = known_.find(index); found != known_.end()) return found->second;
    const OperationCount inner = count(definitions_.all()[index].value, true);
    known_.emplace(index, inner);
    return inner;
  }
  OperationCount sum = own_operations(value);
  // The parts of a power are counted once for each factor.
  const bool power = GiNaC::is_a<GiNaC::power>(value);
  const int times = power ? GiNaC::ex_to<GiNaC::numeric>(value.op(1)).to_int() : 1;
  for (std::size_t i = 0; i < (power ? 1 : value.nops()); ++i) {
    const OperationCount part = count(value.op(i), inside_names);
    for (int repeat = 0; repeat < times; ++repeat) sum += part;
  }
  return sum;
}

OperationCount ExpressionCount::written_out(const std::vector<GiNaC::ex>& outputs) {
  OperationCount sum;
  for (const GiNaC::ex& output : outputs) sum += count(output, true);
  return sum;
}

OperationCount ExpressionCount::with_names(const std::vector<GiNaC::ex>& outputs) const {
  ExpressionCount counter(definitions_);
  OperationCount sum;
  std::set<int> needed;
  std::vector<GiNaC::ex> open = outputs;
  while (!open.empty()) {
    const GiNaC::ex value = open.back();
    open.pop_back();
    sum += counter.count(value, false);
    for (auto part = value.preorder_begin(); part != value.preorder_end(); ++part) {
      const int index = definitions_.find(*part);
      if (index >= 0 && needed.insert(index).second) {
        open.push_back(definitions_.all()[index].value);
      }
    }
  }
  return sum;
}

}  // namespace freefloat
