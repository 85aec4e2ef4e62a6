// The vision on pictures of rooms that nobody prepared.
//
//   measure_vision [PICTURES]              the table: each room with a moving and a standing target
//   measure_vision drawn PICTURES [FIRST]  rooms drawn at random, 200 pictures each, from the FIRST-th on:
//                                          counts wrong LEDs
//   measure_vision room N [FROM UNTIL]     what the N-th of these rooms is, and each of its wrong LEDs; with
//                                          FROM and UNTIL all LEDs of these pictures, both included

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>

#include "room_score.h"

namespace freefloat {
namespace {

constexpr int kSequence = 200;  // pictures of one drawn room

double percent(int part, int whole) {
  return whole > 0 ? 100.0 * part / whole : 0.0;
}

void print_score(const std::string& name, const RoomScore& score) {
  std::printf("%-26s %8.1f %8.1f %8d %8d %10.1f\n", name.c_str(),
              percent(score.robot_seen, score.robot_there), percent(score.target_seen, score.target_there),
              score.wrong, score.wrong_target, 1e3 * score.worst);
}

// The reasons for which LEDs were not seen, the most frequent one first.
void print_reasons(const char* what, std::array<int, kUnseenReasons> counts) {
  for (auto most = std::max_element(counts.begin(), counts.end()); *most > 0;
       most = std::max_element(counts.begin(), counts.end())) {
    const std::string_view words = explain(static_cast<Unseen>(most - counts.begin()));
    std::printf("    %s %d: %.*s\n", what, *most, static_cast<int>(words.size()), words.data());
    *most = 0;
  }
}

void print_head() {
  std::printf("%-26s %8s %8s %8s %8s %10s\n", "", "robot %", "target %", "wrong", "target", "worst mm");
}

int print_table(int pictures) {
  int wrong = 0;
  for (const bool moves : {true, false}) {
    std::printf("%s target, %d pictures each\n", moves ? "moving" : "standing", pictures);
    print_head();
    std::uint64_t seed = 1;
    for (Room room : table_rooms()) {
      room.target_moves = moves;
      const RoomScore score = score_room(room, pictures, seed++);
      wrong += score.wrong;
      print_score(room.name, score);
      print_reasons("robot", score.robot_unseen);
      print_reasons("target", score.target_unseen);
    }
  }
  return wrong;
}

int count_drawn(int pictures, int first) {
  RoomScore sum;
  int rooms_wrong = 0;
  std::mt19937_64 random(1);
  for (int i = 1; i < first; ++i) draw_room(random);
  for (auto seed = static_cast<std::uint64_t>(first); sum.pictures < pictures; ++seed) {
    const RoomScore score = score_room(draw_room(random), kSequence, seed);
    sum.pictures += score.pictures;
    sum.robot_there += score.robot_there;
    sum.robot_seen += score.robot_seen;
    sum.target_there += score.target_there;
    sum.target_seen += score.target_seen;
    sum.wrong += score.wrong;
    sum.wrong_target += score.wrong_target;
    sum.worst = std::max(sum.worst, score.worst);
    if (score.wrong > 0) {
      ++rooms_wrong;
      std::printf("room %d: %d wrong, of them target %d, worst %.1f mm\n", static_cast<int>(seed),
                  score.wrong, score.wrong_target, 1e3 * score.worst);
    }
  }
  print_head();
  print_score("drawn rooms", sum);
  std::printf("%d pictures, %d rooms with a wrong LED\n", sum.pictures, rooms_wrong);
  return sum.wrong;
}

void print_room(const Room& room) {
  const ImagingParameters& imaging = room.imaging;
  std::printf(
      "target %s; %d static spots, %d strangers%s, %d glares; lamp %.0f at %.2f s, noise %.1f, "
      "reflection %.2f, streak %.1f px, LEDs of %.0f, defocus %.1f px, readout %d, "
      "background %.0f with gradient %.0f, vignetting %.2f, %d grains of dust, %d hot pixels, flicker %.2f, "
      "LEDs %d and %d hidden from picture %d to %d\n",
      room.target_moves ? "moves" : "stands", imaging.extra_spots, room.strangers,
      room.place_told ? " (place told)" : "", room.glares, imaging.lamp.peak, to_seconds(imaging.lamp.on),
      imaging.read_noise, imaging.reflection, room.streak_px, imaging.led_peak, imaging.defocus,
      static_cast<int>(room.readout), imaging.background, imaging.background_gradient, imaging.vignetting,
      imaging.dust, imaging.hot_pixels, imaging.flicker, room.hidden[0], room.hidden[1], room.hidden_from,
      room.hidden_until);
}

// One line for an LED: where it is, what was told of it, and why it was not seen.
void print_led(int picture, int led, const RoomPictures::Picture& shown, const MarkerFrame& frame,
               const Reasons& reasons) {
  const MarkerMeasurement& marker = frame.markers[led];
  const Vector2 truth = RoomPictures::true_position(shown, led);
  std::printf("picture %d, LED %d (%s): at %.4f, %.4f, ", picture, led,
              shown.scene.leds[led].visible ? "there" : "hidden", truth.x(), truth.y());
  const std::string_view words = explain(reasons[led]);
  if (marker.seen) {
    std::printf("told %.4f, %.4f m\n", marker.p_WM.x(), marker.p_WM.y());
  } else {
    std::printf("not seen: %.*s\n", static_cast<int>(words.size()), words.data());
  }
}

/// Pictures of which all is printed, both ends included.
struct PictureRange {
  int from = 0;
  int until = -1;

  bool has(int picture) const { return picture >= from && picture <= until; }
};

int look_at_room(int number, const PictureRange& range) {
  std::mt19937_64 random(1);
  Room room;
  for (int i = 0; i < number; ++i) room = draw_room(random);
  print_room(room);
  int wrong = 0;
  const bool all = range.until < range.from;
  const RoomScore score = score_room(
      room, all ? kSequence : std::clamp(range.until + 1, 0, kSequence), static_cast<std::uint64_t>(number),
      [&](int picture, const RoomPictures::Picture& shown, const MarkerFrame& frame, const Reasons& reasons) {
        for (int led = 0; led <= 4; ++led) {
          const bool is_wrong = told_wrong(shown, frame, led);
          wrong += is_wrong ? 1 : 0;
          if (all ? is_wrong : range.has(picture)) print_led(picture, led, shown, frame, reasons);
        }
      });
  print_head();
  print_score("room", score);
  return wrong;
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  const auto number = [&](int index, int otherwise) {
    return argc > index ? std::atoi(argv[index]) : otherwise;
  };
  const std::string_view what = argc > 1 ? argv[1] : "";
  const int wrong = what == "drawn" ? freefloat::count_drawn(number(2, 200), std::max(1, number(3, 1)))
                    : what == "room"
                        ? freefloat::look_at_room(number(2, 1), {number(3, 0), number(4, number(3, -1))})
                        : freefloat::print_table(number(1, 200));
  return wrong == 0 ? 0 : 1;
}
