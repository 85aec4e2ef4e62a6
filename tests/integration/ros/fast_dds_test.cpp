// What ROS 2 does by default: Fast DDS, in another network, with messages taken apart and put together by
// Fast CDR.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <thread>

#include "config/load/load_experiment.h"
#include "console/encode_jpeg.h"
#include "hal/monotonic_clock.h"
#include "hal/motion_capture/pose_source.h"
#include "integration/ros/fast_node.h"
#include "integration/ros/two_networks.h"
#include "mcap/decode.h"
#include "mcap/schema_text.h"
#include "mcap/standard_messages.h"
#include "ros/camera_description.h"
#include "ros/diagnose_run.h"
#include "ros/motion_messages.h"
#include "ros/ros_server.h"
#include "ros_node/node_graph.h"
#include "ros_node/ros_message.h"
#include "runlog/cycle_encoder.h"
#include "runlog/robot_description.h"
#include "runlog/robot_frames.h"
#include "runlog/run_topics.h"
#include "runtime/marker_input.h"
#include "support/fake_desk.h"
#include "support/made_up_cycles.h"
#include "support/source_dir.h"

namespace freefloat::ros {
namespace {

using testing_support::TwoNetworks;
using namespace std::chrono_literals;

constexpr int kDomain = 97;
constexpr std::int64_t kEpoch = 5'000'000'007;

/// Made before anything in this process has a thread.
class Networks final : public testing::Environment {
 public:
  void SetUp() override {
    networks_.emplace();
    use_networks_only();
  }
  static const TwoNetworks& get() { return *networks_; }

 private:
  static inline std::optional<TwoNetworks> networks_;
};

[[maybe_unused]] const auto* const kNetworks = testing::AddGlobalTestEnvironment(new Networks);

bool await(const std::function<bool()>& happened) {
  for (int i = 0; i < 500; ++i, std::this_thread::sleep_for(10ms)) {
    if (happened()) return true;
  }
  return false;
}

/// One topic that somebody reads, and whether what came is what should have come.
struct Watched {
  std::string topic;
  dds::DataReader* reader = nullptr;
  std::function<std::string(RawType::Sample&)> judge;
  bool heard = false;
};

struct FastDdsTest : testing::Test {
  testing_support::FakeDesk desk;
  RosConfig config = [] {
    RosConfig made;
    made.domain_id = kDomain;
    made.name_space = "/lab";
    made.allow_hold = made.allow_jog = made.allow_target = true;
    return made;
  }();
  const RunConfig run = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml", {});
  RosServer server{config, desk};
  FastNode node{Networks::get(), kDomain};

  FastDdsTest() { server.set_run(run, kEpoch); }

  /// @return Success and words of the answer, which must be to this question.
  std::pair<bool, std::string> ask(const std::string& service) {
    dds::DataWriter* questions =
        node.writer("rq/lab/freefloat/" + service + "Request", "std_srvs::srv::dds_::Trigger_Request_");
    dds::DataReader* answers =
        node.reader("rr/lab/freefloat/" + service + "Reply", "std_srvs::srv::dds_::Trigger_Response_");
    dds::PublicationMatchedStatus matched;
    dds::SubscriptionMatchedStatus heard;
    EXPECT_TRUE(await([&] {
      questions->get_publication_matched_status(matched);
      answers->get_subscription_matched_status(heard);
      return matched.current_count > 0 && heard.current_count > 0;
    }));
    RawType::Sample question = put_together(std::uint8_t{0});
    rtps::WriteParams params;
    params.related_sample_identity().writer_guid() = answers->guid();
    EXPECT_TRUE(questions->write(&question, params));
    std::optional<RawType::Sample> bytes;
    dds::SampleInfo info;
    EXPECT_TRUE(await([&] { return (bytes = take(*answers, &info)).has_value(); })) << service;
    if (!bytes) return {};
    EXPECT_EQ(info.related_sample_identity.writer_guid(), answers->guid());
    EXPECT_EQ(info.related_sample_identity.sequence_number(), params.sample_identity().sequence_number());
    Taken answer(*bytes);
    const bool success = answer.take<bool>();
    return {success, answer.take<std::string>()};
  }

