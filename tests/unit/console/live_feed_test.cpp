// What is told of a run, and that nothing is made that nobody wants.
#include "console/live_feed.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "console/live_scene.h"
#include "console/seen_picture.h"
#include "mcap/decode.h"
#include "mcap/mcap_reader.h"
#include "runlog/robot_frames.h"
#include "runlog/run_writer.h"
#include "support/made_up_pictures.h"

namespace freefloat::console {
namespace {

using testing_support::made_up_cycle;
using testing_support::made_up_facts;

class LiveFeedTest : public testing::Test {
 protected:
  LiveFeedTest() { feed_.set_run(made_up_facts()); }

  static std::uint64_t bit(std::uint32_t channel) { return std::uint64_t{1} << channel; }

  std::uint64_t wanted_ = 0;
  int wakes_ = 0;
  LiveQueue queue_{[this] { ++wakes_; }};
  LiveFeed feed_{[this] { return wanted_; }, queue_};
};

TEST_F(LiveFeedTest, NothingIsMadeThatNobodyWants) {
  feed_.add(made_up_cycle(1));
  feed_.add(PhaseEvent{});
  feed_.add(LinkRecord{});
  feed_.add(MarkerPathRecord{});
  feed_.add(ContactRecord{});
  feed_.add(RunNote{});
  EXPECT_EQ(wakes_, 0);
  EXPECT_TRUE(queue_.take().empty());
}

TEST_F(LiveFeedTest, OnlyWantedChannelsAreMade) {
  const std::uint32_t channel = channel_of_topic(kHandPoseTopic.name);
  wanted_ = bit(channel) | bit(channel_of_topic(kFramesTopic.name));
  feed_.add(made_up_cycle(1));
  const auto messages = queue_.take();
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].channel, channel);
  EXPECT_EQ(messages[1].channel, channel_of_topic(kFramesTopic.name));
  EXPECT_EQ(messages[0].log_time_ns, 1'800'000'000'010'000'000u);
}

