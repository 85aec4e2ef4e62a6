#include "ros_node/dds_node.h"

#include <fastdds/rtps/common/WriteParams.h>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/Topic.hpp>
#include <mutex>
#include <set>
#include <stdexcept>

#include "ros_node/node_graph.h"
#include "ros_node/raw_type.h"
#include "ros_node/service_message.h"

namespace freefloat::ros {
namespace {

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

constexpr std::uint32_t kSendBuffer = 1 << 20;
constexpr std::uint32_t kHeartbeatNs = 200'000'000;
constexpr std::chrono::milliseconds kAskerPatience{100};

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error("ros2: " + what);
}

DdsGuid bytes_of(const rtps::GUID_t& guid) {
  DdsGuid bytes{};
  static_assert(sizeof guid.guidPrefix.value + sizeof guid.entityId.value == sizeof bytes);
  std::memcpy(bytes.data(), guid.guidPrefix.value, sizeof guid.guidPrefix.value);
  std::memcpy(bytes.data() + sizeof guid.guidPrefix.value, guid.entityId.value, sizeof guid.entityId.value);
  return bytes;
}

dds::DomainParticipantQos participant_qos(const std::string& name) {
  dds::DomainParticipantQos qos;
  qos.name(name);
  const std::string enclave = "enclave=/;";
  qos.user_data().assign(enclave.begin(), enclave.end());
  // Shared memory would tie both sides to one machine's namespaces and rights.
  auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
  udp->sendBufferSize = kSendBuffer;
  udp->non_blocking_send = true;  // a full socket loses the datagram, and no one waits
  qos.transport().use_builtin_transports = false;
  qos.transport().user_transports.push_back(std::move(udp));
  return qos;
}

/// What writers and readers have in common.
template <typename Qos>
Qos endpoint_qos(const TopicQos& wanted, const std::string& type_hash) {
  Qos qos;
  qos.reliability().kind = wanted.reliable ? dds::RELIABLE_RELIABILITY_QOS : dds::BEST_EFFORT_RELIABILITY_QOS;
  qos.durability().kind =
      wanted.transient_local ? dds::TRANSIENT_LOCAL_DURABILITY_QOS : dds::VOLATILE_DURABILITY_QOS;
  qos.history().kind = dds::KEEP_LAST_HISTORY_QOS;
  qos.history().depth = wanted.depth;
  qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  qos.data_sharing().off();
  const std::string told = type_hash.empty() ? "" : "typehash=" + type_hash + ";";
  qos.user_data().assign(told.begin(), told.end());
  return qos;
}

/// Hands over every sample that comes.
class Reader final : public dds::DataReaderListener {
 public:
  using Take = std::function<void(MessageBytes, const dds::SampleInfo&)>;

  explicit Reader(Take take) : take_(std::move(take)) {}

  void on_data_available(dds::DataReader* reader) override {
    RawType::Sample sample;
    dds::SampleInfo info;
    while (reader->take_next_sample(&sample, &info) == ReturnCode_t::RETCODE_OK) {
      if (info.valid_data) take_(sample, info);
    }
  }

 private:
  Take take_;
};

/// Who listens to a service's answers. A client asks once it knows both of the service's ends; the service
/// may hear the question before it knows the client's, and an answer given then would be lost.
class Askers final : public dds::DataWriterListener {
 public:
  void on_publication_matched(dds::DataWriter*, const dds::PublicationMatchedStatus& info) override {
    const rtps::GUID_t reader = rtps::iHandle2GUID(info.last_subscription_handle);
    const std::lock_guard lock(mutex_);
    if (info.current_count_change > 0) {
      known_.insert(reader);
    } else {
      known_.erase(reader);
    }
    more_.notify_all();
  }

