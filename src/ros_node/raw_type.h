#pragma once

#include <cstdint>
#include <fastdds/dds/topic/TopicDataType.hpp>
#include <string>
#include <vector>

namespace freefloat::ros {

/// A type of DDS whose samples are CDR messages that are made and read elsewhere.
class RawType final : public eprosima::fastdds::dds::TopicDataType {
 public:
  using Sample = std::vector<std::uint8_t>;
  using Payload = eprosima::fastrtps::rtps::SerializedPayload_t;

  explicit RawType(const std::string& name) {
    setName(name.c_str());
    m_typeSize = kFirstSize;
    m_isGetKeyDefined = false;
    auto_fill_type_information(false);
    auto_fill_type_object(false);
  }

  bool serialize(void* data, Payload* payload) override {
    const Sample& sample = *static_cast<Sample*>(data);
    if (payload->max_size < sample.size()) return false;
    payload->encapsulation = CDR_LE;
    payload->length = static_cast<std::uint32_t>(sample.size());
    std::copy(sample.begin(), sample.end(), payload->data);
    return true;
  }

  bool deserialize(Payload* payload, void* data) override {
    static_cast<Sample*>(data)->assign(payload->data, payload->data + payload->length);
    return true;
  }

  std::function<std::uint32_t()> getSerializedSizeProvider(void* data) override {
    return [data] { return static_cast<std::uint32_t>(static_cast<Sample*>(data)->size()); };
  }

  void* createData() override { return new Sample; }                           // NOLINT
  void deleteData(void* data) override { delete static_cast<Sample*>(data); }  // NOLINT
  bool getKey(void*, eprosima::fastrtps::rtps::InstanceHandle_t*, bool) override { return false; }

 private:
  static constexpr std::uint32_t kFirstSize = 512;  // of the room for a sample, which grows
};

}  // namespace freefloat::ros
