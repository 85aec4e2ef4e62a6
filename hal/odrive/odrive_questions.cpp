// What the axes are asked, and which of their answers count.

#include <algorithm>
#include <cmath>

#include "hal/odrive/odrive_link.h"

namespace freefloat {
namespace {

constexpr double kTimeTolerance = 1e-4;  // s, of a watchdog's time that was told
// A joint that is seen to move faster than so many times its limit, and by more than so much, must be seen
// there twice.
constexpr double kFastest = 3.0;
constexpr double kLeastJump = 0.02;  // rad
// A tag's number: cycle and place in it. No axis has it, and cycles that have the same one are a minute
// apart.
constexpr std::uint32_t kFirstTag = 1000;
constexpr std::uint32_t kTagPlaces = 16;
constexpr std::uint32_t kTagCycles = 4096;
// Cycles: what an axis said counts for so many, by About.
constexpr std::array<std::uint32_t, 4> kMostAge{5, 10, 20, 20};

std::uint32_t tag_of(std::uint32_t cycle, std::size_t place) {
  return kFirstTag + cycle % kTagCycles * kTagPlaces + static_cast<std::uint32_t>(place);
}

}  // namespace

void OdriveLink::put_questions(Board& board) {
  constexpr std::array<const char*, 4> kProperties{"error", "current_state", "config.enable_watchdog",
                                                   "config.watchdog_timeout"};
  const auto& questions = board.questions[cycle_ % board.questions.size()];
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Question& question = questions[i];
    const Axis& axis = axes_[question.axis];
    board.request += odrive_line(odrive_tag(tag_of(cycle_, i)));
    board.request +=
        odrive_line(question.about == About::kMotion
                        ? "f " + axis.index()
                        : "r " + axis.prefix() + kProperties[static_cast<std::size_t>(question.about)]);
  }
  board.request += odrive_line(odrive_tag(tag_of(cycle_, questions.size())));
}

// A damaged line may have been a tag, or the answer: nothing counts between the two tags that it came
// between.
void OdriveLink::take_line(Board& board, const std::string& line, Time now) {
  if (board.reader.failed_checks() != board.seen_damage) {
    board.seen_damage = board.reader.failed_checks();
    board.lines += 2;
  }
  const auto tag = read_odrive_tag(line);
  if (!tag) {
    board.answer = line;
    ++board.lines;
    return;
  }
  std::optional<Place> place;
  if (*tag >= kFirstTag && *tag < kFirstTag + kTagCycles * kTagPlaces)
    place = Place{(*tag - kFirstTag) / kTagPlaces, (*tag - kFirstTag) % kTagPlaces};
  const std::optional<Place> opened = board.opened;
  const bool together = opened && place && place->cycle == opened->cycle &&
                        place->number == opened->number + 1 &&
                        place->number <= board.questions.front().size();
  if (together && board.lines == 1) {
    accept(board.questions[opened->cycle % board.questions.size()][opened->number], opened->cycle,
           board.answer, now);
  } else if (board.lines > 0) {
    ++health_.rejects.sequence;
  }
  board.opened = place;
  board.lines = 0;
}

/// @param cycle As a tag tells it.
/// @return Null when it is of none of the newest.
OdriveLink::Exchange* OdriveLink::find_exchange(std::uint32_t cycle) {
  const std::uint32_t back = (cycle_ % kTagCycles + kTagCycles - cycle) % kTagCycles;
  if (back >= exchanges_.size() || back >= cycle_) return nullptr;
  Exchange& exchange = exchanges_[(cycle_ - back) % exchanges_.size()];
  return exchange.cycle == cycle_ - back ? &exchange : nullptr;
}

