#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "control/controller_state.h"
#include "mcap/encode.h"
#include "mcap/mcap_writer.h"
#include "mcap/standard_messages.h"
#include "runlog/cycle_encoder.h"
#include "runlog/cycle_record.h"
#include "runlog/drop_notes.h"
#include "runlog/link_record.h"
#include "runlog/log_gap.h"
#include "runlog/marker_path_record.h"
#include "runlog/messages/picture_messages.h"
#include "runlog/operator_command_record.h"
#include "runlog/phase_event.h"
#include "runlog/whole_picture.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// What identifies a run, kept in its log.
struct RunIdentity {
  std::string run_id;      ///< chosen by the caller; part of the file, so equal for logs that are to be equal
  std::string git_id;      ///< see build_identity.h
  std::string build_hash;  ///< see build_identity.h
  std::uint64_t seed = 0;
  McapTextMap more;  ///< further facts: experiment, testbed, ...
};

struct RunWriterOptions {
  std::string path;
  bool replace_existing = false;  ///< false: an existing file is left alone and opening fails
  RunIdentity identity;
  std::vector<McapAttachment> attachments;  ///< configuration files, calibration
  std::vector<McapMetadata> metadata;       ///< beside the identity
  std::vector<std::string> joint_names;  ///< for /joint_states; missing ones are called joint_1, joint_2, ...
  RobotParameters robot;                 ///< for /tf and /robot_description; without links there are none
  std::vector<TargetFacts> targets;      ///< in the experiment's order
  std::optional<CameraParameters> camera;  ///< for /tf_static
  double picture_bytes_per_s = 8e6;        ///< budget of whole pictures
  double waiting_bytes = 32e6;             ///< of the log, that wait in memory while the disk takes nothing
  std::int64_t epoch_ns = 0;  ///< wall time of the run's time zero, added to run times for log times and ROS
                              ///< stamps and kept in the identity; 0: not known, log times are run times
  Time begin{};               ///< of the run, where its clock had been going before: says when it was started
};

/// Turns the records of a run into the messages of an MCAP file; the same records give the same bytes.
///
/// Its topics are those of run_topics.h. What is missing in between stands as metadata (LogGap) where the log
/// goes on.
class RunWriter {
 public:
  /// @return A writer whose file holds identity and attachments already, or what went wrong, with the path.
  static tl::expected<RunWriter, std::string> create(const RunWriterOptions& options);

  void write(const CycleRecord& record);
  /// A record that has a topic of its own.
  template <Message Record>
  void write(const Record& record) {
    set_log_time(record.at);
    encode(cdr_, record);
    mcap_.write_message(kPlaceOf<Record>, sequences_[kPlaceOf<Record>]++, log_time_ns_, cdr_.bytes());
  }
  /// The memory with which the controller goes into the next cycle; has that cycle's sequence number.
  void write(const ControllerState& state);
  void write(const PictureWindows& windows);
  /// As PNG on /camera/image/compressed. @return False: the budget of bytes is used up, nothing was written.
  bool write(const WholePicture& picture);

  /// Records that never reached the writer.
  void note_dropped(const DroppedSpan& span);

  bool sync() { return mcap_.sync(); }

  /// Ends the file. @param dropped Records that never reached the writer.
  /// @param dropped_pictures The same of PictureWindows.
  /// @return True when the file is complete and nothing was lost on the way to it.
  bool close(std::uint64_t dropped, std::uint64_t dropped_pictures = 0,
             std::uint64_t dropped_whole_pictures = 0);

  /// What is missing from the log, in the order of its end; at most 1000.
  const std::vector<LogGap>& gaps() const { return gaps_; }
  std::uint64_t gap_count() const { return gap_count_; }
  const LogFile& file() const { return mcap_.file(); }

  std::uint64_t bytes_written() const { return mcap_.bytes_written(); }
  std::uint64_t messages_lost() const { return mcap_.messages_lost(); }
  int error() const { return mcap_.error(); }
  bool failing() const { return mcap_.failing(); }

 private:
  RunWriter(McapWriter mcap, const RunWriterOptions& options);

  template <const auto& topic, Message T>
  void put(const T& message, std::uint32_t number);
  void note_losses();
  void write_fixed();
  void note_gap(LogGap gap);
  void set_log_time(Time at);

  McapWriter mcap_;
  CycleEncoder cycles_;
  std::string description_;  // of the robot, until it is written
  tf2_msgs::TFMessage fixed_frames_;
  std::int64_t epoch_ns_ = 0;
  std::uint64_t log_time_ns_ = 0;
  std::uint32_t sequence_ = 0;
  std::array<std::uint32_t, kRunTopicCount> sequences_{};  // of records, by their topics
  CdrWriter cdr_;
  PictureWindowsMessage packed_windows_;
  SpotMemoryMessage packed_spots_;
  sensor_msgs::CompressedImage image_;
  double picture_bytes_per_s_ = 0.0;
  double picture_bytes_ = 0.0;
  std::optional<Time> first_picture_;
  std::vector<LogGap> gaps_;
  std::uint64_t gap_count_ = 0;
};

}  // namespace freefloat
