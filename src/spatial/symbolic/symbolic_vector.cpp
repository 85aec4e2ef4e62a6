#include "spatial/symbolic/symbolic_vector.h"

namespace freefloat {

SymbolicVector operator+(const SymbolicVector& a, const SymbolicVector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

SymbolicVector operator-(const SymbolicVector& a, const SymbolicVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

SymbolicVector operator*(const GiNaC::ex& factor, const SymbolicVector& v) {
  return {factor * v[0], factor * v[1], factor * v[2]};
}

SymbolicVector operator*(const SymbolicMatrix& a, const SymbolicVector& v) {
  return {dot(a.rows[0], v), dot(a.rows[1], v), dot(a.rows[2], v)};
}

SymbolicMatrix operator+(const SymbolicMatrix& a, const SymbolicMatrix& b) {
  return {a.rows[0] + b.rows[0], a.rows[1] + b.rows[1], a.rows[2] + b.rows[2]};
}

SymbolicMatrix operator*(const SymbolicMatrix& a, const SymbolicMatrix& b) {
  SymbolicMatrix product;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) product(i, j) = dot(a.rows[i], b.column(j));
  }
  return product;
}

SymbolicMatrix transpose(const SymbolicMatrix& a) {
  return {a.column(0), a.column(1), a.column(2)};
}

GiNaC::ex dot(const SymbolicVector& a, const SymbolicVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

SymbolicVector cross(const SymbolicVector& a, const SymbolicVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

SymbolicMatrix symbolic_identity() {
  SymbolicMatrix identity;
  for (int i = 0; i < 3; ++i) identity(i, i) = 1;
  return identity;
}

SymbolicMatrix symbolic_turn(const SymbolicVector& axis, const GiNaC::ex& angle) {
  const GiNaC::ex c = cos(angle);
  const GiNaC::ex s = sin(angle);
  SymbolicMatrix turn;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    const GiNaC::ex along = axis[i] * axis[j];
    turn(i, i) = axis[i] * axis[i] + (1 - axis[i] * axis[i]) * c;
    turn(i, j) = along - along * c - axis[k] * s;
    turn(j, i) = along - along * c + axis[k] * s;
  }
  return turn;
}

}  // namespace freefloat
