#pragma once

#include <ginac/ginac.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "spatial/symbolic/symbolic_vector.h"

namespace freefloat {

/// Named quantities, each defined by earlier ones, coordinates and parameters. Naming what is used again
/// keeps every expression short: written out, those of long arms would fill volumes.
class Definitions {
 public:
  struct Definition {
    GiNaC::symbol symbol;
    GiNaC::ex value;
  };

  /// Gives an expression a name, unless it is a number, a symbol or the negative of one, or was named before;
  /// then that is the result.
  /// @param name Becomes the symbol's name; a number is added when it is taken.
  GiNaC::ex name(const std::string& name, const GiNaC::ex& value);

  /// Names the components of a vector, `name` with _x, _y, _z added, or the entries of a matrix, with _xx
  /// to _zz added.
  /// @param symmetric Only the upper half is named; it becomes the lower one too.
  template <typename Derived>
  typename Derived::PlainObject name(const std::string& name, const Eigen::MatrixBase<Derived>& value,
                                     bool symmetric = false) {
    constexpr std::string_view kAxes = "xyz";
    typename Derived::PlainObject named = value;
    for (int i = 0; i < named.rows(); ++i) {
      for (int j = 0; j < named.cols(); ++j) {
        std::string entry = name + "_" + kAxes[i];
        if (named.cols() > 1) entry += kAxes[j];
        named(i, j) = symmetric && j < i ? named(j, i) : this->name(entry, named(i, j));
      }
    }
    return named;
  }

  /// @return d value / d variable by the chain rule through all definitions.
  GiNaC::ex derivative(const GiNaC::ex& value, const GiNaC::symbol& variable);

  /// @return The value with every name replaced by what it stands for: as long as it may become.
  GiNaC::ex written_out(const GiNaC::ex& value) const;

  /// @return In the order of definition.
  const std::vector<Definition>& all() const { return all_; }
  /// @return Index of the symbol's definition, -1 when it is no name.
  int find(const GiNaC::ex& symbol) const;

 private:
  std::vector<Definition> all_;
  std::map<GiNaC::ex, int, GiNaC::ex_is_less> by_symbol_;
  std::map<GiNaC::ex, int, GiNaC::ex_is_less> by_value_;
  std::map<std::string, int> times_used_;
  std::map<GiNaC::ex, std::map<int, GiNaC::ex>, GiNaC::ex_is_less> derivatives_;  ///< by variable, definition
};

}  // namespace freefloat
