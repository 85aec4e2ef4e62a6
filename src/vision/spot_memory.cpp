#include "vision/spot_memory.h"

#include <algorithm>
#include <limits>

namespace freefloat {
namespace {

constexpr double kStill = 0.0025;  // m; what rests stays within
constexpr double kMoved = 0.006;   // m; what has gone so far does not rest
constexpr double kRestTime = 0.4;  // s
constexpr int kLeastSightings = 3;
constexpr double kMostSpeed = 0.5;         // m/s, of anything on the table
constexpr double kMostAcceleration = 1.0;  // m/s^2
constexpr double kJitter = 0.002;      // m; of one measurement, heights that are not the target's included
constexpr double kForgetMoving = 0.6;  // s without a sighting
constexpr double kForgetResting = 30.0;
constexpr double kForgetTarget = 10.0;  // s; then it may have been carried anywhere
constexpr double kTargetRoom = 0.03;    // m

double age(const FollowedSpot& spot, Time at) {
  return to_seconds(at - spot.last_time);
}

// How far from where it is expected a followed spot may be found.
double reach(const FollowedSpot& spot, double dt) {
  if (rests(spot)) return kStill;
  if (spot.sightings < 2) return kJitter + kMostSpeed * dt;
  return 2.0 * kJitter + 0.5 * kMostAcceleration * dt * dt;
}

Vector2 expected_place(const FollowedSpot& spot, double dt) {
  return rests(spot) ? spot.first : Vector2(spot.last + dt * spot.velocity);
}

void forget_old(Time at, SpotMemory& memory) {
  for (int i = 0; i < memory.count;) {
    const FollowedSpot& spot = memory.spots[i];
    const double limit = rests(spot) ? kForgetResting : kForgetMoving;
    if (age(spot, at) > limit || at <= spot.last_time) {
      memory.spots[i] = memory.spots[--memory.count];
    } else {
      ++i;
    }
  }
}

void forget_near(const Vector2& place, SpotMemory& memory) {
  for (int i = 0; i < memory.count;) {
    if ((memory.spots[i].last - place).norm() < kStill) {
      memory.spots[i] = memory.spots[--memory.count];
    } else {
      ++i;
    }
  }
}

int nearest_blob(const MappedBlobs& blobs, int plane, const std::array<bool, kMaxBlobs>& taken,
                 const FollowedSpot& spot, Time at) {
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

void go_on(const Vector2& place, Time at, FollowedSpot& spot) {
  const double dt = age(spot, at);
  if (!rests(spot) && dt > 0.0) spot.velocity = (place - spot.last) / dt;
  spot.last = place;
  spot.last_time = at;
  ++spot.sightings;
}

// Where there is no room for another, the one seen longest ago goes.
FollowedSpot& new_spot(SpotMemory& memory) {
  if (memory.count < SpotMemory::kMost) return memory.spots[memory.count++] = {};
  FollowedSpot* const oldest = std::min_element(
      memory.spots.data(), memory.spots.data() + memory.count,
      [](const FollowedSpot& a, const FollowedSpot& b) { return a.last_time < b.last_time; });
  return *oldest = {};
}

}  // namespace

SpotMemory& SpotMemory::operator=(const SpotMemory& other) {
  if (this == &other) return *this;
  count = other.count;
  target_known = other.target_known;
  target_place = other.target_place;
  target_time = other.target_time;
  std::copy_n(other.spots.begin(), other.count, spots.begin());
  return *this;
}

bool rests(const FollowedSpot& spot) {
  return spot.sightings >= kLeastSightings && to_seconds(spot.last_time - spot.first_time) >= kRestTime &&
         (spot.last - spot.first).norm() <= kStill;
}

bool moves(const FollowedSpot& spot) {
  return spot.sightings >= kLeastSightings && (spot.last - spot.first).norm() > kMoved;
}

void follow_spots(const MappedBlobs& blobs, int plane, const std::array<bool, kMaxBlobs>& taken, Time at,
                  bool target_seen, SpotMemory& memory, FollowedBlobs& followed) {
  followed.fill(-1);
  for (int i = 0; i < blobs.count; ++i) {
    if (taken[i]) forget_near(blobs.at(plane, i), memory);
  }
  forget_old(at, memory);
  // Two that claim one blob: the one followed longer has it.
  for (int s = 0; s < memory.count; ++s) {
    const int blob = nearest_blob(blobs, plane, taken, memory.spots[s], at);
    if (blob == kNoBlob) continue;
    const int rival = followed[blob];
    if (rival < 0 || memory.spots[s].sightings > memory.spots[rival].sightings) followed[blob] = s;
  }
  for (int i = 0; i < blobs.count; ++i) {
    if (followed[i] >= 0) {
      FollowedSpot& spot = memory.spots[followed[i]];
      go_on(blobs.at(plane, i), at, spot);
      spot.beside_target = spot.beside_target || target_seen;
    }
  }
  for (int i = 0; i < blobs.count; ++i) {
    if (taken[i] || followed[i] >= 0 || !blobs.at(plane, i).allFinite()) continue;
    FollowedSpot& spot = new_spot(memory);
    spot.first = spot.last = blobs.at(plane, i);
    spot.first_time = spot.last_time = at;
    spot.sightings = 1;
    spot.beside_target = target_seen;
    const int index = static_cast<int>(&spot - memory.spots.data());
    std::replace(followed.begin(), followed.begin() + i, index, -1);  // of the one that had to go
    followed[i] = index;
  }
}

void mark_resting(const SpotMemory& memory, const MappedBlobs& blobs, int plane,
                  std::array<bool, kMaxBlobs>& resting) {
  std::fill_n(resting.begin(), blobs.count, false);
  for (int s = 0; s < memory.count; ++s) {
    const FollowedSpot& spot = memory.spots[s];
    if (!rests(spot)) continue;
    for (int i = 0; i < blobs.count; ++i) {
      if ((blobs.at(plane, i) - spot.first).norm() <= kStill) resting[i] = true;
    }
  }
}

void note_target(const Vector2& p_WT, Time at, SpotMemory& memory) {
  forget_near(p_WT, memory);
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
