#include "ros/ros_server.h"

#include <pthread.h>

#include <thread>
#include <utility>

#include "console/encode_jpeg.h"
#include "ros/ros_commands.h"
#include "ros/ros_feed.h"
#include "ros/ros_queue.h"
#include "ros_node/dds_node.h"
#include "ros_node/ros_message.h"

namespace freefloat::ros {
namespace {

using std::chrono::milliseconds;
using Instant = std::chrono::steady_clock::time_point;

constexpr milliseconds kTick{20};
constexpr milliseconds kFeedTick{100};

}  // namespace

struct RosServer::Parts {
  Parts(const RosConfig& wanted, console::Desk& desk, std::function<std::string()> commander)
      : config(wanted),
        node(wanted.domain_id, wanted.name_space),
        feed(node, wanted),
        commands(desk, wanted, std::move(commander)) {}

  template <Message T, typename Take>
  void hear(const std::string& topic, Take take) {
    node.subscribe({config.name_space + topic, schema_name<T>(), type_hash<T>()}, {},
                   [take](MessageBytes bytes) {
                     if (const std::optional<T> message = read_message<T>(bytes)) take(*message);
                   });
  }

  void open_services() {
    const auto serve = [this](const char* name, auto&& answer) {
      constexpr const char* kTrigger = "std_srvs/srv/Trigger";
      const std::string hash = service_hash(kTrigger, "", "bool success\nstring message");
      node.serve({config.name_space + name, kTrigger, hash},
                 [answer](MessageBytes) { return to_bytes(answer()); });
    };
    serve("/freefloat/stop", [this] { return commands.stop(); });
    serve("/freefloat/hold", [this] { return commands.hold("pause"); });
    serve("/freefloat/resume", [this] { return commands.hold("resume"); });
    hear<control_msgs::JointJog>("/freefloat/jog_joints", [this](const control_msgs::JointJog& jog) {
      commands.jog(jog, std::chrono::steady_clock::now());
    });
    hear<geometry_msgs::Twist>("/freefloat/jog_hand", [this](const geometry_msgs::Twist& jog) {
      commands.jog(jog, std::chrono::steady_clock::now());
    });
    hear<geometry_msgs::PoseStamped>(
        "/freefloat/place_target",
        [this](const geometry_msgs::PoseStamped& pose) { commands.place_target(pose); });
  }

  void work() {
    Instant next_feed_tick{};
    while (!ending) {
      queue.wait(kTick);
      const Instant now = std::chrono::steady_clock::now();
      commands.tick(now);
      if (now >= next_feed_tick) {
        next_feed_tick = now + kFeedTick;
        feed.tick();
        queue.wants_pictures = feed.wants_pictures();
      }
      hand_on();
    }
  }

  void hand_on() {
    while (std::optional<RosEvent> event = queue.take_event()) {
      std::visit(
          [this](auto& what) {
            if constexpr (std::same_as<std::remove_cvref_t<decltype(what)>, NewRun>) {
              feed.set_run(*what.config, what.epoch_ns);
            } else {
              feed.add(what);
            }
          },
          *event);
    }
    if (const CycleRecord* cycle = queue.front_cycle()) {
      feed.add(*cycle);
      queue.pop_cycle();
    }
    if (queue.take_picture(picture)) {
      std::vector<std::uint8_t> jpeg;
      if (feed.wants_compressed()) console::encode_jpeg(picture.image(), jpeg);
      feed.add_picture(picture.capture_time, picture.image(), std::move(jpeg));
    }
  }

  const RosConfig config;
  RosQueue queue;
  DdsNode node;
  RosFeed feed;
  RosCommands commands;
  console::SeenPicture picture;
  std::atomic<bool> ending{false};
  std::thread thread;
};

RosServer::RosServer(const RosConfig& config, console::Desk& desk, std::function<std::string()> commander)
    : parts_(std::make_unique<Parts>(config, desk, std::move(commander))) {
  parts_->open_services();
  parts_->thread = std::thread([this] { parts_->work(); });
  pthread_setname_np(parts_->thread.native_handle(), "ros2");
}

RosServer::~RosServer() {
  stop();
}

void RosServer::stop() {
  if (parts_->ending.exchange(true)) return;
  parts_->queue.wake();
  parts_->thread.join();
  parts_->node.close();
}

RunListener RosServer::listener() {
  RosQueue& queue = parts_->queue;
  RunListener listener{
      .on_cycle = [&queue](const CycleRecord& cycle) { queue.push(cycle); },
      .on_phase = [&queue](const PhaseEvent& event) { queue.push(RosEvent(event)); },
      .on_link = [&queue](const LinkRecord& link) { queue.push(RosEvent(link)); },
      .on_marker_path = [&queue](const MarkerPathRecord& path) { queue.push(RosEvent(path)); },
      .on_note = [&queue](const RunNote& note) { queue.push(RosEvent(note)); },
      .on_command = [&queue](const OperatorCommandRecord& command) { queue.push(RosEvent(command)); },
      .on_contact = [&queue](const ContactRecord& contact) { queue.push(RosEvent(contact)); }};
  if (parts_->config.picture_rate > 0.0) {
    const auto period = from_seconds(1.0 / parts_->config.picture_rate);
    listener.on_picture = [&queue, period](const ProcessedPicture& picture) { queue.push(picture, period); };
  }
  return listener;
}

void RosServer::set_run(const RunConfig& config, std::int64_t epoch_ns) {
  parts_->queue.push(RosEvent(NewRun{std::make_shared<const RunConfig>(config), epoch_ns}));
}

std::string RosServer::describe() const {
  const RosConfig& config = parts_->config;
  std::string text = "ROS 2 domain " + std::to_string(config.domain_id);
  if (!config.name_space.empty()) text += ", namespace " + config.name_space;
  std::string allowed = "stop";
  if (config.allow_hold) allowed += ", hold";
  if (config.allow_jog) allowed += ", jog";
  if (config.allow_target) allowed += ", place the target";
  return text + "; whoever is in it may " + allowed;
}

std::uint64_t RosServer::dropped() const {
  return parts_->queue.dropped();
}

}  // namespace freefloat::ros