void OdriveLink::accept(const Question& question, std::uint32_t cycle, const std::string& answer, Time now) {
  Exchange* const exchange = find_exchange(cycle);
  if (exchange == nullptr) {
    ++health_.rejects.sequence;
    return;
  }
  AxisState& said = axes_[question.axis].said;
  std::uint32_t& asked = said.asked[static_cast<std::size_t>(question.about)];
  if (exchange->cycle <= asked) return;  // said before
  if (!believe(question.axis, question.about, answer, exchange->sent_at)) {
    ++health_.rejects.content;
    return;
  }
  asked = exchange->cycle;
  const std::uint32_t count = read_odrive_count(answer).value_or(0);
  if (question.about == About::kError) said.error = count;
  if (question.about == About::kState) said.state = static_cast<int>(std::min(count, 255u));
  if (question.about == About::kWatchdog) said.watched = count != 0;
  if (question.about == About::kTimeout) said.forgot = said.forgot || !is_told_time(answer);
  if (question.about == About::kMotion)
    accept_motion(question.axis, *exchange, *read_odrive_feedback(answer), now);
}

/// @return Whether an answer counts: it reads as one, and is either likely or was said before.
bool OdriveLink::believe(std::size_t index, About about, const std::string& answer, Time sent_at) {
  const Axis& axis = axes_[index];
  std::string& doubted = axes_[index].said.doubted[static_cast<std::size_t>(about)];
  bool likely = true;
  bool again = answer == doubted;
  if (about == About::kMotion) {
    const auto motion = read_odrive_feedback(answer);
    if (!motion) return false;
    const AxisState& said = axis.said;
    const bool known = said.asked[static_cast<std::size_t>(about)] != 0;
    const Duration second = std::chrono::seconds(1);
    likely = known && can_move(index, (*motion)[0] - said.position, sent_at - said.position_at) &&
             can_move(index, (*motion)[1], second);
    // Of a joint that moves it is near what was said before.
    const auto before = read_odrive_feedback(doubted);
    again = before && can_move(index, (*motion)[0] - (*before)[0], sent_at - said.doubted_at);
  } else if (about == About::kTimeout) {
    if (!read_odrive_value(answer)) return false;
    likely = is_told_time(answer);
  } else {
    const auto count = read_odrive_count(answer);
    if (!count) return false;
    if (about == About::kError) likely = *count == 0 || *count == axis.said.error;
    if (about == About::kState) likely = !axis.ran || *count == kClosedLoop;
    if (about == About::kWatchdog) likely = !axis.ran || *count != 0;
  }
  const bool believed = likely || again;
  doubted = believed ? std::string() : answer;
  if (about == About::kMotion) axes_[index].said.doubted_at = sent_at;
  return believed;
}

/// @return Whether an axis says of its watchdog's time what it was told.
bool OdriveLink::is_told_time(const std::string& answer) const {
  const auto time = read_odrive_value(answer);
  return time && std::abs(*time - to_seconds(config_.time_to_live)) <= kTimeTolerance;
}

/// @return Whether an axis can turn so far in that time; the jaws' can in any.
bool OdriveLink::can_move(std::size_t index, double turns, Duration passed) const {
  if (index >= joint_count()) return true;
  const double most = kFastest * config_.limits[index].max_rate * to_seconds(passed) + kLeastJump;
  return std::abs(config_.joints[index].to_joint_rate(turns * kShaftTurn)) <= most;
}

void OdriveLink::accept_motion(std::size_t index, Exchange& exchange, const std::array<double, 2>& motion,
                               Time now) {
  AxisState& said = axes_[index].said;
  said.position = motion[0];
  said.velocity = motion[1];
  said.position_at = exchange.sent_at;
  if (index >= joint_count()) return;
  exchange.motions[index] = motion;
  exchange.heard |= 1u << index;
  const bool whole = exchange.heard == (1u << joint_count()) - 1u;
  if (whole && exchange.cycle > answered_ && are_states_known(exchange.cycle)) accept_all(exchange, now);
}

/// @return Whether every joint's axis has said lately what state it is in.
bool OdriveLink::are_states_known(std::uint32_t cycle) const {
  for (std::size_t i = 0; i < joint_count(); ++i) {
    for (const About about : {About::kError, About::kState, About::kWatchdog, About::kTimeout}) {
      const std::uint32_t asked = axes_[i].said.asked[static_cast<std::size_t>(about)];
      if (asked == 0 || asked + kMostAge[static_cast<std::size_t>(about)] < cycle) return false;
    }
  }
  return true;
}

}  // namespace freefloat
