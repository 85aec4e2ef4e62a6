#include "vision/spot_memory.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace freefloat {
namespace {

constexpr double kStill = 0.0025;     // m; what rests stays within
constexpr double kMoved = 0.006;      // m; what has gone so far does not rest
constexpr double kSteadyShare = 0.7;  // of the mean velocity; a step is not measured better
constexpr double kRestTime = 0.4;     // s
constexpr double kStandTime = 0.2;    // s; what has stood for so long is not found again elsewhere
constexpr int kLeastSightings = 3;
constexpr double kMostSpeed = 0.5;         // m/s, of anything on the table
constexpr double kMostAcceleration = 1.0;  // m/s^2
constexpr double kJitter = 0.002;      // m; of one measurement, heights that are not the target's included
constexpr double kOffWay = 0.003;      // m; what is farther off its way runs together with another
constexpr double kForgetMoving = 0.6;  // s without a sighting
constexpr double kForgetResting = 30.0;
constexpr double kForgetTarget = 10.0;  // s; then it may have been carried anywhere
constexpr double kTargetRoom = 0.03;    // m
constexpr double kHidingPlace = 0.03;   // m; a light this near may have hidden a spot before

double age(const FollowedSpot& spot, Time at) {
  return to_seconds(at - spot.last_time);
}

// How far from where it is expected a followed spot may be found.
double reach(const FollowedSpot& spot, double dt) {
  if (rests(spot)) return kStill;
  if (stands(spot) && to_seconds(spot.last_time - spot.first_time) >= kStandTime) return kOffWay;
  if (spot.sightings < 2) return kJitter + kMostSpeed * dt;
  return kOffWay + 0.5 * kMostAcceleration * dt * dt;
}

Vector2 expected_place(const FollowedSpot& spot, double dt) {
  return rests(spot) ? spot.first : Vector2(spot.last + dt * spot.velocity);
}

template <class Condition>
void forget(SpotMemory& memory, Condition&& is_over) {
  for (int i = 0; i < memory.count;) {
    if (is_over(memory.spots[i])) {
      let_go(i, memory);
    } else {
      ++i;
    }
  }
}

void forget_old(Time at, SpotMemory& memory) {
  forget(memory, [at](const FollowedSpot& spot) {
    const double limit = rests(spot) ? kForgetResting : kForgetMoving;
    return age(spot, at) > limit || at <= spot.last_time;
  });
}

// Spots that were followed where an LED is, unless it only comes by where they rest.
void forget_leds(const MappedBlobs& blobs, int plane, const KnownBlobs& known, SpotMemory& memory) {
  for (int i = 0; i < blobs.count; ++i) {
    if (!known.leds[i]) continue;
    const Vector2& place = blobs.at(plane, i);
    forget(memory, [&](const FollowedSpot& spot) {
      return (spot.last - place).norm() < kStill && !(known.moving[i] && rests(spot));
    });
  }
}

int nearest_blob(const MappedBlobs& blobs, int plane, const SpotMarks& taken, const FollowedSpot& spot,
                 Time at) {
  const double dt = age(spot, at);
  const Vector2 place = expected_place(spot, dt);
  int nearest = kNoBlob;
  double distance = reach(spot, dt);
  for (int i = 0; i < blobs.count; ++i) {
    const double d = (blobs.at(plane, i) - place).norm();
    if (taken[i] || !(d <= distance)) continue;
    nearest = i;
    distance = d;
  }
  return nearest;
}

bool has_the_better_claim(const FollowedSpot& spot, const FollowedSpot& rival) {
  return rests(spot) != rests(rival) ? rests(spot) : spot.sightings > rival.sightings;
}

// @param last_search When spots were looked for last: what was missed then and is off its way is another.
void go_on(const Vector2& place, Time at, Time last_search, FollowedSpot& spot) {
  const double dt = age(spot, at);
  const bool off_way = (place - expected_place(spot, dt)).norm() > kOffWay;
  if (!rests(spot) && spot.last_time < last_search && off_way) {
    spot.first = place;
    spot.first_time = at;
    spot.sightings = spot.missed = 0;
    spot.beside_leds = 0;
    spot.maybe_older = true;  // in the light of what was followed
  }
  if (!rests(spot) && dt > 0.0) spot.velocity = (place - spot.last) / dt;
  spot.last = place;
  spot.last_time = at;
  ++spot.sightings;
}

// What is or was beside a new spot and may have hidden it before: the one followed longest; null: nothing.
const FollowedSpot* find_neighbour(const Vector2& place, const SpotMemory& memory) {
  const FollowedSpot* neighbour = nullptr;
  for (int s = 0; s < memory.count; ++s) {
    const FollowedSpot& spot = memory.spots[s];
    if (!((spot.last - place).norm() < kHidingPlace)) continue;
    if (neighbour == nullptr || spot.sightings > neighbour->sightings) neighbour = &spot;
  }
  return neighbour;
}

// Counts what was missed in this search, and lets it go if it was not confirmed before. @param followed
// Indices change with it.
void forget_missed(Time at, SpotMemory& memory, FollowedBlobs& followed) {
  for (int s = 0; s < memory.count;) {
    FollowedSpot& spot = memory.spots[s];
    if (spot.last_time != at) ++spot.missed;
    if (spot.last_time == at || spot.sightings >= kLeastSightings) {
      ++s;
      continue;
    }
    memory.lost.note({spot.last, spot.last_time});
    let_go(s, memory);
    std::replace(followed.begin(), followed.end(), memory.count, s);
  }
}

// Where there is no room, the one seen longest ago goes of those that do not stand: what stands is met again.
FollowedSpot& new_spot(SpotMemory& memory, Time at) {
  if (memory.count < SpotMemory::kMost) return memory.spots[memory.count++] = {};
  memory.dropped = true;
  memory.dropped_time = at;
  const auto end = memory.spots.begin() + memory.count;
  const auto worth = [](const FollowedSpot& spot) { return std::pair(stands(spot), spot.last_time); };
  return *std::ranges::min_element(memory.spots.begin(), end, {}, worth) = {};
}

}  // namespace