  /// Waits until whoever asked listens, for a moment at most, and for the same only once in vain: who never
  /// listens must not keep the others waiting.
  void await(const dds::SampleInfo& question) {
    const rtps::GUID_t& reader = question.related_sample_identity.writer_guid();
    const rtps::GUID_t& asker = question.sample_identity.writer_guid();
    std::unique_lock lock(mutex_);
    if (asker == deaf_) return;
    const bool listens = more_.wait_for(lock, kAskerPatience, [&] {
      // CycloneDDS does not tell which reader waits.
      if (reader != rtps::GUID_t::unknown()) return known_.contains(reader);
      return std::ranges::any_of(known_,
                                 [&](const rtps::GUID_t& it) { return it.guidPrefix == asker.guidPrefix; });
    });
    if (!listens) deaf_ = asker;
  }

 private:
  std::mutex mutex_;
  std::condition_variable more_;
  std::set<rtps::GUID_t> known_;
  rtps::GUID_t deaf_;  ///< the newest that was awaited in vain
};

}  // namespace

std::string dds_topic(const std::string& prefix, const std::string& topic) {
  return prefix + topic;
}

std::string dds_type(const std::string& type) {
  const std::size_t slash = type.rfind('/');
  std::string name = type.substr(0, slash) + "/dds_/" + type.substr(slash + 1) + "_";
  for (std::size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at))
    name.replace(at, 1, "::");
  return name;
}

struct DdsNode::Parts {
  dds::DomainParticipant* participant = nullptr;
  dds::Publisher* publisher = nullptr;
  dds::Subscriber* subscriber = nullptr;
  std::vector<dds::DataWriter*> writers;
  std::vector<dds::DataWriter*> answers;  // of services
  std::vector<dds::DataReader*> readers;
  std::vector<std::unique_ptr<Reader>> listeners;
  std::vector<std::unique_ptr<Askers>> askers;
  NodeGraph graph;
  dds::DataWriter* graph_writer = nullptr;

  /// Tells everybody what the node has now.
  void tell_graph() const {
    RawType::Sample message = encode_node_graph(graph);
    graph_writer->write(&message);
  }

  dds::Topic* topic_of(const std::string& name, const std::string& type) {
    if (auto* known = dynamic_cast<dds::Topic*>(participant->lookup_topicdescription(name))) return known;
    const dds::TypeSupport support(new RawType(type));
    support.register_type(participant);
    dds::Topic* made = participant->create_topic(name, type, dds::TOPIC_QOS_DEFAULT);
    if (made == nullptr) fail("no topic " + name + " of type " + type);
    return made;
  }

  dds::DataWriter* make_writer(const std::string& topic, const std::string& type, const TopicQos& qos,
                               const std::string& type_hash) {
    auto wanted = endpoint_qos<dds::DataWriterQos>(qos, type_hash);
    // Whoever comes waits so long at most for what is kept for him.
    wanted.reliable_writer_qos().times.heartbeatPeriod = {0, kHeartbeatNs};
    dds::DataWriter* made = publisher->create_datawriter(topic_of(topic, type), wanted);
    if (made == nullptr) fail("nothing can be published on " + topic);
    if (graph_writer != nullptr) graph.writers.push_back(bytes_of(made->guid()));
    return made;
  }

  void make_reader(const std::string& topic, const std::string& type, const TopicQos& qos,
                   const std::string& type_hash, Reader::Take take) {
    listeners.push_back(std::make_unique<Reader>(std::move(take)));
    dds::DataReader* made = subscriber->create_datareader(
        topic_of(topic, type), endpoint_qos<dds::DataReaderQos>(qos, type_hash), listeners.back().get());
    if (made == nullptr) fail("nothing can be received on " + topic);
    graph.readers.push_back(bytes_of(made->guid()));
    readers.push_back(made);
  }
};

