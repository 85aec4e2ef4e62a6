// What ROS 2 does by default: Fast DDS, with messages taken apart by Fast CDR.
#include <fastcdr/Cdr.h>
#include <fastdds/rtps/common/WriteParams.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstring>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/Topic.hpp>
#include <functional>
#include <thread>

#include "config/load/load_experiment.h"
#include "hal/monotonic_clock.h"
#include "hal/motion_capture/pose_source.h"
#include "mcap/decode.h"
#include "mcap/schema_text.h"
#include "mcap/standard_messages.h"
#include "mcap/value_walk.h"
#include "ros/motion_messages.h"
#include "ros/ros_server.h"
#include "ros_node/raw_type.h"
#include "ros_node/ros_message.h"
#include "runlog/cycle_encoder.h"
#include "runlog/run_topics.h"
#include "support/fake_desk.h"
#include "support/made_up_cycles.h"
#include "support/source_dir.h"

namespace freefloat::ros {
namespace {

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;
using namespace std::chrono_literals;

constexpr int kDomain = 97;

bool await(const std::function<bool()>& happened) {
  for (int i = 0; i < 500; ++i, std::this_thread::sleep_for(10ms)) {
    if (happened()) return true;
  }
  return false;
}

/// A node of another program, as rmw_fastrtps makes it: every transport that Fast DDS has.
class FastNode {
 public:
  FastNode() {
    participant_ = dds::DomainParticipantFactory::get_instance()->create_participant(
        kDomain, dds::PARTICIPANT_QOS_DEFAULT);
    publisher_ = participant_->create_publisher(dds::PUBLISHER_QOS_DEFAULT);
    subscriber_ = participant_->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT);
  }
  ~FastNode() {
    participant_->delete_contained_entities();
    dds::DomainParticipantFactory::get_instance()->delete_participant(participant_);
  }

  dds::DataWriter* writer(const std::string& topic, const std::string& type) {
    dds::DataWriterQos qos = dds::DATAWRITER_QOS_DEFAULT;
    qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
    return publisher_->create_datawriter(topic_of(topic, type), qos);
  }
  dds::DataReader* reader(const std::string& topic, const std::string& type, bool latched = false) {
    dds::DataReaderQos qos = dds::DATAREADER_QOS_DEFAULT;
    // As ROS 2 reads a clock.
    qos.reliability().kind =
        topic == "rt/clock" ? dds::BEST_EFFORT_RELIABILITY_QOS : dds::RELIABLE_RELIABILITY_QOS;
    if (latched) qos.durability().kind = dds::TRANSIENT_LOCAL_DURABILITY_QOS;
    qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
    return subscriber_->create_datareader(topic_of(topic, type), qos);
  }

 private:
  dds::Topic* topic_of(const std::string& topic, const std::string& type) {
    dds::TypeSupport(new RawType(type)).register_type(participant_);
    return participant_->create_topic(topic, type, dds::TOPIC_QOS_DEFAULT);
  }

  dds::DomainParticipant* participant_ = nullptr;
  dds::Publisher* publisher_ = nullptr;
  dds::Subscriber* subscriber_ = nullptr;
};

/// Takes a message apart as code that `rosidl` generates for Fast DDS does.
struct Taken {
  explicit Taken(RawType::Sample& bytes)
      : buffer(reinterpret_cast<char*>(bytes.data()), bytes.size()),
        cdr(buffer, eprosima::fastcdr::Cdr::DEFAULT_ENDIAN, eprosima::fastcdr::Cdr::DDS_CDR) {
    cdr.read_encapsulation();
  }
  template <class T>
  T take() {
    T value{};
    cdr >> value;
    return value;
  }

  eprosima::fastcdr::FastBuffer buffer;
  eprosima::fastcdr::Cdr cdr;
};

/// Takes a message apart by Fast CDR, value by value, beside the one that it should be.
class Comparison : public WithoutNames {
 public:
  explicit Comparison(RawType::Sample& bytes) : taken_(bytes) {}