SpotMemory& SpotMemory::operator=(const SpotMemory& other) {
  if (this == &other) return *this;
  count = other.count;
  dropped = other.dropped;
  dropped_time = other.dropped_time;
  target_known = other.target_known;
  target_place = other.target_place;
  target_time = other.target_time;
  std::copy_n(other.spots.begin(), other.count, spots.begin());
  lost = other.lost;
  unseen = other.unseen;
  return *this;
}

void KnownBlobs::add(const MarkerScene& scene, int marker, int blob, bool is_moving) {
  leds[blob] = true;
  moving[blob] = is_moving;
  if (marker < scene.robot_count) {
    robot_seen |= static_cast<std::uint16_t>(1U << static_cast<unsigned>(marker));
  } else {
    target_seen = true;
  }
}

bool rests(const FollowedSpot& spot) {
  return stands(spot) && to_seconds(spot.last_time - spot.first_time) >= kRestTime;
}

bool stands(const FollowedSpot& spot) {
  return spot.sightings >= kLeastSightings && (spot.last - spot.first).norm() <= kStill;
}

bool moves(const FollowedSpot& spot) {
  return spot.sightings >= kLeastSightings && (spot.last - spot.first).norm() > kMoved;
}

bool moves_steadily(const FollowedSpot& spot) {
  const double time = to_seconds(spot.last_time - spot.first_time);
  if (!moves(spot) || time <= 0.0) return false;
  const Vector2 mean = (spot.last - spot.first) / time;
  return (spot.velocity - mean).norm() <= kSteadyShare * mean.norm();
}

bool is_seen_steadily(const FollowedSpot& spot) {
  return 3 * spot.missed <= spot.sightings;
}

void let_go(int spot, SpotMemory& memory) {
  memory.spots[spot] = memory.spots[--memory.count];
}

