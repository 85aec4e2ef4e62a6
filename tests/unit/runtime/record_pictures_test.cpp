#include "runtime/record_pictures.h"

#include <gtest/gtest.h>

#include "config/load/load_experiment.h"
#include "runlog/run_topics.h"
#include "support/read_log.h"
#include "support/source_dir.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {
namespace {

/// What two seconds of dark pictures at 100 Hz leave in a log.
struct Kept {
  bool listening = false;
  int windows = 0;
  std::vector<std::uint32_t> whole;  ///< numbers of the pictures
};

Kept record(const RecordingConfig& recording) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml");
  VisionPipeline vision = make_vision(config);
  const std::vector<std::uint8_t> pixels(
      static_cast<std::size_t>(config.camera.width) * static_cast<std::size_t>(config.camera.height), 12);
  const TemporaryFile file;
  RunWriterOptions options;
  options.path = file.path();
  options.picture_bytes_per_s = recording.whole_pictures_bytes_per_s;
  auto recorder = Recorder::start(options);
  EXPECT_TRUE(recorder) << recorder.error();
  const PictureListener listener = record_pictures(**recorder, recording, true);
  Kept kept;
  kept.listening = listener != nullptr;
  for (std::uint64_t i = 0; i < 200 && listener; ++i) {
    const CameraPicture picture{
        {pixels.data(), config.camera.width, config.camera.height, config.camera.width},
        Time{std::chrono::milliseconds(10 * i)},
        i,
        {}};
    const int since_scan = vision.pictures_since_scan();
    const MarkerFrame markers = vision.process(picture.image, picture.capture_time, i, {});
    listener({picture, markers, vision, since_scan});
  }
  EXPECT_TRUE((*recorder)->close());
  const auto count = [&](const McapMessage& message) {
    if (message.channel.topic == kPictureWindowsTopic) ++kept.windows;
    if (message.channel.topic == kWholePictureTopic) kept.whole.push_back(message.sequence);
  };
  EXPECT_TRUE(read_mcap(file.path(), count));
  return kept;
}

TEST(RecordPictures, KeepsByDefaultTheWindowsOfEveryPictureAndNothingElse) {
  const Kept kept = record({});
  EXPECT_EQ(kept.windows, 200);
  EXPECT_TRUE(kept.whole.empty());
}

TEST(RecordPictures, KeepsWholePicturesAtTheirRate) {
  RecordingConfig recording;
  recording.whole_pictures_hz = 5.0;
  const Kept kept = record(recording);
  EXPECT_EQ(kept.windows, 200);
  EXPECT_EQ(kept.whole, (std::vector<std::uint32_t>{0, 20, 40, 60, 80, 100, 120, 140, 160, 180}));
}

TEST(RecordPictures, KeepsWholePicturesWithoutWindows) {
  RecordingConfig recording;
  recording.picture_windows = false;
  recording.whole_pictures_hz = 1000.0;  // more than the camera takes: all of them
  recording.whole_pictures_bytes_per_s = 1e9;
  const Kept kept = record(recording);
  EXPECT_EQ(kept.windows, 0);
  EXPECT_EQ(kept.whole.size(), 200u);
}

TEST(RecordPictures, CostsNothingWhenNothingIsWanted) {
  RecordingConfig recording;
  recording.picture_windows = false;
  EXPECT_FALSE(record(recording).listening);
}

}  // namespace
}  // namespace freefloat
