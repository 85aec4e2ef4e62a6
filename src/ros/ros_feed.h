#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "mcap/cdr.h"
#include "mcap/frame_messages.h"
#include "ros/ros_messages.h"
#include "ros_node/dds_node.h"
#include "ros_node/type_hash.h"
#include "runlog/cycle_encoder.h"
#include "runlog/run_listener.h"
#include "runtime/run_config.h"
#include "types/image_view.h"

namespace freefloat::ros {

/// Turns what happens in a run into messages of ROS 2: the topics of its log under their own names, and what
/// ROS programs look for beside them. In one thread.
class RosFeed {
 public:
  /// Advertises all topics. @param node Outlives the feed. @throws std::runtime_error in words.
  RosFeed(DdsNode& node, const RosConfig& config);

  /// What follows is of this run. @param epoch_ns Wall time of the run's time zero.
  void set_run(const RunConfig& config, std::int64_t epoch_ns);

  void add(const CycleRecord& cycle);
  void add(const PhaseEvent& event);
  void add(const OperatorCommandRecord& command);
  void add(const LinkRecord& link);
  void add(const MarkerPathRecord& path);
  void add(const ContactRecord& contact);
  void add(const RunNote& note);
  /// @param image A picture of the camera. @param jpeg The same, compressed; empty where nobody reads it.
  void add_picture(Time captured, const ImageView& image, std::vector<std::uint8_t> jpeg);

  /// To be called about ten times a second: counts readers, and tells once a second how all is.
  void tick();

  /// @return Whether anybody looks at the camera's pictures.
  bool wants_pictures() const { return wants_pictures_; }

  /// @return Whether anybody wants them compressed.
  bool wants_compressed() const { return is_read(compressed_.number); }

 private:
  /// A writer whose messages are `T`.
  template <Message T>
  struct Writer {
    std::size_t number = 0;
  };

  template <Message T>
  Writer<T> advertise(const std::string& topic, const TopicQos& qos = {});
  template <Message T>
  void send(const Writer<T>& writer, const T& message);
  template <Message T>
  void send_topic(const T& message);
  bool is_read(std::size_t writer) const { return node_.reader_count(writer) > 0; }

  void send_state(const CycleRecord& cycle);
  void send_motion(const StateEstimate& estimate);
  void send_description();
  void send_log(std::uint8_t level, const std::string& text);

  DdsNode& node_;
  const RosConfig config_;
  std::array<std::optional<std::size_t>, kRunTopicCount> run_topics_;  // writers, by the topics' places
  Writer<tf2_msgs::TFMessage> frames_, fixed_frames_;
  Writer<std_msgs::String> description_;
  struct MotionWriters {
    Writer<geometry_msgs::PoseWithCovarianceStamped> pose;
    Writer<geometry_msgs::TwistWithCovarianceStamped> twist;
  };
  MotionWriters satellite_, hand_, target_;
  Writer<rosgraph_msgs::Clock> clock_;
  Writer<rcl_interfaces::Log> log_;
  Writer<diagnostic_msgs::DiagnosticArray> diagnostics_;
  Writer<sensor_msgs::Image> image_;
  Writer<sensor_msgs::CompressedImage> compressed_;
  Writer<sensor_msgs::CameraInfo> camera_info_;

  std::optional<RunConfig> run_;
  std::int64_t epoch_ns_ = 0;
  bool simulated_ = false;
  std::optional<CycleEncoder> cycles_;
  TopicSet wanted_;
  bool wants_pictures_ = false;
  Time next_state_{};
  int ticks_ = 0;
  std::optional<CycleRecord> newest_;
  std::optional<LinkRecord> newest_link_;
  std::optional<MarkerPathRecord> newest_path_, newest_target_path_;
  sensor_msgs::Image raw_;  // its memory is used again
  CdrWriter cdr_;
};

}  // namespace freefloat::ros
