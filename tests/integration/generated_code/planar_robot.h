#pragma once

// What the generated C code offers, compiled as C. The generated header is seen by planar_robot.c only.

#ifdef __cplusplus
extern "C" {
#endif

/// @param heavier Added to the mass of link 2 of the model, kg.
void planar_robot_dynamics(const double q[5], const double q_rate[5], double heavier, double H[5][5],
                           double C[5]);
void planar_robot_force_matrix(const double q[5], double J_Q[5][5]);
void planar_robot_task(const double q[5], const double q_rate[5], double J_C[6][5], double J_C_rate[6][5]);

// mixed_rprp.c, linked.
void mixed_rprp_compute_H_C(const double q[10], const double q_rate[10], double H[10][10], double C[10]);
void mixed_rprp_compute_J_Q(const double q[10], double J_Q[10][10]);
void mixed_rprp_compute_J_C_hand(const double q[10], double J_C[6][10]);
void mixed_rprp_compute_J_C_rate_hand(const double q[10], const double q_rate[10], double J_C_rate[6][10]);

#ifdef __cplusplus
}
#endif