  void put_length(std::size_t count) { compare(static_cast<std::uint32_t>(count)); }
  void put_presence(bool there) {
    put(there);
    put_length(there ? 1 : 0);
  }
  void put(std::string_view text) {
    ++values;
    different += taken_.take<std::string>() == text ? 0 : 1;
  }
  template <class T>
  void put(const T& value) {
    if constexpr (std::same_as<T, bool> || Enumeration<T>) {
      compare(static_cast<std::uint8_t>(value));
    } else if constexpr (TimeLike<T>) {
      compare(static_cast<std::int64_t>(nanoseconds_of(value)));
    } else {
      compare(value);
    }
  }

  int values = 0;
  int different = 0;

 private:
  template <class T>
  void compare(const T& value) {
    const T got = taken_.take<T>();
    ++values;
    different += std::memcmp(&got, &value, sizeof got) == 0 ? 0 : 1;  // every bit counts, of NaN, too
  }

  Taken taken_;
};

/// One topic that somebody reads, and whether what came is what should have come.
struct Watched {
  std::string topic;
  dds::DataReader* reader = nullptr;
  std::function<std::string(RawType::Sample&)> judge;
  bool heard = false;
};

/// @return What is wrong with the message; empty: nothing.
template <Message T>
std::string judge(const T& wanted, RawType::Sample& bytes) {
  try {
    Comparison comparison(bytes);
    ValueWalk<Comparison> walk(comparison);
    describe(walk, wanted);
    if (comparison.different == 0 && comparison.values > 0) return {};
    return std::to_string(comparison.different) + " of " + std::to_string(comparison.values) +
           " values differ";
  } catch (const std::exception& error) {
    return error.what();
  }
}

struct FastDdsTest : testing::Test {
  testing_support::FakeDesk desk;
  RosConfig config = [] {
    RosConfig made;
    made.domain_id = kDomain;
    made.name_space = "/lab";
    return made;
  }();
  RosServer server{config, desk};
  FastNode node;

