#pragma once

// What ROS 2 does by default: Fast DDS, with messages taken apart and put together by Fast CDR.
#include <fastcdr/Cdr.h>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/xmlparser/XMLProfileManager.h>

#include <concepts>
#include <cstring>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/domain/DomainParticipantListener.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/Topic.hpp>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "integration/ros/two_networks.h"
#include "mcap/message.h"
#include "mcap/value_walk.h"
#include "ros_node/raw_type.h"

namespace freefloat::ros {

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

/// Before the first node: within one program Fast DDS hands messages over in memory unless told otherwise.
inline void use_networks_only() {
  eprosima::fastrtps::LibrarySettingsAttributes library;
  library.intraprocess_delivery = eprosima::fastrtps::INTRAPROCESS_OFF;
  eprosima::fastrtps::xmlparser::XMLProfileManager::library_settings(library);
}

/// A node of another program, in the other network, as rmw_fastrtps makes it.
class FastNode {
 public:
  FastNode(const testing_support::TwoNetworks& networks, int domain) : networks_(networks) {
    dds::DomainParticipantQos qos = dds::PARTICIPANT_QOS_DEFAULT;
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports.push_back(
        std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>());
    networks_.in_other([&] {
      participant_ = dds::DomainParticipantFactory::get_instance()->create_participant(
          static_cast<dds::DomainId_t>(domain), qos, &discovery_, dds::StatusMask::none());
      publisher_ = participant_->create_publisher(dds::PUBLISHER_QOS_DEFAULT);
      subscriber_ = participant_->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT);
    });
  }
  ~FastNode() {
    participant_->delete_contained_entities();
    dds::DomainParticipantFactory::get_instance()->delete_participant(participant_);
  }
  FastNode(const FastNode&) = delete;
  FastNode& operator=(const FastNode&) = delete;

  dds::DataWriter* writer(const std::string& topic, const std::string& type) {
    dds::DataWriterQos qos = dds::DATAWRITER_QOS_DEFAULT;
    qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
    dds::DataWriter* made = nullptr;
    networks_.in_other([&] { made = publisher_->create_datawriter(topic_of(topic, type), qos); });
    return made;
  }
  /// @param latched What was said before it came is wanted, too.
  dds::DataReader* reader(const std::string& topic, const std::string& type, bool latched = false) {
    dds::DataReaderQos qos = dds::DATAREADER_QOS_DEFAULT;
    // As ROS 2 reads a clock.
    qos.reliability().kind =
        topic == "rt/clock" ? dds::BEST_EFFORT_RELIABILITY_QOS : dds::RELIABLE_RELIABILITY_QOS;
    if (latched) qos.durability().kind = dds::TRANSIENT_LOCAL_DURABILITY_QOS;
    qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
    dds::DataReader* made = nullptr;
    networks_.in_other([&] { made = subscriber_->create_datareader(topic_of(topic, type), qos); });
    return made;
  }

  /// @return The topics on which others publish, as DDS names them.
  std::set<std::string> published() const { return discovery_.topics(); }

 private:
  class Discovery final : public dds::DomainParticipantListener {
   public:
    void on_publisher_discovery(dds::DomainParticipant*, rtps::WriterDiscoveryInfo&& found) override {
      const std::lock_guard lock(mutex_);
      topics_.insert(found.info.topicName().to_string());
    }
    std::set<std::string> topics() const {
      const std::lock_guard lock(mutex_);
      return topics_;
    }

   private:
    mutable std::mutex mutex_;
    std::set<std::string> topics_;
  };

  dds::Topic* topic_of(const std::string& topic, const std::string& type) {
    if (auto* known = dynamic_cast<dds::Topic*>(participant_->lookup_topicdescription(topic))) return known;
    dds::TypeSupport(new RawType(type)).register_type(participant_);
    return participant_->create_topic(topic, type, dds::TOPIC_QOS_DEFAULT);
  }

  const testing_support::TwoNetworks& networks_;
  Discovery discovery_;
  dds::DomainParticipant* participant_ = nullptr;
  dds::Publisher* publisher_ = nullptr;
  dds::Subscriber* subscriber_ = nullptr;
};

/// @return The next message that has come, if any.
inline std::optional<RawType::Sample> take(dds::DataReader& reader, dds::SampleInfo* info = nullptr) {
  RawType::Sample bytes;
  dds::SampleInfo of_it;
  if (reader.take_next_sample(&bytes, &of_it) != ReturnCode_t::RETCODE_OK || !of_it.valid_data)
    return std::nullopt;
  if (info != nullptr) *info = of_it;
  return bytes;
}

/// Puts a message together as code that `rosidl` generates for Fast DDS does.
template <class... Values>
RawType::Sample put_together(const Values&... values) {
  eprosima::fastcdr::FastBuffer buffer;
  eprosima::fastcdr::Cdr cdr(buffer, eprosima::fastcdr::Cdr::DEFAULT_ENDIAN, eprosima::fastcdr::Cdr::DDS_CDR);
  cdr.serialize_encapsulation();
  (cdr << ... << values);
  const auto* begin = reinterpret_cast<const std::uint8_t*>(buffer.getBuffer());
  return {begin, begin + cdr.getSerializedDataLength()};
}

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

}  // namespace freefloat::ros
