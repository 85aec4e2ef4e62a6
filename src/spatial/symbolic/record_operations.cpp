#include "spatial/symbolic/record_operations.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace freefloat {

namespace {

std::string plain_text(const GiNaC::ex& value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

bool is_trigonometric(const GiNaC::ex& value, const char* name) {
  return GiNaC::is_a<GiNaC::function>(value) && GiNaC::ex_to<GiNaC::function>(value).get_name() == name;
}

}  // namespace

std::string sorted_text(const GiNaC::ex& value) {
  const bool sum = GiNaC::is_a<GiNaC::add>(value);
  if (!sum && !GiNaC::is_a<GiNaC::mul>(value)) {
    if (!GiNaC::is_a<GiNaC::power>(value)) return plain_text(value);
    return sorted_text(value.op(0)) + "^" + plain_text(value.op(1));
  }
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < value.nops(); ++i) parts.push_back(sorted_text(value.op(i)));
  std::sort(parts.begin(), parts.end());
  std::string text = "(";
  for (const std::string& part : parts) text += (sum ? "+" : "*") + part;
  return text + ")";
}

OperationRecorder::OperationRecorder(const SymbolicTree& tree, const Definitions& definitions,
                                     OperationGraph& graph)
    : definitions_(definitions), graph_(graph) {
  for (int i = 0; i < tree.size(); ++i) {
    inputs_.emplace(tree.at(i), graph.input(OperationKind::kCoordinate, i));
    inputs_.emplace(tree.rate_at(i), graph.input(OperationKind::kRate, i));
  }
  for (std::size_t i = 0; i < tree.parameters.size(); ++i) {
    inputs_.emplace(tree.parameters[i], graph.input(OperationKind::kParameter, static_cast<int>(i)));
  }
}

Operand OperationRecorder::record_symbol(const GiNaC::ex& symbol) {
  const int index = definitions_.find(symbol);
  if (index < 0) return inputs_.at(symbol);
  if (const auto found = named_.find(index); found != named_.end()) return found->second;
  const Operand recorded = record(definitions_.all()[index].value);
  graph_.set_name(recorded, GiNaC::ex_to<GiNaC::symbol>(symbol).get_name());
  named_.emplace(index, recorded);
  return recorded;
}

std::vector<Operand> OperationRecorder::record_parts(const GiNaC::ex& value) {
  std::vector<std::pair<std::string, GiNaC::ex>> parts;
  for (std::size_t i = 0; i < value.nops(); ++i) parts.emplace_back(sorted_text(value.op(i)), value.op(i));
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Operand> operands;
  operands.reserve(parts.size());
  for (const auto& [text, part] : parts) operands.push_back(record(part));
  return operands;
}

Operand OperationRecorder::record(const GiNaC::ex& value) {
  if (GiNaC::is_a<GiNaC::numeric>(value)) {
    return graph_.constant(GiNaC::ex_to<GiNaC::numeric>(value).to_double());
  }
  if (GiNaC::is_a<GiNaC::symbol>(value)) return record_symbol(value);
  if (GiNaC::is_a<GiNaC::add>(value)) return graph_.sum(record_parts(value));
  if (GiNaC::is_a<GiNaC::mul>(value)) return graph_.product(record_parts(value));
  if (GiNaC::is_a<GiNaC::power>(value) && value.op(1).info(GiNaC::info_flags::posint)) {
    const int exponent = GiNaC::ex_to<GiNaC::numeric>(value.op(1)).to_int();
    return graph_.product(std::vector<Operand>(exponent, record(value.op(0))));
  }
  for (const auto& [name, kind] :
       {std::pair{"sin", OperationKind::kSine}, std::pair{"cos", OperationKind::kCosine}}) {
    if (is_trigonometric(value, name)) {
      const Operation& angle = graph_[inputs_.at(value.op(0)).node];
      return graph_.input(kind, angle.index);
    }
  }
  throw std::invalid_argument("no operations for the expression " + plain_text(value));
}

}  // namespace freefloat
