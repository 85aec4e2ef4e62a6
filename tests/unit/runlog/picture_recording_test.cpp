// What the recorder does with pictures: all of it arrives, in its place, or is left out and counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "mcap/decode.h"
#include "mcap/standard_messages.h"
#include "runlog/messages/picture_messages.h"
#include "runlog/png.h"
#include "runlog/recorder.h"
#include "runlog/run_topics.h"
#include "support/push_cycle.h"
#include "support/read_log.h"
#include "unit/runlog/record_bytes.h"
#include "unit/runlog/stalled_file.h"

namespace freefloat {
namespace {

Time picture_time(int number) {
  return Time{Duration{10'000'000LL * number}};
}

GreyPicture noise(int side, unsigned seed) {
  std::mt19937 random(seed);
  GreyPicture picture{side, side, std::vector<std::uint8_t>(static_cast<std::size_t>(side) * side)};
  for (std::uint8_t& pixel : picture.pixels) pixel = static_cast<std::uint8_t>(random());
  return picture;
}

/// Windows of 20 kB that do not get smaller.
std::unique_ptr<PictureWindows> windows_of(int number) {
  const GreyPicture picture = noise(150, static_cast<unsigned>(number));
  LookedAt looked_at;
  looked_at.add(picture.view(), {4, 4, 144, 144});
  MarkerFrame markers;
  markers.sequence = static_cast<std::uint64_t>(number);
  markers.capture_time = picture_time(number);
  auto windows = std::make_unique<PictureWindows>();
  cut_windows(picture.view(), markers, looked_at, number, *windows);
  return windows;
}

struct KeptPicture {
  std::uint64_t sequence = 0;
  std::uint64_t log_time_ns = 0;
  std::vector<std::uint8_t> png;
};

/// What a log holds, in its order.
struct Kept {
  std::vector<std::pair<std::string, std::uint32_t>> order;  ///< topic and number
  std::vector<KeptPicture> pictures;
  std::vector<std::uint64_t> windows;  ///< numbers of the pictures
  McapTextMap recorder;

