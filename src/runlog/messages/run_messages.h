#pragma once

#include "mcap/message.h"
#include "runlog/cycle_record.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/phase_event.h"

// What a run is judged by: the truth of a simulated testbed, the loop's punctuality, the experiment's phases.

namespace freefloat {

/// Says what the input of a cycle was when it was recorded: also those bits that nothing depends on.
struct InputCheck {
  std::uint32_t crc32 = 0;  ///< of the CycleInput message with the same number, as in zip
};

template <>
inline constexpr std::array<std::string_view, 2> kEnumeratorNames<PhaseMoment>{"begin", "end"};
FF_FIELDS(InputCheck, crc32)

void describe(auto& v, Is<BodyState> auto& m) {
  v("position_m", m.p);
  v("attitude_rad", m.theta);
  v("velocity_m_s", m.v);
  v("attitude_rate_rad_s", m.w);
}

void describe(auto& v, Is<Truth> auto& m) {
  v("robot", m.robot);
  v("hand_position_m", m.p_WE);
  v("hand_velocity_m_s", m.v_WE);
  v("target", m.target);
  v("holding", m.holding);
  v("mass_centre_m", m.p_WG);
  v("linear_momentum_ns", m.linear_momentum);
  v("angular_momentum_nms", m.angular_momentum);
  v("motor_torques_nm", m.motor_torques);
}

void describe(auto& v, Is<LoopTiming> auto& m) {
  v("deadline_ns", m.deadline);
  v("period_ns", m.period);
  v("wake_late_ns", m.wake_late);
  v("compute_ns", m.compute);
  v("slack_ns", m.slack);
  v("overrun_count", m.overrun_count);
  v("ring_drops", m.ring_drops);
}

FF_FIELDS(PhaseNumber, name, value)

void describe(auto& v, Is<PhaseEvent> auto& m) {
  v("at_ns", m.at);
  v("phase_number", m.phase_number);
  v("name", m.name);
  v("kind", m.kind);
  v("moment", m.moment);
  v("passed", m.passed);
  v("skipped", m.skipped);
  v("observed", m.observed);
  v("reason", m.reason);
  v("number_count", m.number_count);
  v.used("numbers", m.numbers, m.number_count);
}

}  // namespace freefloat