void follow_spots(const MappedBlobs& blobs, int plane, const KnownBlobs& known, Time at, SpotMemory& memory,
                  FollowedBlobs& followed) {
  followed.fill(-1);
  Time last_search{};
  for (int s = 0; s < memory.count; ++s) last_search = std::max(last_search, memory.spots[s].last_time);
  forget_leds(blobs, plane, known, memory);
  forget_old(at, memory);
  // Two that claim one blob: the one that rests there has it, or the one followed longer.
  for (int s = 0; s < memory.count; ++s) {
    const int blob = nearest_blob(blobs, plane, known.leds, memory.spots[s], at);
    if (blob == kNoBlob) continue;
    const int rival = followed[blob];
    if (rival < 0 || has_the_better_claim(memory.spots[s], memory.spots[rival])) followed[blob] = s;
  }
  for (int i = 0; i < blobs.count; ++i) {
    if (followed[i] >= 0) {
      FollowedSpot& spot = memory.spots[followed[i]];
      go_on(blobs.at(plane, i), at, last_search, spot);
      spot.beside_target = spot.beside_target || known.target_seen;
      spot.beside_leds |= known.robot_seen;
    }
  }
  std::array<std::optional<Vector2>, kMaxBlobs> origins{};  // of what is beside a new spot
  for (int i = 0; i < blobs.count; ++i) {
    const FollowedSpot* neighbour = find_neighbour(blobs.at(plane, i), memory);
    if (neighbour != nullptr) origins[i] = neighbour->origin;
  }
  forget_missed(at, memory, followed);
  for (int i = 0; i < blobs.count; ++i) {
    if (known.leds[i] || followed[i] >= 0 || !blobs.at(plane, i).allFinite()) continue;
    FollowedSpot& spot = new_spot(memory, at);
    spot.first = spot.last = blobs.at(plane, i);
    spot.origin = origins[i].value_or(spot.first);
    spot.first_time = spot.last_time = at;
    spot.sightings = 1;
    spot.maybe_older = origins[i].has_value() || blobs.has_neighbour(plane, i, kHidingPlace) ||
                       known.maybe_older[i] || memory.lost.was_at(spot.first, kStill, at);
    spot.beside_target = known.target_seen;
    spot.beside_leds = known.robot_seen;
    const int index = static_cast<int>(&spot - memory.spots.data());
    std::replace(followed.begin(), followed.begin() + i, index, -1);  // of the one that had to go
    followed[i] = index;
  }
}

void mark_resting(const SpotMemory& memory, const MappedBlobs& blobs, int plane, TrackingHints& hints) {
  std::fill_n(hints.resting.begin(), blobs.count, false);
  std::fill_n(hints.stood.begin(), blobs.count, 0.0);
  std::fill_n(hints.beside_leds.begin(), blobs.count, std::uint16_t{0});
  for (int s = 0; s < memory.count; ++s) {
    const FollowedSpot& spot = memory.spots[s];
    const double way = (spot.last - spot.first).norm();
    if (spot.sightings < 2 || way > kMoved) continue;
    for (int i = 0; i < blobs.count; ++i) {
      // An LED beside it may have drawn it aside when it was seen first.
      if ((blobs.at(plane, i) - spot.last).norm() <= kStill) hints.beside_leds[i] |= spot.beside_leds;
      if (way > kStill || !((blobs.at(plane, i) - spot.first).norm() <= kStill)) continue;
      hints.resting[i] = hints.resting[i] || rests(spot);
      hints.stood[i] = std::max(hints.stood[i], to_seconds(spot.last_time - spot.first_time));
      hints.beside_leds[i] |= spot.beside_leds;
    }
  }
}

int find_followed(const SpotMemory& memory, const Vector2& place, Time at) {
  int most = -1;
  for (int s = 0; s < memory.count; ++s) {
    const FollowedSpot& spot = memory.spots[s];
    const double dt = age(spot, at);
    const bool goes_on = (place - expected_place(spot, dt)).norm() <= reach(spot, dt);
    if (goes_on && (most < 0 || spot.sightings > memory.spots[most].sightings)) most = s;
  }
  return most;
}

int count_sightings(const SpotMemory& memory, const Vector2& place, Time at) {
  const int spot = find_followed(memory, place, at);
  return spot < 0 ? 0 : memory.spots[spot].sightings;
}

void note_not_led(int led, int spot, SpotMemory& memory) {
  memory.spots[spot].beside_leds |= static_cast<std::uint16_t>(1U << static_cast<unsigned>(led));
}

void note_beside_target(int target_spot, Time at, SpotMemory& memory) {
  for (int s = 0; s < memory.count; ++s) {
    if (s != target_spot && memory.spots[s].last_time == at) memory.spots[s].beside_target = true;
  }
}

void note_target(const Vector2& p_WT, Time at, SpotMemory& memory) {
  memory.target_known = true;
  memory.target_place = p_WT;
  memory.target_time = at;
}

bool can_be_target_at(const SpotMemory& memory, const Vector2& p_WT, Time at) {
  const double dt = to_seconds(at - memory.target_time);
  if (!memory.target_known || !(dt >= 0.0 && dt < kForgetTarget)) return true;
  return (p_WT - memory.target_place).norm() <= kTargetRoom + kMostSpeed * dt;
}

}  // namespace freefloat