  std::uint64_t counted(const char* what) const { return std::stoull(recorder.at(what)); }
};

Kept read_kept(const std::string& path) {
  Kept kept;
  const auto take_metadata = [&](const McapMetadata& metadata) {
    if (metadata.name == kRecorderMetadata) kept.recorder = metadata.values;
  };
  const auto take_message = [&](const McapMessage& message) {
    kept.order.emplace_back(message.channel.topic, message.sequence);
    if (message.channel.topic == kPictureWindowsTopic) kept.windows.push_back(message.sequence);
    if (message.channel.topic != kWholePictureTopic) return;
    sensor_msgs::CompressedImage image;
    EXPECT_TRUE(decode(message.data, image));
    EXPECT_EQ(image.format, "png");
    kept.pictures.push_back({message.sequence, message.log_time_ns, image.data});
  };
  const auto read = read_mcap(path, take_metadata, take_message);
  EXPECT_TRUE(read && read->complete);
  return kept;
}

std::unique_ptr<Recorder> start(const std::string& path, double bytes_per_s = 1e9) {
  RunWriterOptions options;
  options.path = path;
  options.replace_existing = true;
  options.picture_bytes_per_s = bytes_per_s;
  auto recorder = Recorder::start(options, 64);
  EXPECT_TRUE(recorder) << recorder.error();
  return std::move(*recorder);
}

TEST(PictureRecording, PutsWindowsBeforeTheCycleThatUsesThem) {
  const TemporaryFile file;
  auto recorder = start(file.path());
  constexpr int kCycles = 200;
  for (int i = 0; i < kCycles; ++i) {
    recorder->push_waiting(*windows_of(i));
    push_cycle_waiting(*recorder, random_cycle(i, picture_time(i)));
  }
  ASSERT_TRUE(recorder->close());
  const Kept kept = read_kept(file.path());
  ASSERT_EQ(kept.windows.size(), static_cast<std::size_t>(kCycles));
  std::vector<std::pair<std::string, std::uint32_t>> order;
  std::copy_if(kept.order.begin(), kept.order.end(), std::back_inserter(order), [](const auto& entry) {
    return entry.first == kPictureWindowsTopic || entry.first == kCycleOutputTopic;
  });
  ASSERT_EQ(order.size(), 2u * kCycles);
  for (std::uint32_t i = 0; i < kCycles; ++i) {
    EXPECT_EQ(order[2 * i], std::pair(std::string(kPictureWindowsTopic), i));
    EXPECT_EQ(order[2 * i + 1], std::pair(std::string(kCycleOutputTopic), i));
  }
  EXPECT_EQ(kept.counted("dropped_pictures"), 0u);
}

// A slow loop and a fast camera: the rings hold 4 pictures and 64 windows.
TEST(PictureRecording, TakesMorePicturesForACycleThanItsRingsHold) {
  const auto record = [](const std::string& path) {
    auto recorder = start(path);
    const GreyPicture picture = noise(20, 5);
    for (int i = 0; i < 300; ++i) {
      recorder->push_waiting(*windows_of(i));
      if (i % 3 == 0) recorder->push_picture_waiting(picture.view(), picture_time(i), i);
      if (i % 100 == 99) push_cycle_waiting(*recorder, random_cycle(i, picture_time(i)));
    }
    EXPECT_TRUE(recorder->close());
  };
  const TemporaryFile file;
  const TemporaryFile again("again");
  record(file.path());
  record(again.path());
  const Kept kept = read_kept(file.path());
  EXPECT_EQ(kept.windows.size(), 300u);
  EXPECT_EQ(kept.pictures.size(), 100u);
  EXPECT_TRUE(file.content() == again.content());
}

TEST(PictureRecording, KeepsWholePicturesWithoutLossAndSmaller) {
  const TemporaryFile file;
  auto recorder = start(file.path());
  // A dim background that changes slowly, as a camera sees a table.
  GreyPicture dim{320, 240, std::vector<std::uint8_t>(320 * 240)};
  for (int v = 0; v < dim.height; ++v) {
    for (int u = 0; u < dim.width; ++u)
      dim.pixels[v * dim.width + u] = static_cast<std::uint8_t>(20 + (u + v) / 16);
  }
  const GreyPicture rough = noise(97, 3);
  recorder->push_picture_waiting(dim.view(), picture_time(1), 1);
  recorder->push_picture_waiting(rough.view(), picture_time(2), 2);
  // A part of a picture: its rows do not follow each other in memory.
  const ImageView part{rough.pixels.data() + 5 * 97 + 7, 60, 50, 97};
  recorder->push_picture_waiting(part, picture_time(3), 3);
  ASSERT_TRUE(recorder->close());
  const Kept kept = read_kept(file.path());
  ASSERT_EQ(kept.pictures.size(), 3u);
  EXPECT_LT(kept.pictures[0].png.size(), dim.pixels.size() / 4);
  EXPECT_EQ(decode_png(kept.pictures[0].png)->pixels, dim.pixels);
  EXPECT_EQ(decode_png(kept.pictures[1].png)->pixels, rough.pixels);
  const auto copy = decode_png(kept.pictures[2].png);
  ASSERT_TRUE(copy && copy->width == 60 && copy->height == 50);
  for (int v = 0; v < 50; ++v) {
    for (int u = 0; u < 60; ++u) ASSERT_EQ(copy->pixels[60 * v + u], part.pixels[97 * v + u]);
  }
}

TEST(PictureRecording, KeepsWholePicturesWithinTheirBudget) {
  constexpr double kBytesPerS = 50'000.0;
  constexpr int kPictures = 200;  // 2 s of them, 16 times the budget
  const TemporaryFile file;
  auto recorder = start(file.path(), kBytesPerS);
  const GreyPicture picture = noise(90, 1);
  for (int i = 0; i < kPictures; ++i) recorder->push_picture_waiting(picture.view(), picture_time(i), i);
  ASSERT_TRUE(recorder->close());
  const Kept kept = read_kept(file.path());
  double bytes = 0.0;
  for (const KeptPicture& one : kept.pictures) bytes += static_cast<double>(one.png.size());
  // Two seconds' worth, the one in advance, and the picture that reaches the limit.
  EXPECT_LT(bytes, 3.0 * kBytesPerS + 10'000.0);
  EXPECT_GT(bytes, 2.8 * kBytesPerS);
  // Not all at the beginning.
  EXPECT_GT(kept.pictures.back().sequence, 180u);
  EXPECT_EQ(kept.counted("dropped_whole_pictures"), kPictures - kept.pictures.size());
  EXPECT_EQ(recorder->status().dropped_whole_pictures, kPictures - kept.pictures.size());
}

TEST(PictureRecording, DropsRatherThanWaitsAndCounts) {
  StalledFile disk;
  auto recorder = start(disk.path());
  const GreyPicture picture = noise(90, 2);
  std::vector<std::uint64_t> accepted_windows;
  std::vector<std::uint64_t> accepted_pictures;
  int pushed = 0;
  // As long as the disk hangs a push that waited would never return.
  for (std::uint64_t refused = 0; refused < 50 && pushed < 10'000; ++pushed) {
    const auto number = static_cast<std::uint64_t>(pushed);
    const bool windows_kept = recorder->push(*windows_of(pushed));
    const bool picture_kept = recorder->push_picture(picture.view(), picture_time(pushed), number);
    push_cycle(*recorder, random_cycle(pushed, picture_time(pushed)));
    if (windows_kept) accepted_windows.push_back(number);
    if (picture_kept) accepted_pictures.push_back(number);
    if (!windows_kept && !picture_kept) ++refused;
  }
  ASSERT_LT(pushed, 10'000) << "the pipe never filled";
  const RecorderStatus status = recorder->status();
  EXPECT_EQ(status.dropped_pictures, static_cast<std::uint64_t>(pushed) - accepted_windows.size());
  EXPECT_EQ(status.dropped_whole_pictures, static_cast<std::uint64_t>(pushed) - accepted_pictures.size());

  disk.resume();
  EXPECT_FALSE(recorder->close()) << "windows are missing";
  const TemporaryFile file("drained");
  file.write(disk.content());
  const Kept kept = read_kept(file.path());
  EXPECT_EQ(kept.windows, accepted_windows);
  std::vector<std::uint64_t> pictures;
  for (const KeptPicture& one : kept.pictures) pictures.push_back(one.sequence);
  EXPECT_EQ(pictures, accepted_pictures);
  EXPECT_EQ(kept.counted("dropped_pictures"), status.dropped_pictures);
  EXPECT_EQ(kept.counted("dropped_whole_pictures"), status.dropped_whole_pictures);
}

}  // namespace
}  // namespace freefloat
