#include "replay/replay_vision.h"

#include "replay/replay_controller.h"
#include "unit/replay/log_folder.h"

namespace freefloat {
namespace {

class ReplayVision : public ReplayedLogs {
 protected:
  VisionReplayResult replay(const std::string& log, const std::vector<std::string>& changes = {}) {
    ReplayOptions options;
    options.changes = changes;
    ControllerReplay replay(log, options);
    VisionReplay vision(replay.config());
    while (const RunItem* item = replay.next()) {
      if (item->message != nullptr) vision.add(*item->message);
      if (item->cycle == nullptr) continue;
      CycleInput input = item->cycle->input;
      vision.measure(input);
      replay.step(input);
    }
    result_ = replay.result();
    return vision.result();
  }

  std::string record_pictures(std::vector<std::string> settings = {}) {
    settings.insert(settings.begin(), {"phases[0].duration_s=0.2", "recording.state_period_s=1"});
    record_run(experiment("standing_target"), settings, path("pictures.mcap"));
    return path("pictures.mcap");
  }

  ReplayResult result_;
};

TEST_F(ReplayVision, MeasuresTheSameMarkersBitForBit) {
  const VisionReplayResult seen = replay(record_pictures());
  EXPECT_GT(seen.pictures, 300u);
  EXPECT_EQ(seen.replayed, seen.pictures);
  EXPECT_EQ(seen.different, 0u);
  EXPECT_TRUE(result_.same());
}

TEST_F(ReplayVision, DoesSoWithHiddenLedsAndGlare) {
  const VisionReplayResult seen =
      replay(record_pictures({"faults=[{fault: marker_hidden, index: 1, begin_s: 1.5, end_s: 2.5},"
                              " {fault: glare, begin_s: 2, end_s: 3}]"}));
  EXPECT_EQ(seen.replayed + seen.incomplete, seen.pictures);
  EXPECT_EQ(seen.different, 0u);
}

TEST_F(ReplayVision, TellsWhereAChangedVisionLooksElsewhere) {
  const VisionReplayResult seen = replay(record_pictures(), {"vision.window_size_px=64"});
  EXPECT_GT(seen.outside, 100u);
  EXPECT_EQ(seen.replayed + seen.outside, seen.pictures);
}

TEST_F(ReplayVision, CountsPicturesWithoutPixels) {
  const VisionReplayResult seen = replay(record_pictures({"recording.picture_windows=false"}));
  EXPECT_EQ(seen.missing, seen.pictures);
}

TEST_F(ReplayVision, UsesWholePicturesWhereWindowsDoNotDo) {
  const std::string log = record_pictures(
      {"recording.whole_pictures_hz=5", "recording.picture_windows=false", "phases[3].timeout_s=2"});
  const VisionReplayResult whole = replay(log, {"vision.window_size_px=64"});
  EXPECT_GT(whole.replayed, 10u);
  EXPECT_EQ(whole.replayed + whole.missing, whole.pictures);
}

TEST(WholePicture, ComesBackBitForBit) {
  GreyPicture picture{37, 23, std::vector<std::uint8_t>(37 * 23)};
  std::uint32_t state = 1;
  for (std::uint8_t& pixel : picture.pixels)
    pixel = static_cast<std::uint8_t>((state = state * 1664525U + 1013904223U) >> 24U);
  std::vector<std::uint8_t> png;
  encode_png(picture.view(), png);
  const auto copy = decode_png(png);
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->pixels, picture.pixels);
  EXPECT_EQ(copy->width, 37);
  for (std::size_t length = 0; length < png.size(); length += 7) {
    static_cast<void>(decode_png(std::span(png).first(length)));
  }
  EXPECT_FALSE(decode_png(std::span(png).first(60)));
}

TEST(PictureWindows, AreRefusedWhenTheyContradictThemselves) {
  std::vector<std::uint8_t> pixels(64 * 64, 7);
  const ImageView image{pixels.data(), 64, 64, 64};
  LookedAt looked_at;
  looked_at.add(image, {4, 4, 20, 20});
  const auto windows = std::make_unique<PictureWindows>();
  cut_windows(image, MarkerFrame{}, looked_at, 3, *windows);
  PictureWindowsMessage message;
  pack_windows(*windows, message);
  ASSERT_TRUE(unpack_windows(message, *windows));
  EXPECT_TRUE(windows->complete);
  EXPECT_TRUE(covers(*windows, looked_at, false));
  EXPECT_FALSE(covers(*windows, looked_at, true));
  PictureWindowsMessage wrong = message;
  wrong.windows_px[2] = 60000;
  EXPECT_FALSE(unpack_windows(wrong, *windows));
  wrong = message;
  wrong.pixel_count += 1;
  EXPECT_FALSE(unpack_windows(wrong, *windows));
  wrong = message;
  wrong.pixels_zstd.resize(3);
  EXPECT_FALSE(unpack_windows(wrong, *windows));
}

}  // namespace
}  // namespace freefloat
