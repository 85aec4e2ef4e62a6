#pragma once

// What prove_tick.c and its neighbours may rely on of a joint's functions; prove_joint.c shows it.

#include "servo/servo.h"

/*@ assigns *joint \from *parameters, pot_count;
    ensures joint->correcting == 0 || joint->correcting == 1; */
void ff_start_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint,
                    uint16_t pot_count);

/*@ assigns *joint \from *parameters, *joint, *counts;
    ensures joint->correcting == 0 || joint->correcting == 1; */
void ff_measure_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint,
                      const struct ff_joint_counts* counts);

/*@ assigns *joint, \result \from *parameters, *joint, *counts, driven;
    ensures \result <= 127;
    ensures joint->correcting == 0 || joint->correcting == 1; */
uint16_t ff_check_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint,
                        const struct ff_joint_counts* counts, bool driven);

/*@ assigns *joint, *clamps, \result \from *parameters, *joint, command_urad_s;
    ensures -FF_FULL_DUTY <= \result <= FF_FULL_DUTY;
    ensures \initialized(&clamps->limited) && \initialized(&clamps->accelerating);
    ensures clamps->limited == 0 || clamps->limited == 1;
    ensures clamps->accelerating == 0 || clamps->accelerating == 1;
    ensures joint->correcting == 0 || joint->correcting == 1; */
int16_t ff_drive_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint,
                       int32_t command_urad_s, struct ff_joint_clamps* clamps);

/*@ assigns *joint \from *joint, others_move;
    ensures joint->correcting == 0 || joint->correcting == 1; */
void ff_begin_joint_stop(struct ff_joint_state* joint, bool others_move);

/*@ assigns \result \from *parameters, *joint, tick;
    ensures \result == 0 || \result == 1; */
bool ff_is_stop_failing(const struct ff_joint_parameters* parameters, const struct ff_joint_state* joint,
                        int tick);

/*@ assigns *joint, \result \from *parameters, *joint, tick;
    ensures -FF_FULL_DUTY <= \result <= FF_FULL_DUTY;
    ensures joint->correcting == 0 || joint->correcting == 1; */
int16_t ff_stop_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint, int tick);
