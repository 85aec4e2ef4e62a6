// Markers from another computer: what is forged, repeated, late or damaged is refused, sessions begin and
// end, and capture times are right on a clock that is far away and fast.
#include "hal/udp/marker_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "hal/udp/marker_origin.h"
#include "wire/crc32c.h"

namespace freefloat {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes copy(std::span<const std::uint8_t> frame) {
  return {frame.begin(), frame.end()};
}

Time at_ms(double milliseconds) {
  return Time{} + from_seconds(1e-3 * milliseconds);
}

LinkKey key_of(std::uint8_t first) {
  LinkKey key{};
  key[0] = first;
  return key;
}

MarkerFrame sample_frame(std::uint64_t sequence, Time captured) {
  MarkerFrame frame;
  frame.sequence = sequence;
  frame.capture_time = captured;
  frame.marker_count = 3;
  for (const std::size_t i : {0u, 2u}) {
    frame.markers[i].seen = true;
    frame.markers[i].p_WM = {0.1 + 0.01 * static_cast<double>(i), -0.25};
    frame.markers[i].covariance << 4e-8, 1e-8, 1e-8, 9e-8;
  }
  return frame;
}

/// Both ends, and a network between that takes its time each way. The tracker's clock is ahead and fast.
class MarkerPathTest : public testing::Test {
 protected:
  struct Travelling {
    Time arrival;  // on the run's clock
    Bytes frame;
    bool to_run;
  };

  Time theirs(Time ours) const {
    return ours + ahead_ +
           Duration(static_cast<std::int64_t>(drift_ * static_cast<double>(ours.time_since_epoch().count())));
  }

  Duration draw_delay(bool to_run) {
    std::uniform_real_distribution<double> waver(-jitter_ms_, jitter_ms_);
    return from_seconds(1e-3 * ((to_run ? back_ms_ : out_ms_) + waver(random_)));
  }

  void put(std::span<const std::uint8_t> frame, bool to_run, Time now) {
    if (frame.empty()) return;
    heard_.push_back(copy(frame));
    if (std::uniform_real_distribution<double>(0, 1)(random_) < loss_) return;
    network_.push_back({now + draw_delay(to_run), copy(frame), to_run});
  }

  /// One millisecond: what has arrived is taken, what is due is sent; a picture each ten.
  void step() {
    now_ += std::chrono::milliseconds(1);
    for (std::size_t i = 0; i < network_.size();) {
      if (network_[i].arrival > now_) {
        ++i;
        continue;
      }
      const Travelling frame = network_[i];
      network_.erase(network_.begin() + static_cast<std::ptrdiff_t>(i));
      arrive(frame);
    }
    for (int i = 0; i < 2; ++i) {
      const auto question = path_.take_question(now_);
      put(question.frame, false, now_);
    }
    if (now_.time_since_epoch() % std::chrono::milliseconds(10) == Duration::zero()) {
      put(origin_->take_hello(theirs(now_)), true, now_);
      const Time captured = now_ - std::chrono::milliseconds(5);
      put(origin_->picture(sample_frame(picture_++, theirs(captured)), theirs(now_)), true, now_);
      captured_.push_back(captured);
    }
  }

  void arrive(const Travelling& frame) {
    arrived_.push_back(frame.frame);
    if (!frame.to_run) {
      if (origin_->take(frame.frame, theirs(frame.arrival))) put(origin_->answer(theirs(now_)), true, now_);
      return;
    }
    const auto picture = path_.take(frame.frame, frame.arrival);
    if (picture) pictures_.push_back(*picture);
  }

  void run(int milliseconds) {
    for (int i = 0; i < milliseconds; ++i) step();
  }

  /// @return By how much the newest picture's capture time is wrong, s.
  double newest_error() const {
    const std::uint32_t number = pictures_.back().content.picture;
    return to_seconds(pictures_.back().captured - captured_.at(number - first_picture_));
  }