DdsNode::DdsNode(int domain_id, const std::string& name_space, const std::string& name)
    : parts_(std::make_unique<Parts>()) {
  parts_->participant = dds::DomainParticipantFactory::get_instance()->create_participant(
      static_cast<dds::DomainId_t>(domain_id), participant_qos(name), nullptr, dds::StatusMask::none());
  if (parts_->participant == nullptr)
    fail("no place in domain " + std::to_string(domain_id) + ": is there a network?");
  parts_->publisher = parts_->participant->create_publisher(dds::PUBLISHER_QOS_DEFAULT);
  parts_->subscriber = parts_->participant->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT);
  parts_->graph.participant = bytes_of(parts_->participant->guid());
  parts_->graph.name_space = name_space.empty() ? "/" : name_space;
  parts_->graph.name = name;
  parts_->graph_writer =
      parts_->make_writer(kGraphTopic, dds_type(kGraphType),
                          {.reliable = true, .transient_local = true, .depth = 1}, node_graph_hash());
  parts_->tell_graph();
}

DdsNode::~DdsNode() {
  close();
}

void DdsNode::close() {
  if (parts_->participant == nullptr) return;
  for (dds::DataReader* reader : parts_->readers) reader->set_listener(nullptr);
  for (dds::DataWriter* answers : parts_->answers) answers->set_listener(nullptr);
  parts_->participant->delete_contained_entities();
  dds::DomainParticipantFactory::get_instance()->delete_participant(parts_->participant);
  parts_->participant = nullptr;
  parts_->writers.clear();
  parts_->readers.clear();
  parts_->answers.clear();
}

std::size_t DdsNode::advertise(const TopicName& name, const TopicQos& qos) {
  parts_->writers.push_back(
      parts_->make_writer(dds_topic("rt", name.topic), dds_type(name.type), qos, name.type_hash));
  parts_->tell_graph();
  return parts_->writers.size() - 1;
}

void DdsNode::subscribe(const TopicName& name, const TopicQos& qos, Heard heard) {
  parts_->make_reader(
      dds_topic("rt", name.topic), dds_type(name.type), qos, name.type_hash,
      [heard = std::move(heard)](MessageBytes message, const dds::SampleInfo&) { heard(message); });
  parts_->tell_graph();
}

void DdsNode::serve(const TopicName& name, Answered answered) {
  const TopicQos qos;
  dds::DataWriter* answers = parts_->make_writer(dds_topic("rr", name.topic + "Reply"),
                                                 dds_type(name.type + "_Response"), qos, name.type_hash);
  Askers& askers = *parts_->askers.emplace_back(std::make_unique<Askers>());
  answers->set_listener(&askers, dds::StatusMask::publication_matched());
  parts_->answers.push_back(answers);
  const auto answer = [answers, &askers, answered = std::move(answered)](MessageBytes bytes,
                                                                         const dds::SampleInfo& info) {
    const ServiceQuestion question = read_question(bytes);
    RawType::Sample reply = answered(question.body);
    if (reply.empty()) return;
    reply = address_answer(question, reply);
    // Whose question it is: by the reader that waits for the answer, where it was told.
    rtps::WriteParams params;
    params.related_sample_identity() = info.sample_identity;
    if (info.related_sample_identity.writer_guid() != rtps::GUID_t::unknown())
      params.related_sample_identity().writer_guid() = info.related_sample_identity.writer_guid();
    askers.await(info);
    answers->write(&reply, params);
  };
  parts_->make_reader(dds_topic("rq", name.topic + "Request"), dds_type(name.type + "_Request"), qos,
                      name.type_hash, answer);
  parts_->tell_graph();
}

bool DdsNode::publish(std::size_t writer, MessageBytes message) {
  RawType::Sample sample(message.begin(), message.end());
  return parts_->participant != nullptr && parts_->writers[writer]->write(&sample);
}

int DdsNode::reader_count(std::size_t writer) const {
  if (parts_->participant == nullptr) return 0;
  dds::PublicationMatchedStatus status;
  parts_->writers[writer]->get_publication_matched_status(status);
  return status.current_count;
}

}  // namespace freefloat::ros
