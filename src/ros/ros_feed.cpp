#include "ros/ros_feed.h"

#include <algorithm>
#include <utility>

#include "mcap/encode.h"
#include "ros/camera_description.h"
#include "ros/diagnose_run.h"
#include "ros/motion_messages.h"
#include "runlog/robot_description.h"
#include "runlog/robot_frames.h"

namespace freefloat::ros {
namespace {

constexpr TopicQos kLatched{.reliable = true, .transient_local = true, .depth = 1};
constexpr int kTicksPerSecond = 10;

/// Pixels to measure again and the controller's memory are for logs alone; the camera's pictures, frames and
/// description have writers of their own.
bool is_told(std::string_view topic) {
  return topic != kControllerStateTopic.name && topic != kTargetSourceStateTopic.name &&
         topic != kPictureWindowsTopic.name && topic != kSpotMemoryTopic.name &&
         topic != kWholePictureTopic.name && topic != kFramesTopic.name && topic != kFixedFramesTopic.name &&
         topic != kRobotDescriptionTopic.name;
}

}  // namespace

template <Message T>
RosFeed::Writer<T> RosFeed::advertise(const std::string& topic, const TopicQos& qos) {
  return {node_.advertise({topic, schema_name<T>(), type_hash<T>()}, qos)};
}

template <Message T>
void RosFeed::send(const Writer<T>& writer, const T& message) {
  encode(cdr_, message);
  node_.publish(writer.number, cdr_.bytes());
}

RosFeed::RosFeed(DdsNode& node, const RosConfig& config) : node_(node), config_(config) {
  const std::string& space = config_.name_space;
  for_each_topic([&]<Message T>(const RunTopic<T>& topic, std::size_t place) {
    if (is_told(topic.name)) run_topics_[place] = advertise<T>(space + std::string(topic.name)).number;
  });
  frames_ = advertise<tf2_msgs::TFMessage>("/tf", {.depth = 100});
  fixed_frames_ = advertise<tf2_msgs::TFMessage>("/tf_static", kLatched);
  description_ = advertise<std_msgs::String>(space + "/robot_description", kLatched);
  for (const auto& [writers, name] :
       {std::pair(&satellite_, "/satellite"), {&hand_, "/hand"}, {&target_, "/target"}}) {
    writers->pose =
        advertise<geometry_msgs::PoseWithCovarianceStamped>(space + name + "/pose_with_covariance");
    writers->twist =
        advertise<geometry_msgs::TwistWithCovarianceStamped>(space + name + "/twist_with_covariance");
  }
  log_ = advertise<rcl_interfaces::Log>("/rosout", {.transient_local = true, .depth = 100});
  diagnostics_ = advertise<diagnostic_msgs::DiagnosticArray>("/diagnostics");
  image_ = advertise<sensor_msgs::Image>(space + "/camera/image", {.depth = 2});
  compressed_ = advertise<sensor_msgs::CompressedImage>(space + "/camera/image/compressed", {.depth = 2});
  camera_info_ = advertise<sensor_msgs::CameraInfo>(space + "/camera/camera_info", {.depth = 2});
}

void RosFeed::set_run(const RunConfig& config, std::int64_t epoch_ns) {
  run_ = config;
  epoch_ns_ = epoch_ns;
  const bool robot_is_real = config.hardware.link && !config.hardware.plant;
  if (!robot_is_real && !simulated_) {
    // Of a simulated world this is where its time comes from.
    clock_ = advertise<rosgraph_msgs::Clock>("/clock", {.reliable = false, .depth = 1});
    simulated_ = true;
  }
  cycles_.emplace(std::vector<std::string>{}, epoch_ns, config.controller.robot, target_facts(config));
  next_state_ = {};
  newest_.reset();
  newest_link_.reset();
  newest_path_.reset();
  newest_target_path_.reset();
  send_description();
}

void RosFeed::send_description() {
  send(description_, std_msgs::String{make_robot_description(run_->controller.robot)});
  send(fixed_frames_, tf2_msgs::TFMessage{{camera_frame(run_->camera, epoch_ns_)}});
}

void RosFeed::add(const CycleRecord& cycle) {
  if (!cycles_) return;
  newest_ = cycle;
  if (simulated_) send(clock_, rosgraph_msgs::Clock{ros_time(cycle.input.now, epoch_ns_)});
  if (cycle.input.now < next_state_) return;
  if (config_.rate > 0.0) next_state_ = cycle.input.now + from_seconds(1.0 / config_.rate);
  send_state(cycle);
}

void RosFeed::send_state(const CycleRecord& cycle) {
  cycles_->encode(cycle, wanted_, [this](std::size_t place, std::span<const std::uint8_t> message) {
    node_.publish(*run_topics_[place], message);
  });
  const StateEstimate& estimate = cycle.output.estimate;
  if (!estimate.valid) return;
  const auto& turned = cycles_->targets().attitude();
  if (is_read(frames_.number))
    send(frames_, robot_frames(run_->controller.robot, estimate, epoch_ns_, turned ? turned->angle : 0.0,
                               cycles_->targets().places()));
  send_motion(estimate);
}

void RosFeed::send_motion(const StateEstimate& estimate) {
  const auto stamp = ros_time(estimate.at, epoch_ns_);
  const auto send_one = [&](const MotionWriters& writers, const Motion& motion) {
    if (is_read(writers.pose.number)) send(writers.pose, pose_message(motion, stamp));
    if (is_read(writers.twist.number)) send(writers.twist, twist_message(motion, stamp));
  };
  send_one(satellite_, satellite_motion(estimate));
  send_one(hand_, hand_motion(estimate));
  if (estimate.target.valid) send_one(target_, target_motion(estimate.target, cycles_->targets().attitude()));
}

template <Message T>
void RosFeed::send_topic(const T& message) {
  if (!wanted_[kPlaceOf<T>]) return;
  encode(cdr_, message);
  node_.publish(*run_topics_[kPlaceOf<T>], cdr_.bytes());
}

void RosFeed::add(const PhaseEvent& event) {
  send_topic(event);
  const bool end = event.moment == PhaseMoment::kEnd;
  std::string text = "phase " + std::string(event.name.view()) + " " +
                     (end ? std::string(event.verdict("failed")) : std::string("begins"));
  if (end && !event.reason.view().empty()) text += ": " + std::string(event.reason.view());
  const bool failed = end && !event.passed && !event.observed && !event.skipped;
  send_log(failed ? rcl_interfaces::Log::kWarn : rcl_interfaces::Log::kInfo, text);
}

void RosFeed::add(const OperatorCommandRecord& command) {
  send_topic(command);
}

void RosFeed::add(const LinkRecord& link) {
  newest_link_ = link;
  send_topic(link);
}

void RosFeed::add(const MarkerPathRecord& path) {
  (path.of_targets ? newest_target_path_ : newest_path_) = path;
  send_topic(path);
}

void RosFeed::add(const ContactRecord& contact) {
  send_topic(contact);
}

void RosFeed::add(const RunNote& note) {
  using rcl_interfaces::Log;
  constexpr std::array<std::uint8_t, 3> kLevels{Log::kInfo, Log::kWarn, Log::kError};
  send_log(kLevels[static_cast<std::size_t>(note.kind) % kLevels.size()], note.text);
}

void RosFeed::send_log(std::uint8_t level, const std::string& text) {
  rcl_interfaces::Log log;
  log.stamp = ros_time(newest_ ? newest_->input.now : Time{}, epoch_ns_);
  log.level = level;
  log.name = "freefloat";
  log.msg = text;
  send(log_, log);
}

void RosFeed::add_picture(Time captured, const ImageView& image, std::vector<std::uint8_t> jpeg) {
  if (!run_ || image.pixels == nullptr || image.width <= 0 || image.height <= 0) return;
  const std_msgs::Header header{ros_time(captured, epoch_ns_), kCameraFrame};
  if (!jpeg.empty())
    send(compressed_, sensor_msgs::CompressedImage{header, "mono8; jpeg compressed", std::move(jpeg)});
  // 1.3 MB at 1280x1024: only where somebody reads it.
  if (is_read(image_.number)) {
    raw_.header = header;
    raw_.width = raw_.step = static_cast<std::uint32_t>(image.width);
    raw_.height = static_cast<std::uint32_t>(image.height);
    raw_.encoding = "mono8";
    raw_.data.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    for (int row = 0; row < image.height; ++row)
      std::copy_n(image.pixels + row * image.stride, image.width,
                  raw_.data.begin() + static_cast<std::ptrdiff_t>(row) * image.width);
    send(image_, raw_);
  }
  send(camera_info_, camera_info(run_->camera, header));
}

void RosFeed::tick() {
  wanted_.reset();
  for (std::size_t i = 0; i < kRunTopicCount; ++i) wanted_[i] = run_topics_[i] && is_read(*run_topics_[i]);
  wants_pictures_ = config_.picture_rate > 0.0 &&
                    (is_read(image_.number) || wants_compressed() || is_read(camera_info_.number));
  if (++ticks_ % kTicksPerSecond != 0 || !newest_) return;
  const HealthRecords health{newest_link_ ? &*newest_link_ : nullptr, newest_path_ ? &*newest_path_ : nullptr,
                             newest_target_path_ ? &*newest_target_path_ : nullptr};
  send(diagnostics_, diagnose_run(*run_, *newest_, health, epoch_ns_));
}

}  // namespace freefloat::ros
