#include "planar_robot.h"

#include "yoshida_umetani.h"

void planar_robot_dynamics(const double q[5], const double q_rate[5], double heavier, double H[5][5],
                           double C[5]) {
  struct yoshida_umetani_parameters p = yoshida_umetani_model_parameters();
  p.m_link_2 += heavier;
  yoshida_umetani_compute_H(q, &p, H);
  yoshida_umetani_compute_C(q, q_rate, &p, C);
}

void planar_robot_force_matrix(const double q[5], double J_Q[5][5]) {
  const struct yoshida_umetani_parameters p = yoshida_umetani_model_parameters();
  yoshida_umetani_compute_J_Q(q, &p, J_Q);
}

void planar_robot_task(const double q[5], const double q_rate[5], double J_C[6][5], double J_C_rate[6][5]) {
  const struct yoshida_umetani_parameters p = yoshida_umetani_model_parameters();
  yoshida_umetani_compute_J_C_hand(q, &p, J_C);
  yoshida_umetani_compute_J_C_rate_hand(q, q_rate, &p, J_C_rate);
}
