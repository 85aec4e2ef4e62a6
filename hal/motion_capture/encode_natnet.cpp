#include <array>
#include <cstring>
#include <utility>

#include "hal/motion_capture/natnet_frame.h"

namespace freefloat {
namespace {

class Writer {
 public:
  explicit Writer(NatNetMessage message) {
    put(static_cast<std::uint16_t>(message));
    put(std::uint16_t{0});
  }

  template <class T>
  void put(const T& value) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
  }

  void put_text(const std::string& text) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    bytes_.push_back(0);
  }

  void put_name(const std::string& name) {
    std::array<char, kNatNetNameSize> padded{};
    name.copy(padded.data(), kNatNetNameSize - 1);
    put(padded);
  }

  /// A list's head. @param size Of all its items, bytes.
  void put_list(std::size_t count, std::size_t size, NatNetVersion version) {
    put(static_cast<std::int32_t>(count));
    if (version.at_least(4, 1)) put(static_cast<std::int32_t>(size));
  }

  std::vector<std::uint8_t> finish() {
    const auto size = static_cast<std::uint16_t>(bytes_.size() - 4);
    std::memcpy(bytes_.data() + 2, &size, sizeof size);
    return std::move(bytes_);
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

constexpr std::size_t kBodySize = 4 + 12 + 16 + 4 + 2;
constexpr std::size_t kMarkerSize = 4 + 12 + 4 + 2 + 4;

std::array<std::uint8_t, 4> version_bytes(NatNetVersion version) {
  return {static_cast<std::uint8_t>(version.major), static_cast<std::uint8_t>(version.minor), 0, 0};
}

template <std::size_t N>
void put_numbers(Writer& writer, const std::array<double, N>& numbers) {
  for (const double number : numbers) writer.put(static_cast<float>(number));
}

}  // namespace

std::vector<std::uint8_t> encode_natnet_frame(const NatNetFrame& frame, NatNetVersion version) {
  Writer writer(NatNetMessage::kFrame);
  writer.put(frame.number);
  writer.put_list(0, 0, version);  // marker sets
  writer.put_list(0, 0, version);  // markers without a name
  writer.put_list(frame.bodies.size(), frame.bodies.size() * kBodySize, version);
  for (const BodyPose& body : frame.bodies) {
    writer.put(body.id);
    put_numbers(writer, body.position);
    put_numbers(writer, body.quaternion);
    writer.put(static_cast<float>(body.mean_error));
    writer.put(body.tracked ? kNatNetTracked : std::uint16_t{0});
  }
  writer.put_list(0, 0, version);                              // skeletons
  if (version.at_least(4, 1)) writer.put_list(0, 0, version);  // assets
  writer.put_list(frame.markers.size(), frame.markers.size() * kMarkerSize, version);
  for (const NumberedMarker& marker : frame.markers) {
    writer.put(marker.id);
    put_numbers(writer, marker.position);
    writer.put(0.0f);
    writer.put(marker.occluded ? kNatNetOccluded : std::uint16_t{0});
    writer.put(0.0f);
  }
  writer.put_list(0, 0, version);             // force plates
  writer.put_list(0, 0, version);             // devices
  writer.put(std::array<std::int32_t, 2>{});  // time code
  writer.put(frame.timestamp);
  writer.put(frame.mid_exposure);
  writer.put(frame.received);
  writer.put(frame.transmitted);
  if (version.at_least(4, 1)) writer.put(std::array<std::int32_t, 2>{});  // precision time stamp
  writer.put(std::uint16_t{0});
  writer.put(std::int32_t{0});
  return writer.finish();
}

std::vector<std::uint8_t> encode_natnet_server(const NatNetServer& server) {
  Writer writer(NatNetMessage::kServerInfo);
  writer.put_name(server.name);
  writer.put(std::array<std::uint8_t, 4>{3, 0, 0, 0});
  writer.put(version_bytes(server.version));
  writer.put(server.clock_rate);
  writer.put(server.data_port);
  writer.put(static_cast<std::uint8_t>(server.multicast ? 1 : 0));
  writer.put(server.group);
  return writer.finish();
}

std::vector<std::uint8_t> encode_natnet_connect(NatNetVersion version) {
  Writer writer(NatNetMessage::kConnect);
  writer.put_name("Freefloat");
  writer.put(version_bytes({1, 0}));
  writer.put(version_bytes(version));
  return writer.finish();
}

std::vector<std::uint8_t> encode_natnet_text(NatNetMessage message, const std::string& text) {
  Writer writer(message);
  writer.put_text(text);
  return writer.finish();
}

}  // namespace freefloat
