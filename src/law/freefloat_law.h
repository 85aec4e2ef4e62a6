/* A guidance law of one's own: what it is asked in each cycle of a capture, and what it answers. C, so that a
 * law may be written in any language that makes a shared library; it needs nothing else of Freefloat.
 *
 *     #include <freefloat_law.h>
 *     FREEFLOAT_LAW(question, answer) {
 *       for (uint32_t j = 0; j < question->joint_count; ++j) answer->joint_rates_rad_s[j] = 0.0;
 *       return 0;
 *     }
 *
 *     g++ -O2 -shared -fPIC my_law.cpp -o my_law.so
 *     freefloat run EXPERIMENT.yaml --set control.law=my_law.so
 *
 * The rates go through the same limit, supervisor and log as the program's own; the gripper stays the
 * program's. The law has a process of its own and may keep what it likes in static variables; it is asked in
 * one thread. */
#ifndef FREEFLOAT_LAW_H
#define FREEFLOAT_LAW_H

#include <stdint.h>

enum { FF_LAW_VERSION = 1, FF_LAW_MAX_JOINTS = 6 };

/* Everything holds for the time at which the answer takes effect. W is the table's frame, G the mass centre
 * of the whole robot, E the hand, T the target's grapple point. Arrays of joints hold joint_count values. */
struct ff_law_question {
  uint32_t version;     /* FF_LAW_VERSION */
  uint32_t joint_count; /* n */
  uint32_t begins;      /* 1: the first question of a capture */
  uint32_t moving;      /* 0: the target is told to stand */
  double time_s;        /* on the run's clock */
  double period_s;      /* of the loop */
  double max_joint_rate_rad_s;
  double annulus_m[2]; /* distance of the hand from G between which no posture is singular; both 0: there is
                          none */
  double attitude_rad; /* of the satellite, from W */
  double joints_rad[FF_LAW_MAX_JOINTS];
  double joint_rates_rad_s[FF_LAW_MAX_JOINTS]; /* commanded in the cycle before */
  double mass_centre_m[2];
  double mass_centre_m_s[2];
  double angular_momentum_nms; /* L, about G */
  double hand_m[2];
  double hand_m_s[2]; /* with the rates of the cycle before */
  double target_m[2];
  double target_m_s[2]; /* zero where it is told to stand */
  /* v_E = mass_centre_m_s + jacobian_m * joint rates + hand_by_momentum * angular_momentum_nms:
   * the generalized Jacobian's rows of x and y, Yoshida & Umetani 1990, Eq. (12). */
  double jacobian_m[2][FF_LAW_MAX_JOINTS];
  double hand_by_momentum[2];
};

struct ff_law_answer {
  double joint_rates_rad_s[FF_LAW_MAX_JOINTS]; /* wanted; zero when the law is called */
};

#ifdef __cplusplus
#define FREEFLOAT_LAW_LINKAGE extern "C"
#else
#define FREEFLOAT_LAW_LINKAGE
#endif

/* NOLINTBEGIN(bugprone-macro-parentheses): these are names of parameters */
/* Defines the law. It returns 0, or another number where it cannot tell any rates: the robot is held. */
#define FREEFLOAT_LAW(question, answer)                                                          \
  FREEFLOAT_LAW_LINKAGE uint32_t freefloat_law_version(void);                                    \
  FREEFLOAT_LAW_LINKAGE uint32_t freefloat_law_version(void) {                                   \
    return FF_LAW_VERSION;                                                                       \
  }                                                                                              \
  FREEFLOAT_LAW_LINKAGE int freefloat_law(const struct ff_law_question*, struct ff_law_answer*); \
  FREEFLOAT_LAW_LINKAGE int freefloat_law(const struct ff_law_question* question,                \
                                          struct ff_law_answer* answer)
/* NOLINTEND(bugprone-macro-parentheses) */

#endif