  /// Says it again until the desk was asked. @return What the desk was asked.
  nlohmann::json send(const std::string& topic, const std::string& type, RawType::Sample message,
                      const std::string& what) {
    dds::DataWriter* writer = node.writer("rt/lab/freefloat/" + topic, type);
    nlohmann::json asked;
    EXPECT_TRUE(await([&] {
      writer->write(&message);
      for (const auto& request : desk.asked()) {
        if (request.what == what) asked = request.request;
      }
      return !asked.is_null();
    })) << topic;
    return asked;
  }
};

TEST_F(FastDdsTest, ReadsJointStatesByteForByte) {
  dds::DataReader* reader = node.reader("rt/lab/joint_states", "sensor_msgs::msg::dds_::JointState_");
  const CycleRecord cycle = testing_support::made_up_cycle(30);
  const RunListener listener = server.listener();
  std::optional<RawType::Sample> bytes;
  ASSERT_TRUE(await([&] {
    listener.on_cycle(cycle);
    return (bytes = take(*reader)).has_value();
  }));
  Taken message(*bytes);
  const std::int64_t stamp = cycle.input.joints->sample_time.time_since_epoch().count() + kEpoch;
  EXPECT_EQ(message.take<std::int32_t>(), stamp / 1'000'000'000);
  EXPECT_EQ(message.take<std::uint32_t>(), stamp % 1'000'000'000);
  EXPECT_EQ(message.take<std::string>(), "");
  EXPECT_EQ(message.take<std::vector<std::string>>(), (std::vector<std::string>{"joint_1", "joint_2"}));
  const JointVector& angles = cycle.input.joints->angles;
  EXPECT_EQ(message.take<std::vector<double>>(), (std::vector<double>{angles[0], angles[1]}));
  const JointVector& rates = cycle.input.joints->rates;
  EXPECT_EQ(message.take<std::vector<double>>(), (std::vector<double>{rates[0], rates[1]}));
}

TEST_F(FastDdsTest, ReadsEverythingThatIsPublished) {
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
  const OperatorCommandRecord command;
  std::vector<std::uint8_t> pixels(64 * 48);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i % 251);
  const CameraPicture picture{.image = {pixels.data(), 64, 48, 64}, .capture_time = cycle.input.now};
  const VisionPipeline vision = make_vision(run);

  const RunListener listener = server.listener();
  const auto tell = [&] {
    listener.on_phase(phase);
    listener.on_link(link);
    listener.on_marker_path(path);
    listener.on_command(command);
    listener.on_contact(contact);
    listener.on_picture({picture, {}, vision});
    listener.on_cycle(cycle);
  };
  // From here on whatever is told is of this cycle.
  dds::DataReader* first = node.reader("rt/lab/joint_states", "sensor_msgs::msg::dds_::JointState_");
  ASSERT_TRUE(await([&] {
    tell();
    return take(*first).has_value();
  }));

  std::vector<Watched> all;
  const auto watch = [&]<Message T>(const std::string& topic, const T& wanted) {
    const std::set<std::string> without_namespace{"/tf", "/tf_static", "/clock", "/rosout", "/diagnostics"};
    const std::string name = "rt" + (without_namespace.contains(topic) ? topic : "/lab" + topic);
    const bool latched = topic == "/tf_static" || topic == "/robot_description";
    all.push_back({name, node.reader(name, dds_type(schema_name<T>()), latched),
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
  const auto now = ros_time(cycle.input.now, kEpoch);
  watch("/clock", rosgraph_msgs::Clock{now});
  watch("/diagnostics", diagnose_run(run, cycle, {&link, &path}, kEpoch));
  rcl_interfaces::Log log;
  log.stamp = now;
  log.level = rcl_interfaces::Log::kInfo;
  log.name = "freefloat";
  log.msg = "phase capture_standing begins";
  watch("/rosout", log);
  watch("/tf_static", tf2_msgs::TFMessage{{camera_frame(run.camera, kEpoch)}});
  watch("/robot_description", std_msgs::String{make_robot_description(run.controller.robot)});
  const std_msgs::Header header{now, kCameraFrame};
  sensor_msgs::Image image;
  image.header = header;
  image.height = 48;
  image.width = image.step = 64;
  image.encoding = "mono8";
  image.data = pixels;
  watch("/camera/image", image);
  std::vector<std::uint8_t> jpeg;
  console::encode_jpeg(picture.image, jpeg);
  watch("/camera/image/compressed",
        sensor_msgs::CompressedImage{header, "mono8; jpeg compressed", std::move(jpeg)});
  watch("/camera/camera_info", camera_info(run.camera, header));

  EXPECT_TRUE(await([&] {
    tell();
    bool whole = true;
    for (Watched& watched : all) {
      std::optional<RawType::Sample> bytes;
      if (!watched.heard && (bytes = take(*watched.reader))) {
        watched.heard = true;
        EXPECT_EQ(watched.judge(*bytes), "") << watched.topic;
      }
      whole = whole && watched.heard;
    }
    return whole;
  }));
  std::set<std::string> unread = node.published();
  for (const Watched& watched : all) {
    EXPECT_TRUE(watched.heard) << watched.topic;
    EXPECT_EQ(unread.erase(watched.topic), 1u) << watched.topic;
  }
  // Several targets have a run of their own; services and node are read below.
  EXPECT_EQ(unread, (std::set<std::string>{"ros_discovery_info", "rr/lab/freefloat/holdReply",
                                           "rr/lab/freefloat/resumeReply", "rr/lab/freefloat/stopReply",
                                           "rt/lab/freefloat/targets"}));
}

TEST_F(FastDdsTest, IsANodeToWhichAllOfItBelongs) {
  dds::DataReader* reader = node.reader(kGraphTopic, dds_type(kGraphType), true);
  std::string name_space, name;
  std::size_t readers = 0, writers = 0;
  EXPECT_TRUE(await([&] {
    while (auto bytes = take(*reader)) {
      using Gid = std::array<char, 16>;
      Taken message(*bytes);
      message.take<Gid>();
      if (message.take<std::uint32_t>() != 1) continue;
      name_space = message.take<std::string>();
      name = message.take<std::string>();
      readers = message.take<std::uint32_t>();
      for (std::size_t i = 0; i < readers; ++i) message.take<Gid>();
      writers = message.take<std::uint32_t>();
    }
    // The topic of the nodes itself belongs to none.
    return writers > 0 && writers + 1 == node.published().size();
  })) << writers
      << " of " << node.published().size();
  EXPECT_EQ(name_space, "/lab");
  EXPECT_EQ(name, "freefloat");
  EXPECT_EQ(readers, 6u);
}

TEST_F(FastDdsTest, ServicesTellWhoseQuestionTheyAnswer) {
  const auto [stopped, words] = ask("stop");
  EXPECT_TRUE(stopped);
  EXPECT_NE(words.find("stopped"), std::string::npos) << words;
  EXPECT_EQ(desk.stops(), 1);
  EXPECT_EQ(ask("hold"), std::pair(true, std::string("pause done")));
  EXPECT_EQ(ask("resume"), std::pair(true, std::string("resume done")));
}

TEST_F(FastDdsTest, JogsAndPlacesReachTheDesk) {
  constexpr std::int32_t kSeconds = 0;
  constexpr std::uint32_t kNanoseconds = 0;
  const std::vector<double> none;
  const nlohmann::json joints =
      send("jog_joints", "control_msgs::msg::dds_::JointJog_",
           put_together(kSeconds, kNanoseconds, std::string(), std::vector<std::string>{"joint_1", "joint_2"},
                        none, std::vector<double>{0.1, -0.05}, 0.0),
           "jog_joint");
  EXPECT_NEAR(joints.at("rates_deg_s").at(0).get<double>(), 5.72958, 1e-4);
  EXPECT_NEAR(joints.at("rates_deg_s").at(1).get<double>(), -2.86479, 1e-4);
  const nlohmann::json hand = send("jog_hand", "geometry_msgs::msg::dds_::Twist_",
                                   put_together(0.02, -0.01, 0.0, 0.0, 0.0, 0.0), "jog_hand");
  EXPECT_NEAR(hand.at("vx_mm_s").get<double>(), 20.0, 1e-9);
  EXPECT_NEAR(hand.at("vy_mm_s").get<double>(), -10.0, 1e-9);
  const nlohmann::json target =
      send("place_target", "geometry_msgs::msg::dds_::PoseStamped_",
           put_together(kSeconds, kNanoseconds, std::string("table"), 0.41, 0.27, 0.0, 0.0, 0.0, 0.6, 0.8),
           "drag");
  EXPECT_NEAR(target.at("position_m").at(0).get<double>(), 0.41, 1e-12);
  EXPECT_NEAR(target.at("position_m").at(1).get<double>(), 0.27, 1e-12);
  EXPECT_NEAR(target.at("attitude_deg").get<double>(), 73.7398, 1e-4);
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
  FastNode node(Networks::get(), kDomain);
  std::vector<dds::DataWriter*> writers;
  for (const char* topic : {"rt/satellite/pose", "rt/target/pose"})
    writers.push_back(node.writer(topic, "geometry_msgs::msg::dds_::PoseStamped_"));
  MarkerFrame frame;
  Time sent{};
  ASSERT_TRUE(await([&] {
    sent = clock.now();
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    RawType::Sample bytes =
        put_together(static_cast<std::int32_t>(now / 1s), static_cast<std::uint32_t>((now % 1s) / 1ns),
                     std::string("table"), 0.3, 0.4, 0.0, 0.0, 0.0, 0.0, 1.0);
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
