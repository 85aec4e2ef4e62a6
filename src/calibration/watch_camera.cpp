#include "calibration/watch_camera.h"

#include <optional>
#include <stdexcept>

#include "calibration/board_watch.h"

namespace freefloat {
namespace {

constexpr Duration kBetweenPictures = std::chrono::milliseconds(100);
constexpr Duration kWithoutPicture = std::chrono::seconds(5);
constexpr Duration kWithoutView = std::chrono::seconds(10);
constexpr std::size_t kMostLiveViews = 60;

/// What people hear while they hold the board.
class Guide {
 public:
  Guide(const BoardWatch& watch, const SearchNews& news, Time begin)
      : watch_(watch), news_(news), heard_(begin) {}

  void ask() {
    std::string missing = watch_.missing();
    if (missing.empty() || missing == asked_) return;
    news_(missing);
    asked_ = std::move(missing);
  }

  void took_view(Time now) {
    news_(watch_.progress());
    heard_ = now;
  }

  /// A long time without a view is explained.
  void explain(Time now) {
    if (now - heard_ < kWithoutView || watch_.hindrance().empty()) return;
    news_("no new view: " + watch_.hindrance());
    heard_ = now;
  }

 private:
  const BoardWatch& watch_;
  const SearchNews& news_;
  Time heard_;
  std::string asked_;
};

std::string what_is_wrong(const WatchedCamera& watched) {
  const std::string words = watched.complaints ? watched.complaints() : std::string();
  return words.empty() ? words : ": " + words;
}

[[noreturn]] void give_up(const WatchedCamera& watched, const std::string& what) {
  throw std::runtime_error("camera '" + watched.name + "' " + what + what_is_wrong(watched) +
                           "; `freefloat doctor` with its testbed's file examines it");
}

}  // namespace

void watch_camera(const WatchedCamera& watched, const BoardLayout& layout, const std::atomic<bool>& stop,
                  PictureSearch& result, const SearchNews& news) {
  result.live = true;
  BoardWatch watch(layout, watched.name);
  Time arrived = watched.clock.now();
  Guide guide(watch, news, arrived);
  std::optional<Time> looked;
  int pictures = 0;
  while (!stop && !watch.missing().empty() && watch.views().size() < kMostLiveViews) {
    guide.ask();
    CameraPicture picture;
    const ReadStatus status = watched.camera.read(picture);
    const Time now = watched.clock.now();
    if (status == ReadStatus::kEnded) break;
    if (status == ReadStatus::kFailed) {
      if (watch.views().empty()) give_up(watched, "has failed");
      news("camera '" + watched.name + "' has failed" + what_is_wrong(watched) + "; going on with " +
           std::to_string(watch.views().size()) + " views");
      break;
    }
    if (status == ReadStatus::kNone) {
      if (now - arrived < kWithoutPicture) continue;
      if (pictures == 0) give_up(watched, "has given no picture for five seconds");
      news("camera '" + watched.name + "' gives no pictures any more" + what_is_wrong(watched) +
           "; Ctrl-C ends with what was taken");
      arrived = now;
      continue;
    }
    arrived = now;
    ++pictures;
    if (looked && picture.capture_time - *looked < kBetweenPictures) continue;
    looked = picture.capture_time;
    ++result.pictures;
    if (watch.look(picture.image, pictures)) {
      guide.took_view(now);
    } else {
      guide.explain(now);
    }
  }
  result.views.insert(result.views.end(), watch.views().begin(), watch.views().end());
}

}  // namespace freefloat
