#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace freefloat::ros {

/// One message as CDR, its four header bytes included.
using MessageBytes = std::span<const std::uint8_t>;

/// How a topic's messages are to arrive, in the words of ROS 2.
struct TopicQos {
  bool reliable = true;
  bool transient_local = false;  ///< whoever comes later gets the last ones as well
  int depth = 10;                ///< of what is kept, the oldest goes first
};

/// A topic and its type as ROS 2 names them.
struct TopicName {
  std::string topic;      ///< `/joint_states`
  std::string type;       ///< `sensor_msgs/msg/JointState`
  std::string type_hash;  ///< `RIHS01_...`; empty: not told
};

/// A participant of the DDS network that is to ROS 2 a node: topics, types, qualities and services under the
/// names that the ROS 2 middleware gives them. The only user of Fast DDS.
///
/// Fast DDS is what ROS 2 speaks by default; it alone lets a service tell whose question an answer belongs
/// to. What is received is handed over in threads of Fast DDS.
class DdsNode {
 public:
  using Heard = std::function<void(MessageBytes)>;
  /// @return The answer to a question, both CDR messages; empty: the question made no sense.
  using Answered = std::function<std::vector<std::uint8_t>(MessageBytes)>;

  /// @param domain_id 0 to 232; nodes of another one are not seen.
  /// @param name_space, name As `ros2 node list` shows it: `/lab` (empty: none) and `freefloat`.
  /// @throws std::runtime_error in words when there is no network to take part in.
  explicit DdsNode(int domain_id, const std::string& name_space = "", const std::string& name = "freefloat");
  ~DdsNode();
  DdsNode(const DdsNode&) = delete;
  DdsNode& operator=(const DdsNode&) = delete;

  // Before anything is published. @throws std::runtime_error in words.

  /// @return The writer's number, for `publish`.
  std::size_t advertise(const TopicName& name, const TopicQos& qos);
  void subscribe(const TopicName& name, const TopicQos& qos, Heard heard);
  /// @param name Topic: `/freefloat/stop`; type: `std_srvs/srv/Trigger`, and the service's hash.
  void serve(const TopicName& name, Answered answered);

  /// Never waits for a reader. @return False: the message could not be taken.
  bool publish(std::size_t writer, MessageBytes message);

  /// Any thread. @return Readers of other participants that the writer has found.
  int reader_count(std::size_t writer) const;

  /// Nothing is heard or answered after it. Also done by the destructor.
  void close();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// @return The topic as DDS knows it: `rt/joint_states`. @param prefix `rt`, or `rq`, `rr` of services.
std::string dds_topic(const std::string& prefix, const std::string& topic);

/// @return The type as DDS knows it: `sensor_msgs::msg::dds_::JointState_`.
std::string dds_type(const std::string& type);

}  // namespace freefloat::ros
