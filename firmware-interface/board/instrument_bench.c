#include "board/instrument_bench.h"

#include <string.h>

void ff_start_instrument_bench(struct ff_instrument_bench* bench, uint8_t joint_count) {
  memset(bench, 0, sizeof *bench);
  ff_start_instrument_parser(&bench->parser, FF_INSTRUMENT_SENSORS, joint_count);
  bench->missed_ticks = FF_INSTRUMENT_LOST_TICKS;
}

void ff_receive_instrument_byte(struct ff_instrument_bench* bench, uint8_t byte) {
  if (!ff_parse_instrument_byte(&bench->parser, byte)) return;
  ff_decode_sensor_frame(bench->parser.bytes, bench->parser.joint_count, &bench->newest);
  // A late answer is used as well: it is newer than what was there.
  bench->missed_ticks = 0;
  if ((bench->newest.flags & FF_SENSOR_HANG) != 0) bench->hang = true;
}

bool ff_is_instrument_ready(const struct ff_instrument_bench* bench) {
  return bench->missed_ticks >= FF_INSTRUMENT_LOST_TICKS ||
         bench->newest.tick == (bench->tick & FF_SENSOR_TICK_MASK);
}

void ff_read_instrument_sensors(struct ff_instrument_bench* bench, struct ff_servo_inputs* inputs) {
  memset(inputs, 0, sizeof *inputs);
  if (bench->missed_ticks >= FF_INSTRUMENT_LOST_TICKS) return;
  ++bench->missed_ticks;
  memcpy(inputs->pot_counts, bench->newest.pot_counts, sizeof inputs->pot_counts);
  memcpy(inputs->tacho_counts, bench->newest.tacho_counts, sizeof inputs->tacho_counts);
  memcpy(inputs->current_counts, bench->newest.current_counts, sizeof inputs->current_counts);
  inputs->gripper_contact = (bench->newest.flags & FF_SENSOR_CONTACT) != 0;
}

size_t ff_make_drive_frame(struct ff_instrument_bench* bench, const struct ff_servo_outputs* outputs,
                           const struct ff_tick_report* report, uint8_t* bytes) {
  bench->tick = report->tick;
  const unsigned flags = (outputs->energised ? (unsigned)FF_DRIVE_ENERGISED : 0u) |
                         (outputs->close_gripper ? (unsigned)FF_DRIVE_CLOSE_GRIPPER : 0u) |
                         (report->accepted ? (unsigned)FF_DRIVE_ACCEPTED : 0u);
  struct ff_drive_frame frame = {.flags = (uint8_t)flags,
                                 .state = report->state,
                                 .boot_id = report->boot_id,
                                 .tick = report->tick,
                                 .accepted_us = (uint32_t)report->accepted_us};
  memcpy(frame.duties, outputs->duties, sizeof frame.duties);
  return ff_encode_drive_frame(&frame, bench->parser.joint_count, bytes);
}