  LinkKey key_ = key_of(1);
  MarkerPath path_{key_};
  std::optional<MarkerOrigin> origin_{std::in_place, key_};
  Time now_{};
  Duration ahead_ = std::chrono::hours(1);
  double drift_ = 2e-5;
  double out_ms_ = 2.0;
  double back_ms_ = 2.0;
  double jitter_ms_ = 1.0;
  double loss_ = 0.0;
  std::uint64_t picture_ = 0;
  std::uint32_t first_picture_ = 0;
  std::mt19937 random_{1};
  std::vector<Travelling> network_;
  std::vector<Bytes> heard_;  // whoever listens on the network has all of it
  std::vector<Bytes> arrived_;
  std::vector<Time> captured_;
  std::vector<ReceivedPicture> pictures_;
};

TEST_F(MarkerPathTest, PicturesArriveWithTheirTimeOnOurClock) {
  run(10'000);
  ASSERT_GT(pictures_.size(), 900u);
  EXPECT_LT(std::abs(newest_error()), 0.4e-3);
  const MarkerPathHealth health = path_.health();
  EXPECT_NEAR(to_seconds(health.offset), -3600.0, 1e-3);
  EXPECT_NEAR(health.drift, 2e-5, 1e-5);
  EXPECT_NEAR(to_seconds(health.round_trip), 4e-3, 0.5e-3);
  EXPECT_NEAR(to_seconds(health.latency), 7e-3, 0.5e-3);
  EXPECT_EQ(health.lost + health.forged + health.garbage + health.repeated, 0u);
  // What was sent came: positions to 0.1 um, covariances to a thousandth.
  const MarkerMeasurement& marker = pictures_.back().content.markers[2];
  EXPECT_TRUE(marker.seen);
  EXPECT_FALSE(pictures_.back().content.markers[1].seen);
  EXPECT_NEAR(marker.p_WM.x(), 0.12, 1e-7);
  EXPECT_NEAR(marker.covariance(0, 1), 1e-8, 1e-11);
  EXPECT_NEAR(marker.covariance(1, 1), 9e-8, 1e-10);
}

TEST_F(MarkerPathTest, ErrorOfTheCaptureTimeStaysWithinItsBoundOnAWayThatIsQuickerOneWay) {
  out_ms_ = 1.5;
  back_ms_ = 6.0;  // an error of a quarter of the difference's double is beyond what four stamps can tell
  run(10'000);
  const Duration bound = path_.health().offset_bound;
  EXPECT_NEAR(newest_error(), 2.25e-3, 0.5e-3);
  EXPECT_LT(std::abs(newest_error()), to_seconds(bound));
  EXPECT_NEAR(pictures_.back().time_sigma, to_seconds(bound) / std::sqrt(3.0), 1e-6);
}

TEST_F(MarkerPathTest, LostAndOvertakenFramesAreCountedAndNeverUsedOutOfOrder) {
  loss_ = 0.05;
  jitter_ms_ = 0.0;
  back_ms_ = 8.0;
  jitter_ms_ = 7.0;
  run(10'000);
  const MarkerPathHealth health = path_.health();
  EXPECT_NEAR(health.loss(), 0.05, 0.02);
  EXPECT_GT(health.late, 5u);
  for (std::size_t i = 1; i < pictures_.size(); ++i) {
    ASSERT_GT(pictures_[i].content.picture, pictures_[i - 1].content.picture);
    ASSERT_EQ(pictures_[i].sequence - pictures_[i - 1].sequence,
              pictures_[i].content.picture - pictures_[i - 1].content.picture);
  }
}

TEST_F(MarkerPathTest, OvertakenRepeatedAndLostFramesAreCountedOneByOne) {
  run(1'000);
  network_.clear();  // lost
  ASSERT_TRUE(path_.take(copy(origin_->picture(sample_frame(picture_++, theirs(now_)), theirs(now_))), now_));
  std::uint64_t used = path_.health().pictures;
  const MarkerPathHealth before = path_.health();
  std::uint64_t late = 0, repeated = 0;
  Bytes last;
  // Six seconds of eight pictures each: two swapped, one twice, one lost, four as they should be.
  for (int second = 0; second < 6; ++second) {
    std::vector<Bytes> sent;
    for (int i = 0; i < 8; ++i) {
      now_ += std::chrono::milliseconds(125);
      sent.push_back(copy(origin_->picture(sample_frame(picture_++, theirs(now_)), theirs(now_))));
    }
    for (const int i : {0, 2, 1, 3, 4, 4, 6, 7}) {
      if (path_.take(sent[i], now_)) ++used;
      last = sent[i];
    }
    ++late;
    ++repeated;
    EXPECT_EQ(path_.health().late, before.late + late);
    EXPECT_EQ(path_.health().repeated, before.repeated + repeated);
    EXPECT_EQ(path_.health().lost, before.lost + static_cast<std::uint64_t>(second) + 1);
    EXPECT_EQ(path_.health().pictures, used);
    EXPECT_EQ(path_.health().newest_picture, now_);
  }
  // Overtaken ones are not lost, nor are repeated ones sent: one of eight.
  EXPECT_NEAR(path_.health().recent_loss, 1.0 / 8.0, 1e-9);
  // Nor is one taken later that was taken before.
  EXPECT_FALSE(path_.take(last, now_));
  EXPECT_EQ(path_.health().repeated, before.repeated + repeated + 1);
}

TEST_F(MarkerPathTest, LossOfTheNewestSecondEndsWithIt) {
  loss_ = 0.3;
  run(3'000);
  EXPECT_NEAR(path_.health().recent_loss, 0.3, 0.15);
  EXPECT_NE(diagnose(path_.health(), now_).find("are lost"), std::string::npos);
  loss_ = 0.0;
  run(2'200);
  EXPECT_EQ(path_.health().recent_loss, 0.0);
  EXPECT_EQ(diagnose(path_.health(), now_), "");
  EXPECT_GT(path_.health().lost, 50u);
}

TEST_F(MarkerPathTest, FramesSentAgainAreRefusedInTheirSessionAndInEveryOther) {
  run(2'000);
  const std::size_t before = pictures_.size();
  const std::vector<Bytes> heard = arrived_;
  for (const Bytes& frame : heard) EXPECT_FALSE(path_.take(frame, now_));
  EXPECT_GT(path_.health().repeated, before);
  EXPECT_EQ(path_.health().pictures, before);
  // A run that begins anew draws its own number.
  path_ = MarkerPath(key_);
  run(50);
  for (const Bytes& frame : heard) EXPECT_FALSE(path_.take(frame, now_));
  EXPECT_EQ(path_.health().pictures, 0u);
}

TEST_F(MarkerPathTest, QuestionsHeardBeforeOpenNoSessionOfATracker) {
  run(500);
  const std::vector<Bytes> heard = heard_;
  const std::uint64_t sessions = origin_->sessions();
  for (const Bytes& frame : heard) EXPECT_FALSE(origin_->take(frame, theirs(now_)));
  EXPECT_EQ(origin_->sessions(), sessions);
  origin_.emplace(key_);
  for (const Bytes& frame : heard) EXPECT_FALSE(origin_->take(frame, theirs(now_)));
  EXPECT_EQ(origin_->sessions(), 0u);
}

TEST_F(MarkerPathTest, TrackerIsToldTheJoints) {
  EXPECT_EQ(origin_->joints(theirs(now_)).size(), 0);
  path_.tell_joints(Vector2(0.5, -2.1));
  run(500);
  const JointVector joints = origin_->joints(theirs(now_));
  ASSERT_EQ(joints.size(), 2);
  EXPECT_NEAR(joints[1], -2.1, 1e-6);
  path_ = MarkerPath(key_);
  now_ += std::chrono::seconds(2);
  EXPECT_EQ(origin_->joints(theirs(now_)).size(), 0) << "of a run that is gone";
}

TEST_F(MarkerPathTest, QuestionsOfARunThatIsOverOpenNoSessionAgain) {
  run(500);
  const std::vector<Bytes> heard = heard_;
  path_ = MarkerPath(key_);
  run(2'500);
  EXPECT_GT(path_.health().pictures, 0u);
  const std::uint64_t sessions = origin_->sessions();
  EXPECT_EQ(sessions, 2u);
  for (const Bytes& frame : heard) EXPECT_FALSE(origin_->take(frame, theirs(now_)));
  EXPECT_EQ(origin_->sessions(), sessions);
}

TEST_F(MarkerPathTest, StampsThatCannotBeAreNoExchange) {
  run(1'000);
  const auto ask = [&] {
    run(100);
    for (int i = 0; i < 200; ++i) {
      now_ += std::chrono::milliseconds(1);
      if (const auto question = path_.take_question(now_); !question.frame.empty())
        return copy(question.frame);
    }
    return Bytes();
  };
  // Heard after it was answered.
  Bytes question = ask();
  const std::uint64_t exchanges = path_.health().exchanges;
  ASSERT_TRUE(origin_->take(question, theirs(now_) + std::chrono::seconds(1)));
  path_.take(copy(origin_->answer(theirs(now_))), now_);
  EXPECT_EQ(path_.health().exchanges, exchanges);
  // Came back before it was asked.
  question = ask();
  const std::uint64_t before = path_.health().exchanges;
  ASSERT_TRUE(origin_->take(question, theirs(now_)));
  path_.take(copy(origin_->answer(theirs(now_))), now_ - std::chrono::seconds(1));
  EXPECT_EQ(path_.health().exchanges, before);
}

TEST_F(MarkerPathTest, AnotherKeyOrNoneIsRefusedAndSaid) {
  for (const bool keyed : {true, false}) {
    origin_.emplace(keyed ? std::optional(key_of(2)) : std::nullopt);
    path_ = MarkerPath(key_);
    run(1'000);
    EXPECT_TRUE(pictures_.empty());
    EXPECT_GT(path_.health().forged, 0u);
    EXPECT_NE(diagnose(path_.health()).find("another key"), std::string::npos);
    // Nor does a run without one take it.
    origin_.emplace(key_);
    path_ = MarkerPath(std::nullopt);
    run(1'000);
    EXPECT_TRUE(pictures_.empty());
  }
}

TEST_F(MarkerPathTest, WithoutAKeyBothEndsUnderstandEachOther) {
  origin_.emplace(std::nullopt);
  path_ = MarkerPath(std::nullopt);
  run(1'000);
  EXPECT_GT(pictures_.size(), 80u);
}

TEST_F(MarkerPathTest, EveryChangedByteIsRefused) {
  run(1'000);
  for (const bool check_made_again : {false, true}) {
    for (const MarkerMessage message : {MarkerMessage::kAnswer, MarkerMessage::kMarkers}) {
      const auto found = std::find_if(heard_.rbegin(), heard_.rend(), [&](const Bytes& frame) {
        return frame[3] == static_cast<std::uint8_t>(message);
      });
      ASSERT_NE(found, heard_.rend());
      const std::uint64_t pictures = path_.health().pictures;
      const std::uint64_t exchanges = path_.health().exchanges;
      for (std::size_t i = 0; i < found->size(); ++i) {
        Bytes frame = *found;
        frame[i] ^= 0x11;
        if (check_made_again && i + 4 < frame.size()) {
          const std::uint32_t check = ff_crc32c(0, frame.data(), frame.size() - 4);
          for (std::size_t k = 0; k < 4; ++k)
            frame[frame.size() - 4 + k] = static_cast<std::uint8_t>(check >> (8 * k));
        }
        EXPECT_FALSE(path_.take(frame, now_)) << i;
      }
      EXPECT_EQ(path_.health().pictures, pictures);
      EXPECT_EQ(path_.health().exchanges, exchanges);
    }
  }
}

TEST_F(MarkerPathTest, FramesOfAnotherLengthAreRefused) {
  run(1'000);
  Bytes frame = heard_.back();
  frame.push_back(0);
  EXPECT_FALSE(path_.take(frame, now_));
  frame.resize(3);
  EXPECT_FALSE(path_.take(frame, now_));
  EXPECT_FALSE(path_.take({}, now_));
  EXPECT_FALSE(path_.take(Bytes(65'000, 0x46), now_));
  EXPECT_EQ(path_.health().garbage, 4u);
}

TEST_F(MarkerPathTest, TrackerThatBeginsAnewIsFollowed) {
  run(1'000);
  origin_.emplace(key_);
  ahead_ = -std::chrono::hours(2);
  picture_ = 0;
  captured_.clear();
  const std::uint64_t sequence = pictures_.back().sequence;
  run(1'000);
  EXPECT_EQ(path_.health().sessions, 2u);
  EXPECT_LT(std::abs(newest_error()), 1.2e-3);
  EXPECT_GT(pictures_.back().sequence, sequence);
}

TEST_F(MarkerPathTest, GreetingsSentAgainDoNotEndASession) {
  run(1'000);
  const auto found =
      std::find_if(heard_.begin(), heard_.end(), [](const Bytes& frame) { return frame[3] == 1; });
  ASSERT_NE(found, heard_.end());
  const Bytes hello = *found;
  // Of an earlier start of the tracker: its key is right, its number is not in use.
  MarkerOrigin earlier(key_);
  const Bytes other = copy(earlier.take_hello(theirs(now_)));
  const std::uint64_t before = path_.health().pictures;
  const std::uint64_t exchanges = path_.health().exchanges;
  for (int i = 0; i < 2'000; ++i) {
    path_.take(hello, now_);
    path_.take(other, now_);
    step();
  }
  EXPECT_EQ(path_.health().sessions, 1u);
  EXPECT_GT(path_.health().pictures, before + 190);
  EXPECT_GT(path_.health().exchanges, exchanges + 15);
}

TEST_F(MarkerPathTest, PictureNumbersGoOnBeyond32Bits) {
  picture_ = 0xffffffffu - 50;
  first_picture_ = 0xffffffffu - 50;
  run(2'000);
  ASSERT_GT(pictures_.size(), 150u);
  for (std::size_t i = 1; i < pictures_.size(); ++i)
    ASSERT_EQ(pictures_[i].sequence, pictures_[i - 1].sequence + 1);
}

TEST(SequenceWindow, CountsOnOverTheLargestNumber) {
  SequenceWindow window;
  for (const std::uint32_t number : {0xfffffffdu, 0xfffffffeu, 0u, 1u})
    EXPECT_EQ(window.take(number), Arrival::kNewest) << number;
  EXPECT_EQ(window.missing(), 1u);
  EXPECT_EQ(window.take(0xffffffffu), Arrival::kLate);
  EXPECT_EQ(window.take(0xffffffffu), Arrival::kRepeated);
  EXPECT_EQ(window.take(1u), Arrival::kRepeated);
  EXPECT_EQ(window.missing(), 0u);
  EXPECT_EQ(window.span(), 4u);
}

TEST(SequenceWindow, TheFirstThatCameNeedNotBeTheFirstThatWasSent) {
  SequenceWindow window;
  window.take(1);
  EXPECT_EQ(window.take(0xffffffffu), Arrival::kLate);
  EXPECT_EQ(window.missing(), 1u);
  EXPECT_EQ(window.take(0xffffffffu), Arrival::kRepeated);
}

TEST(SequenceWindow, RefusesWhatIsTooOldToTell) {
  SequenceWindow window;
  window.take(1000);
  EXPECT_EQ(window.take(2000), Arrival::kNewest);
  EXPECT_EQ(window.take(1937), Arrival::kLate);
  EXPECT_EQ(window.take(1936), Arrival::kRepeated);
  EXPECT_EQ(window.take(999), Arrival::kRepeated);
}

TEST(MarkerWire, NumbersThatMakeNoSenseAreNoMarkers) {
  MarkerMessageContent content;
  content.header = {MarkerMessage::kMarkers, 7, 8, at_ms(20)};
  content.captured = at_ms(10);
  content.count = 3;
  content.markers = sample_frame(1, at_ms(10)).markers;
  std::array<std::uint8_t, kMaxMarkerFrame> bytes;
  const auto comes_back = [&] {
    return decode_marker_frame(encode_marker_frame(content, nullptr, bytes)).has_value();
  };
  EXPECT_TRUE(comes_back());
  content.captured = at_ms(21);  // after it was sent
  EXPECT_FALSE(comes_back());
  content.captured = at_ms(-11'000);  // too old
  EXPECT_FALSE(comes_back());
  content.captured = at_ms(10);
  content.count = kMaxMarkers + 1;
  EXPECT_FALSE(comes_back());
  content.count = 3;
  content.header.sent = Time::max();
  EXPECT_FALSE(comes_back());
  content.header.sent = at_ms(20);
  // What is not finite, or far from every table, does not leave as it is.
  content.markers[0].p_WM = {NAN, 1e9};
  content.markers[0].covariance << NAN, 0, 0, INFINITY;
  const auto sent = decode_marker_frame(encode_marker_frame(content, nullptr, bytes));
  EXPECT_TRUE(!sent || (sent->markers[0].p_WM.allFinite() && sent->markers[0].covariance.allFinite()));
}

TEST(MarkerWire, FramesOfAnotherLengthAreNoneThoughTheirCheckIsRight) {
  MarkerMessageContent content;
  content.header = {MarkerMessage::kSpots, 7, 8, at_ms(20)};
  content.captured = at_ms(10);
  std::array<std::uint8_t, kMaxMarkerFrame> bytes;
  const Bytes good = copy(encode_marker_frame(content, nullptr, bytes));
  ASSERT_TRUE(read_marker_header(good));
  for (const std::size_t size : {std::size_t{28}, good.size() - 1, good.size() + 1, std::size_t{4000}}) {
    Bytes frame = good;
    frame.resize(size);
    const std::uint32_t check = ff_crc32c(0, frame.data(), size - 4);
    for (std::size_t k = 0; k < 4; ++k) frame[size - 4 + k] = static_cast<std::uint8_t>(check >> (8 * k));
    EXPECT_FALSE(read_marker_header(frame)) << size;
  }
}

TEST(MarkerWire, DamagedBytesNeverGiveNumbersThatAreNotFinite) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::array<std::uint8_t, kMaxMarkerFrame> bytes;
    MarkerMessageContent content;
    content.header = {round % 2 == 0 ? MarkerMessage::kMarkers : MarkerMessage::kSpots, 7, 8, at_ms(20)};
    content.captured = at_ms(10);
    content.count = 3;
    content.markers = sample_frame(1, at_ms(10)).markers;
    for (TableSpot& spot : content.spots.spots) spot.covariance = 1e-8 * Matrix2::Identity();
    Bytes frame = copy(encode_marker_frame(content, nullptr, bytes));
    for (int i = 0; i < 6; ++i)
      frame[16 + random() % (frame.size() - 36)] = static_cast<std::uint8_t>(random());
    const std::uint32_t check = ff_crc32c(0, frame.data(), frame.size() - 4);
    for (std::size_t k = 0; k < 4; ++k)
      frame[frame.size() - 4 + k] = static_cast<std::uint8_t>(check >> (8 * k));
    const auto read = decode_marker_frame(frame);
    if (!read) continue;
    for (const MarkerMeasurement& marker : read->markers)
      EXPECT_TRUE(marker.p_WM.allFinite() && marker.covariance.allFinite() && marker.covariance(0, 0) >= 0.0);
    for (const TableSpot& spot : read->spots.spots)
      EXPECT_TRUE(spot.p_W.allFinite() && spot.covariance.allFinite());
  }
}

}  // namespace
}  // namespace freefloat
