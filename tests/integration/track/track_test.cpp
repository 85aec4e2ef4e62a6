#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/read_log.h"
#include "support/run_folder.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

const std::string kFolder = source_dir() + "/tests/integration/track/";
const std::string kCapture = kFolder + "short_capture.yaml";
const std::string kStill = kFolder + "still.yaml";
constexpr int kUnbelievedSightings = 2;  // of a target with one LED

ProgramOutcome run_program(const std::string& arguments) {
  return run_command(std::string(FF_PROGRAM) + " " + arguments + " 2>&1");
}

/// What `freefloat track --json` printed.
struct Tracks {
  std::map<std::uint64_t, json> pictures;  ///< by picture number
  json summary;
};

Tracks parse_tracks(const std::string& text) {
  Tracks tracks;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    json object = json::parse(line);
    if (object.contains("summary")) {
      tracks.summary = object.at("summary");
    } else {
      tracks.pictures[object.at("sequence").get<std::uint64_t>()] = object;
    }
  }
  return tracks;
}

std::string without_last_line(const std::string& text) {
  return text.substr(0, text.rfind('\n', text.size() - 2));
}

double pixel_distance(const json& a, const json& b) {
  return std::hypot(a.at("u_px").get<double>() - b.at("u_px").get<double>(),
                    a.at("v_px").get<double>() - b.at("v_px").get<double>());
}

class TrackCommand : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / ("ff_track_" + std::to_string(getpid()) + "_" + test->name());
    fs::create_directories(folder_);
    pictures_ = (folder_ / "pictures").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  void record_still() {
    const ProgramOutcome run = run_program("run " + kStill + " --no-log --save-pictures " + pictures_);
    ASSERT_EQ(run.exit_code, 0) << run.text;
  }
  std::vector<std::string> picture_files() const {
    std::vector<std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(pictures_)) {
      if (entry.path().extension() == ".png") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
  }

  fs::path folder_;
  std::string pictures_;
};

