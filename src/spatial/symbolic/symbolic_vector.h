#pragma once

#include <ginac/ginac.h>

#include <array>

namespace freefloat {

/// Three expressions: components of a vector, or a row of a matrix.
struct SymbolicVector {
  std::array<GiNaC::ex, 3> parts;

  const GiNaC::ex& operator[](int i) const { return parts[i]; }
  GiNaC::ex& operator[](int i) { return parts[i]; }
};

/// A 3 x 3 matrix of expressions, by row.
struct SymbolicMatrix {
  std::array<SymbolicVector, 3> rows;

  const GiNaC::ex& operator()(int i, int j) const { return rows[i][j]; }
  GiNaC::ex& operator()(int i, int j) { return rows[i][j]; }
  SymbolicVector column(int j) const { return {(*this)(0, j), (*this)(1, j), (*this)(2, j)}; }
};

SymbolicVector operator+(const SymbolicVector& a, const SymbolicVector& b);
SymbolicVector operator-(const SymbolicVector& a, const SymbolicVector& b);
SymbolicVector operator*(const GiNaC::ex& factor, const SymbolicVector& v);
SymbolicVector operator*(const SymbolicMatrix& a, const SymbolicVector& v);
SymbolicMatrix operator+(const SymbolicMatrix& a, const SymbolicMatrix& b);
SymbolicMatrix operator*(const SymbolicMatrix& a, const SymbolicMatrix& b);
SymbolicMatrix transpose(const SymbolicMatrix& a);

GiNaC::ex dot(const SymbolicVector& a, const SymbolicVector& b);
SymbolicVector cross(const SymbolicVector& a, const SymbolicVector& b);

/// @return The unit matrix.
SymbolicMatrix symbolic_identity();

/// @param axis Unit vector.
/// @return The turn by `angle` about it: u u^T + cos (1 - u u^T) + sin [u x].
SymbolicMatrix symbolic_turn(const SymbolicVector& axis, const GiNaC::ex& angle);

}  // namespace freefloat