  FastDdsTest() {
    server.set_run(load_experiment((source_dir() + "/configs/experiments/standing_target.yaml"), {}),
                   5'000'000'007);
  }
};

TEST_F(FastDdsTest, ReadsJointStatesByteForByte) {
  dds::DataReader* reader = node.reader("rt/lab/joint_states", "sensor_msgs::msg::dds_::JointState_");
  const CycleRecord cycle = testing_support::made_up_cycle(30);
  const RunListener listener = server.listener();
  RawType::Sample bytes;
  dds::SampleInfo info;
  ASSERT_TRUE(await([&] {
    listener.on_cycle(cycle);
    return reader->take_next_sample(&bytes, &info) == ReturnCode_t::RETCODE_OK && info.valid_data;
  }));
  Taken message(bytes);
  const std::int64_t stamp = cycle.input.joints->sample_time.time_since_epoch().count() + 5'000'000'007;
  EXPECT_EQ(message.take<std::int32_t>(), stamp / 1'000'000'000);
  EXPECT_EQ(message.take<std::uint32_t>(), stamp % 1'000'000'000);
  EXPECT_EQ(message.take<std::string>(), "");
  EXPECT_EQ(message.take<std::vector<std::string>>(), (std::vector<std::string>{"joint_1", "joint_2"}));
  const JointVector& angles = cycle.input.joints->angles;
  EXPECT_EQ(message.take<std::vector<double>>(), (std::vector<double>{angles[0], angles[1]}));
  const JointVector& rates = cycle.input.joints->rates;
  EXPECT_EQ(message.take<std::vector<double>>(), (std::vector<double>{rates[0], rates[1]}));
}

// All that is published while a robot moves, but the camera's pictures (RosNetwork reads them).
TEST_F(FastDdsTest, ReadsEveryTopicAsTheLogHasIt) {
  constexpr std::int64_t kEpoch = 5'000'000'007;
  const RunConfig run = load_experiment((source_dir() + "/configs/experiments/standing_target.yaml"), {});
  const CycleRecord cycle = testing_support::made_up_cycle(30);
  PhaseEvent phase;
  phase.at = cycle.input.now;
  phase.name.assign("capture_standing");
  LinkRecord link;
  link.at = cycle.input.now;
  link.health.sent = 4711;
  MarkerPathRecord path;
  path.at = cycle.input.now;
  ContactRecord contact;
  contact.at = cycle.input.now;
  contact.first = "jaw 1";
  OperatorCommandRecord command;
  std::vector<Watched> all;
  const auto watch = [&]<Message T>(const std::string& topic, const T& wanted) {
    const std::string name = topic.starts_with("/tf") || topic == "/clock" ? topic : "/lab" + topic;
    all.push_back({topic, node.reader("rt" + name, dds_type(schema_name<T>())),
                   [wanted](RawType::Sample& bytes) { return judge(wanted, bytes); }});
  };
  // What a log has of this cycle.
  CycleEncoder encoder({}, kEpoch, run.controller.robot, target_facts(run));
  encoder.encode(cycle, TopicSet().set(), [&](std::size_t place, std::span<const std::uint8_t> bytes) {
    visit_topic(place, [&]<Message T>(const RunTopic<T>& topic) {
      T logged;
      ASSERT_TRUE(decode(bytes, logged)) << topic.name;
      watch(std::string(topic.name), logged);
    });
  });
  watch(std::string(kPhaseTopic.name), phase);
  watch(std::string(kLinkHealthTopic.name), link);
  watch(std::string(kMarkerPathTopic.name), path);
  watch(std::string(kOperatorCommandTopic.name), command);
  watch(std::string(kContactTopic.name), contact);
  const StateEstimate& estimate = cycle.output.estimate;
  const auto stamp = ros_time(estimate.at, kEpoch);
  watch("/satellite/pose_with_covariance", pose_message(satellite_motion(estimate), stamp));
  watch("/satellite/twist_with_covariance", twist_message(satellite_motion(estimate), stamp));
  watch("/hand/pose_with_covariance", pose_message(hand_motion(estimate), stamp));
  watch("/hand/twist_with_covariance", twist_message(hand_motion(estimate), stamp));
  const Motion target = target_motion(estimate.target, encoder.targets().attitude());
  watch("/target/pose_with_covariance", pose_message(target, stamp));
  watch("/target/twist_with_covariance", twist_message(target, stamp));
  watch("/clock", rosgraph_msgs::Clock{ros_time(cycle.input.now, kEpoch)});
  EXPECT_GE(all.size(), 20u);
  const RunListener listener = server.listener();
  const auto everything_came = [&] {
    listener.on_cycle(cycle);
    listener.on_phase(phase);
    listener.on_link(link);
    listener.on_marker_path(path);
    listener.on_command(command);
    listener.on_contact(contact);
    bool whole = true;
    for (Watched& watched : all) {
      RawType::Sample bytes;
      dds::SampleInfo info;
      if (!watched.heard && watched.reader->take_next_sample(&bytes, &info) == ReturnCode_t::RETCODE_OK &&
          info.valid_data) {
        watched.heard = true;
        EXPECT_EQ(watched.judge(bytes), "") << watched.topic;
      }
      whole = whole && watched.heard;
    }
    return whole;
  };
  EXPECT_TRUE(await(everything_came));
  for (const Watched& watched : all) EXPECT_TRUE(watched.heard) << watched.topic;
}

TEST_F(FastDdsTest, WhoComesLaterGetsTheDescription) {
  std::this_thread::sleep_for(300ms);
  dds::DataReader* reader = node.reader("rt/lab/robot_description", "std_msgs::msg::dds_::String_", true);
  RawType::Sample bytes;
  dds::SampleInfo info;
  ASSERT_TRUE(await([&] { return reader->take_next_sample(&bytes, &info) == ReturnCode_t::RETCODE_OK; }));
  EXPECT_NE(Taken(bytes).take<std::string>().find("<robot name="), std::string::npos);
}

TEST_F(FastDdsTest, ServiceTellsWhoseQuestionItAnswers) {
  dds::DataWriter* questions =
      node.writer("rq/lab/freefloat/stopRequest", "std_srvs::srv::dds_::Trigger_Request_");
  dds::DataReader* answers =
      node.reader("rr/lab/freefloat/stopReply", "std_srvs::srv::dds_::Trigger_Response_");
  dds::PublicationMatchedStatus matched;
  dds::SubscriptionMatchedStatus heard;
  ASSERT_TRUE(await([&] {
    questions->get_publication_matched_status(matched);
    answers->get_subscription_matched_status(heard);
    return matched.current_count > 0 && heard.current_count > 0;
  }));
  RawType::Sample question{0, 1, 0, 0, 0};
  rtps::WriteParams params;
  params.related_sample_identity().writer_guid() = answers->guid();
  ASSERT_TRUE(questions->write(&question, params));
  RawType::Sample bytes;
  dds::SampleInfo info;
  ASSERT_TRUE(await([&] { return answers->take_next_sample(&bytes, &info) == ReturnCode_t::RETCODE_OK; }));
  EXPECT_EQ(info.related_sample_identity.writer_guid(), answers->guid());
  EXPECT_EQ(info.related_sample_identity.sequence_number(), params.sample_identity().sequence_number());
  Taken answer(bytes);
  EXPECT_TRUE(answer.take<bool>());
  EXPECT_NE(answer.take<std::string>().find("stopped"), std::string::npos);
  EXPECT_EQ(desk.stops(), 1);
}

TEST(PosesOfAnotherProgram, AreFramesOfTheRun) {
  TrackerConfig config;
  config.domain_id = kDomain;
  config.shared_clock = true;
  config.y_up = false;
  config.bodies = {{.topic = "/satellite/pose", .part = TrackedPart::kSatellite},
                   {.topic = "/target/pose", .part = TrackedPart::kTarget}};
  const std::vector<MarkerParameters> robot{{"tail", 0, {-0.19, 0.01}, 0.2}};
  MonotonicClock clock;
  PoseSource source(config, robot, {Vector2::Zero()}, clock, {});
  FastNode node;
  std::vector<dds::DataWriter*> writers;
  for (const char* topic : {"rt/satellite/pose", "rt/target/pose"})
    writers.push_back(node.writer(topic, "geometry_msgs::msg::dds_::PoseStamped_"));
  MarkerFrame frame;
  Time sent{};
  ASSERT_TRUE(await([&] {
    sent = clock.now();
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    geometry_msgs::PoseStamped message;
    message.header.stamp.sec = static_cast<std::int32_t>(now / 1s);
    message.header.stamp.nanosec = static_cast<std::uint32_t>((now % 1s) / 1ns);
    message.pose.position = {0.3, 0.4, 0.0};
    RawType::Sample bytes = to_bytes(message);
    for (dds::DataWriter* writer : writers) writer->write(&bytes);
    return source.read(frame) == ReadStatus::kFrame && frame.markers[0].seen && frame.markers[1].seen;
  })) << source.describe_refusals();
  EXPECT_LT((frame.markers[0].p_WM - Vector2(0.11, 0.41)).norm(), 1e-6);
  EXPECT_LT((frame.markers[1].p_WM - Vector2(0.3, 0.4)).norm(), 1e-6);
  // The stamp is the capture time, however long the message was under way.
  EXPECT_LT(std::abs(to_seconds(frame.capture_time - sent)), 0.2);
}

}  // namespace
}  // namespace freefloat::ros