TEST_F(TrackCommand, SeesInRecordedPicturesWhatTheRunSaw) {
  const ProgramOutcome run =
      run_program("run " + kCapture + " --set simulation.imaging.frame_loss=0.05 --log-dir " +
                  folder_.string() + " --save-pictures " + pictures_);
  ASSERT_EQ(run.exit_code, 0) << run.text;
  const ProgramOutcome track = run_program("track " + kCapture + " --json --pictures " + pictures_);
  ASSERT_EQ(track.exit_code, 0) << track.text;
  const Tracks tracks = parse_tracks(track.text);
  EXPECT_EQ(tracks.summary.at("pictures"), picture_files().size());
  for (const char* name : {"tail", "joint_1", "joint_2", "tip"}) {
    EXPECT_GE(tracks.summary.at("seen_share").at(name).get<double>(), 0.99) << name;
  }

  const auto log = read_run_log((run_folder(folder_, "short_capture-seed5") / "run.mcap").string());
  ASSERT_TRUE(log.has_value()) << log.error();
  int compared = 0;
  int missed = 0;
  std::uint64_t last_sequence = 0;
  int frames = 0;
  for (const CycleRecord& cycle : log->cycles) {
    if (!cycle.input.markers) continue;
    const MarkerFrame& live = *cycle.input.markers;
    ASSERT_TRUE(tracks.pictures.contains(live.sequence));
    const json& picture = tracks.pictures.at(live.sequence);
    ++frames;
    last_sequence = live.sequence;
    EXPECT_DOUBLE_EQ(picture.at("time_s").get<double>(), to_seconds(live.capture_time));
    ASSERT_EQ(static_cast<int>(picture.at("markers").size()), live.marker_count);
    for (std::size_t m = 0; m < static_cast<std::size_t>(live.marker_count); ++m) {
      const json& marker = picture.at("markers").at(m);
      if (!live.markers[m].seen || !marker.at("seen").get<bool>()) {
        missed += live.markers[m].seen ? 1 : 0;
        continue;
      }
      ++compared;
      const Vector2 uv{marker.at("u_px").get<double>(), marker.at("v_px").get<double>()};
      EXPECT_LT((uv - live.markers[m].uv_px).norm(), 0.05) << "picture " << live.sequence << ", LED " << m;
      const Vector2 p_WM{marker.at("x_m").get<double>(), marker.at("y_m").get<double>()};
      EXPECT_LT((p_WM - live.markers[m].p_WM).norm(), 1e-4);
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_LE(missed, compared / 100);
  EXPECT_GT(last_sequence, static_cast<std::uint64_t>(frames)) << "lost pictures leave gaps in the numbers";
}

TEST_F(TrackCommand, SaysTheSameInEveryRun) {
  record_still();
  const std::string arguments = "track " + kStill + " --json --pictures " + pictures_;
  const ProgramOutcome first = run_program(arguments);
  const ProgramOutcome second = run_program(arguments);
  EXPECT_EQ(first.exit_code, 0);
  EXPECT_EQ(without_last_line(first.text), without_last_line(second.text));
  const ProgramOutcome table = run_program("track " + kStill + " --pictures " + pictures_);
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_THAT(table.text, HasSubstr("joint_2"));
  EXPECT_THAT(table.text, HasSubstr("seen in 100.00 %"));
}

TEST_F(TrackCommand, ReadsAVideo) {
  record_still();
  const Tracks from_pictures =
      parse_tracks(run_program("track " + kStill + " --json --pictures " + pictures_).text);
  const std::string video = (folder_ / "still.avi").string();
  {
    cv::VideoWriter writer(video, cv::CAP_OPENCV_MJPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 25.0,
                           {1280, 1024});
    ASSERT_TRUE(writer.isOpened());
    for (const std::string& file : picture_files()) writer.write(cv::imread(file, cv::IMREAD_COLOR));
  }
  const ProgramOutcome track = run_program("track " + kStill + " --json --video " + video);
  ASSERT_EQ(track.exit_code, 0) << track.text;
  const Tracks from_video = parse_tracks(track.text);
  ASSERT_EQ(from_video.summary.at("pictures"), from_pictures.summary.at("pictures"));
  auto original = from_pictures.pictures.begin();
  int index = 0;
  for (const auto& [sequence, picture] : from_video.pictures) {
    EXPECT_DOUBLE_EQ(picture.at("time_s").get<double>(), 0.04 * static_cast<double>(sequence));
    const json& before = (original++)->second.at("markers");
    const bool target_believed = index++ >= kUnbelievedSightings;
    for (std::size_t m = 0; m < before.size(); ++m) {
      const bool is_target = m + 1 == before.size();
      ASSERT_EQ(picture.at("markers").at(m).at("seen").get<bool>(), target_believed || !is_target);
      if (!picture.at("markers").at(m).at("seen").get<bool>()) continue;
      // JPEG moves centroids a little.
      EXPECT_LT(pixel_distance(picture.at("markers").at(m), before.at(m)), 0.2);
    }
  }
}

TEST_F(TrackCommand, DrawsRingsAndLeavesTheLedsVisible) {
  record_still();
  const fs::path drawn = folder_ / "drawn";
  const ProgramOutcome track =
      run_program("track " + kStill + " --json --pictures " + pictures_ + " --overlay " + drawn.string());
  ASSERT_EQ(track.exit_code, 0) << track.text;
  const Tracks tracks = parse_tracks(track.text);
  int index = 0;
  for (const std::string& file : picture_files()) {
    const cv::Mat plain = cv::imread(file, cv::IMREAD_COLOR);
    const cv::Mat drawing = cv::imread((drawn / fs::path(file).filename()).string(), cv::IMREAD_COLOR);
    ASSERT_EQ(drawing.size(), plain.size());
    const json& picture = tracks.pictures.at(std::stoull(fs::path(file).stem().string()));
    const bool target_believed = index++ >= kUnbelievedSightings;
    for (const json& marker : picture.at("markers")) {
      const bool is_target = &marker == &picture.at("markers").back();
      ASSERT_EQ(marker.at("seen").get<bool>(), target_believed || !is_target);
      if (!marker.at("seen").get<bool>()) continue;
      const cv::Point led(cvRound(marker.at("u_px").get<double>()), cvRound(marker.at("v_px").get<double>()));
      const cv::Rect inside(led.x - 4, led.y - 4, 9, 9);
      EXPECT_EQ(cv::norm(plain(inside), drawing(inside)), 0.0) << "nothing lies over the LED";
      const cv::Rect around(led.x - 11, led.y - 11, 23, 23);
      EXPECT_GT(cv::norm(plain(around), drawing(around)), 500.0) << "a ring lies around it";
    }
  }
}

TEST_F(TrackCommand, NamesWhatIsWrongAndTheRemedy) {
  const auto error_of = [&](const std::string& arguments) {
    const ProgramOutcome outcome = run_program("track " + kStill + " " + arguments);
    EXPECT_EQ(outcome.exit_code, 1) << arguments;
    return outcome.text;
  };
  EXPECT_THAT(error_of("--pictures /nowhere"), HasSubstr("'/nowhere'"));
  EXPECT_THAT(error_of("--video /nowhere.avi"), HasSubstr("does not exist"));
  EXPECT_THAT(error_of("--device 987"), HasSubstr("ls /dev/video*"));
  fs::create_directories(pictures_);
  EXPECT_THAT(error_of("--pictures " + pictures_), HasSubstr("holds no pictures"));
  std::ofstream(folder_ / "text.avi") << "no video";
  EXPECT_THAT(error_of("--video " + (folder_ / "text.avi").string()), HasSubstr("cannot be decoded"));

  const cv::Mat dark(1024, 1280, CV_8UC1, cv::Scalar(12));
  ASSERT_TRUE(cv::imwrite(pictures_ + "/1.png", dark));
  const ProgramOutcome nothing = run_program("track " + kStill + " --pictures " + pictures_);
  EXPECT_EQ(nothing.exit_code, 0);
  EXPECT_THAT(nothing.text, HasSubstr("No LED was ever seen"));
  std::ofstream(pictures_ + "/2.png") << "no picture";
  EXPECT_THAT(error_of("--pictures " + pictures_), HasSubstr("2.png cannot be read"));
  ASSERT_TRUE(cv::imwrite(pictures_ + "/0.png", cv::Mat(480, 640, CV_8UC1, cv::Scalar(12))));
  const std::string other_size = error_of("--pictures " + pictures_);
  EXPECT_THAT(other_size, HasSubstr("640x480"));
  EXPECT_THAT(other_size, HasSubstr("1280x1024"));
  EXPECT_THAT(other_size, HasSubstr("calibrate"));
  EXPECT_EQ(run_program("track " + kStill).exit_code, 2) << "no source at all";
}

TEST_F(TrackCommand, RunKeepsPicturesOnlyWhereThereAreAnyAndNeverMixesThem) {
  const std::string run = "run " + kStill + " --no-log --save-pictures " + pictures_;
  const ProgramOutcome without_pictures = run_program(run + " --set simulation.imaging.render=false");
  EXPECT_EQ(without_pictures.exit_code, 1);
  EXPECT_THAT(without_pictures.text, HasSubstr("simulation.imaging.render=true"));
  record_still();
  const ProgramOutcome again = run_program(run);
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.text, HasSubstr("holds pictures already"));
}

}  // namespace
}  // namespace freefloat