TEST_F(LiveFeedTest, WayFromATrackerIsToldWithItsDiagnosis) {
  wanted_ = bit(channel_of_topic(kMarkerPathTopic.name));
  MarkerPathRecord record;
  record.at = Time{std::chrono::seconds(3)};
  record.health.late = 5;
  record.diagnosis = "no picture from the tracker since 0.6 s";
  feed_.add(record);
  const auto messages = queue_.take();
  ASSERT_EQ(messages.size(), 1u);
  MarkerPathRecord told;
  const auto& bytes = *messages[0].bytes;
  ASSERT_TRUE(decode({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, told));
  EXPECT_EQ(told.health.late, 5u);
  EXPECT_EQ(told.diagnosis.view(), record.diagnosis.view());
}

TEST_F(LiveFeedTest, ContactsAreTold) {
  wanted_ = bit(channel_of_topic(kContactTopic.name));
  ContactRecord record;
  record.first = "jaw 1";
  record.closing_speed = 0.02;
  feed_.add(record);
  const auto messages = queue_.take();
  ASSERT_EQ(messages.size(), 1u);
  ContactRecord told;
  const auto& bytes = *messages[0].bytes;
  ASSERT_TRUE(decode({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, told));
  EXPECT_EQ(told.first.view(), "jaw 1");
  EXPECT_EQ(told.closing_speed, 0.02);
}

TEST_F(LiveFeedTest, MessagesAreTheBytesOfTheLog) {
  const std::string path = testing::TempDir() + "/live_feed_test.mcap";
  RunWriterOptions options;
  options.path = path;
  options.replace_existing = true;
  options.joint_names = made_up_facts().joint_names;
  options.robot = made_up_facts().robot;
  options.targets = made_up_facts().targets;
  options.epoch_ns = made_up_facts().epoch_ns;
  auto writer = RunWriter::create(options);
  ASSERT_TRUE(writer.has_value()) << writer.error();
  writer->write(made_up_cycle(1));
  ASSERT_TRUE(writer->close(0));

  wanted_ = ~std::uint64_t{0} >> (63 - kRunTopicCount);
  feed_.add(made_up_cycle(1));
  const auto live = queue_.take();
  auto reader = McapReader::open(path);
  ASSERT_TRUE(reader.has_value());
  std::size_t count = 0;
  while (const McapItem* item = reader->next()) {
    const auto* message = std::get_if<McapMessage>(item);
    // What is said once is in the log alone.
    if (message == nullptr || message->channel.topic == kRobotDescriptionTopic.name) continue;
    ASSERT_LT(count, live.size());
    EXPECT_EQ(live[count].channel, channel_of_topic(message->channel.topic));
    EXPECT_EQ(live[count].log_time_ns, message->log_time_ns);
    EXPECT_EQ(*live[count].bytes, std::string(message->data.begin(), message->data.end()));
    ++count;
  }
  EXPECT_EQ(count, live.size());
  EXPECT_EQ(count, 13u);
  std::filesystem::remove(path);
}

TEST_F(LiveFeedTest, SceneComesThirtyTimesASecondOfTheRun) {
  wanted_ = bit(kSceneChannel);
  for (int i = 0; i < 100; ++i) feed_.add(made_up_cycle(i));
  const std::size_t count = queue_.take().size();
  EXPECT_GE(count, 24u);
  EXPECT_LE(count, 31u);
}

TEST_F(LiveFeedTest, TimeIsThatOfTheNewestCycle) {
  EXPECT_EQ(feed_.run_time_s(), 0.0);
  feed_.add(made_up_cycle(250));
  EXPECT_DOUBLE_EQ(feed_.run_time_s(), 2.5);
  EXPECT_EQ(feed_.log_time_ns(), 1'800'000'002'500'000'000u);
}

TEST_F(LiveFeedTest, NotesTellTheirKindAndTime) {
  wanted_ = bit(kNoteChannel);
  feed_.add(made_up_cycle(100));
  feed_.add(RunNote{RunNote::Kind::kAlarm, "the hose \"drags\""});
  const auto messages = queue_.take();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(nlohmann::json::parse(*messages[0].bytes),
            nlohmann::json({{"time_s", 1.0}, {"kind", "alarm"}, {"text", "the hose \"drags\""}}));
}

TEST(LiveQueue, DropsTheOldestDataAndNoNotes) {
  LiveQueue queue([] {});
  const auto large = std::make_shared<const std::string>(std::string(100'000, 'x'));
  for (std::uint64_t i = 0; i < 100; ++i) {
    queue.push({1, i, large}, Keep::kDrop);
    queue.push({kNoteChannel, i, large}, Keep::kAll);
  }
  std::uint64_t notes = 0, data = 0, newest = 0;
  for (const LiveMessage& message : queue.take()) {
    (message.channel == 1 ? data : notes) += 1;
    if (message.channel == 1) newest = message.log_time_ns;
  }
  EXPECT_EQ(notes, 100u);
  EXPECT_EQ(data, LiveQueue::kMostBytes / 100'000);
  EXPECT_EQ(newest, 99u);
}

TEST(LiveScene, FramesLeadFromTheTableToTheHand) {
  const CycleRecord record = made_up_cycle(30);
  const auto message = robot_frames(made_up_facts().robot, record.output.estimate, made_up_facts().epoch_ns);
  ASSERT_EQ(message.transforms.size(), 5u);
  EXPECT_EQ(message.transforms[0].header.frame_id, "table");
  // Down the chain: the hand's place must be that of the forward kinematics.
  double x = 0.0, y = 0.0, angle = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& step = message.transforms[i];
    if (i > 0) {
      EXPECT_EQ(step.header.frame_id, message.transforms[i - 1].child_frame_id);
    }
    x += std::cos(angle) * step.transform.translation.x - std::sin(angle) * step.transform.translation.y;
    y += std::sin(angle) * step.transform.translation.x + std::cos(angle) * step.transform.translation.y;
    angle += 2.0 * std::atan2(step.transform.rotation.z, step.transform.rotation.w);
  }
  EXPECT_EQ(message.transforms[3].child_frame_id, "hand");
  const RobotState& robot = record.output.estimate.robot;
  const double at_1 = robot.theta_WB + robot.joints[0];
  const double at_2 = at_1 + robot.joints[1];
  EXPECT_NEAR(x,
              robot.p_WB.x() + 0.15 * std::cos(robot.theta_WB) + 0.3 * std::cos(at_1) + 0.24 * std::cos(at_2),
              1e-12);
  EXPECT_NEAR(y,
              robot.p_WB.y() + 0.15 * std::sin(robot.theta_WB) + 0.3 * std::sin(at_1) + 0.24 * std::sin(at_2),
              1e-12);
  EXPECT_EQ(message.transforms[4].child_frame_id, "target");
}

TEST(LiveScene, TargetThatIsLostIsTakenAway) {
  CycleRecord record = made_up_cycle(30);
  EXPECT_TRUE(make_scene(made_up_facts(), record.output.estimate).deletions.empty());
  record.output.estimate.target.valid = false;
  const auto scene = make_scene(made_up_facts(), record.output.estimate);
  ASSERT_EQ(scene.deletions.size(), 1u);
  EXPECT_EQ(scene.deletions[0].id, "target");
}

TEST(SeenPicture, IsDescribedWithWhatTheVisionSaw) {
  testing_support::MadeUpPictures pictures(320, 240);
  SeenPicture seen;
  pictures.show(7, [&](const ProcessedPicture& picture) { copy_picture(picture, seen); });
  const auto text = nlohmann::json::parse(describe_picture(seen, {"tail", "joint_1"}));
  EXPECT_EQ(text["sequence"], 7);
  EXPECT_EQ(text["blobs"].size(), 2u);
  EXPECT_EQ(text["histogram"].size(), 64u);
  EXPECT_EQ(text["labels"].size(), 2u);
  EXPECT_EQ(text["labels"][0]["name"], "tail");
  std::uint64_t pixels = 0;
  for (const auto& count : text["histogram"]) pixels += count.get<std::uint64_t>();
  EXPECT_EQ(pixels, 320u * 120u);
}

TEST(LiveScene, ShowsEachOfSeveralTargetsWithItsNameTheFollowedOneInFullColour) {
  CycleRecord record = made_up_cycle(1);
  record.output.estimate.valid = true;
  TargetPlaces places;
  places.followed = 1;
  places.targets = {{.name = "left", .known = true}, {.name = "right", .known = true}, {.name = "unseen"}};
  const auto scene = make_scene(made_up_facts(), record.output.estimate, places);
  const auto find = [&](const std::string& id) {
    return std::find_if(scene.entities.begin(), scene.entities.end(),
                        [&](const auto& entity) { return entity.id == id; });
  };
  const auto left = find("target_left"), right = find("target_right");
  ASSERT_NE(left, scene.entities.end());
  ASSERT_NE(right, scene.entities.end());
  EXPECT_EQ(find("target"), scene.entities.end());
  EXPECT_EQ(find("target_unseen"), scene.entities.end());
  EXPECT_EQ(left->frame_id, "target_left");
  EXPECT_EQ(left->texts.at(0).text, "left");
  EXPECT_LT(left->cylinders.at(0).color.a, right->cylinders.at(0).color.a);
}

}  // namespace
}  // namespace freefloat::console
