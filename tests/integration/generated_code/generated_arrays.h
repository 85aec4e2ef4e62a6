#pragma once

#include <Eigen/Core>

namespace single_arm {
// single_arm.cpp, linked.
void compute_H(const double q[12], double H[12][12]);
void compute_C(const double q[12], const double q_rate[12], double C[12]);
void compute_H_C(const double q[12], const double q_rate[12], double H[12][12], double C[12]);
void compute_J_Q(const double q[12], double J_Q[12][12]);
void compute_J_C_hand(const double q[12], double J_C[6][12]);
void compute_J_C_rate_hand(const double q[12], const double q_rate[12], double J_C_rate[6][12]);
}  // namespace single_arm

namespace freefloat {

/// Arrays that generated code fills, N coordinates; filled with what no robot has, so that nothing is left
/// out.
template <int N>
struct GeneratedArrays {
  double H[N][N];
  double C[N];
  double J_Q[N][N];
  double J_C[6][N];
  double J_C_rate[6][N];

  GeneratedArrays() {
    constexpr double kNever = 1e300;
    for (double* array : {&H[0][0], &J_Q[0][0]}) std::fill(array, array + N * N, kNever);
    for (double* array : {&J_C[0][0], &J_C_rate[0][0]}) std::fill(array, array + 6 * N, kNever);
    std::fill(C, C + N, kNever);
  }
};

template <int Rows, int N>
Eigen::MatrixXd as_matrix(const double (&array)[Rows][N]) {
  return Eigen::Map<const Eigen::Matrix<double, Rows, N, Eigen::RowMajor>>(&array[0][0]);
}

template <int N>
Eigen::VectorXd as_vector(const double (&array)[N]) {
  return Eigen::Map<const Eigen::Matrix<double, N, 1>>(array);
}

}  // namespace freefloat
