#include "hal/motion_capture/natnet_frame.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace freefloat {
namespace {

constexpr std::int32_t kMostItems = 4096;  // of a list; more is nonsense

static_assert(std::endian::native == std::endian::little, "NatNet is little-endian, and so is this reader");

/// Reads numbers one after the other; beyond the end everything is zero and `good` false.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <class T>
  T read() {
    T value{};
    if (!good_ || bytes_.size() < sizeof value) {
      good_ = false;
      return value;
    }
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_ = bytes_.subspan(sizeof value);
    return value;
  }

  void skip(std::size_t count) {
    good_ = good_ && count <= bytes_.size();
    if (good_) bytes_ = bytes_.subspan(count);
  }

  std::string read_text() {
    const auto* const end = bytes_.empty() ? nullptr : std::memchr(bytes_.data(), 0, bytes_.size());
    if (!good_ || end == nullptr) {
      good_ = false;
      return {};
    }
    std::string text(reinterpret_cast<const char*>(bytes_.data()));
    bytes_ = bytes_.subspan(text.size() + 1);
    return text;
  }

  /// @return Number of a list's items.
  std::int32_t read_count() {
    const auto count = read<std::int32_t>();
    if (count < 0 || count > kMostItems) good_ = false;
    return good_ ? count : 0;
  }

  bool good() const { return good_; }

 private:
  std::span<const std::uint8_t> bytes_;
  bool good_ = true;
};

/// A list that we do not want. @param skip_item Skips one.
template <class Skip>
void skip_list(Reader& reader, bool sized, Skip&& skip_item) {
  const std::int32_t count = reader.read_count();
  if (sized) {
    const auto size = reader.read<std::int32_t>();
    reader.skip(size < 0 ? SIZE_MAX : static_cast<std::size_t>(size));
    return;
  }
  for (std::int32_t i = 0; i < count && reader.good(); ++i) skip_item();
}

/// The stream has single precision.
template <std::size_t N>
std::array<double, N> read_numbers(Reader& reader) {
  const auto sent = reader.read<std::array<float, N>>();
  std::array<double, N> numbers{};
  std::copy(sent.begin(), sent.end(), numbers.begin());
  return numbers;
}

BodyPose read_body(Reader& reader) {
  BodyPose body;
  body.id = reader.read<std::int32_t>();
  body.position = read_numbers<3>(reader);
  body.quaternion = read_numbers<4>(reader);
  body.mean_error = reader.read<float>();
  body.tracked = (reader.read<std::uint16_t>() & kNatNetTracked) != 0;
  return body;
}

NumberedMarker read_marker(Reader& reader) {
  NumberedMarker marker;
  marker.id = reader.read<std::int32_t>();
  marker.position = read_numbers<3>(reader);
  reader.read<float>();  // size
  marker.occluded = (reader.read<std::uint16_t>() & kNatNetOccluded) != 0;
  reader.read<float>();  // residual
  return marker;
}

// Force plates and other devices: an id, and channels of numbers.
void skip_device(Reader& reader) {
  reader.read<std::int32_t>();
  const std::int32_t channels = reader.read_count();
  for (std::int32_t i = 0; i < channels && reader.good(); ++i)
    reader.skip(static_cast<std::size_t>(reader.read_count()) * sizeof(float));
}

void skip_marker_set(Reader& reader) {
  reader.read_text();
  reader.skip(static_cast<std::size_t>(reader.read_count()) * 3 * sizeof(float));
}

void skip_skeleton(Reader& reader) {
  reader.read<std::int32_t>();
  const std::int32_t bones = reader.read_count();
  for (std::int32_t i = 0; i < bones && reader.good(); ++i) read_body(reader);
}

bool is_finite(const NatNetFrame& frame) {
  const auto finite = [](const auto& numbers) {
    bool all = true;
    for (const double number : numbers) all = all && std::isfinite(number);
    return all;
  };
  for (const BodyPose& body : frame.bodies) {
    if (body.tracked && !(finite(body.position) && finite(body.quaternion))) return false;
  }
  for (const NumberedMarker& marker : frame.markers) {
    if (!marker.occluded && !finite(marker.position)) return false;
  }
  return true;
}

}  // namespace

std::optional<NatNetDatagram> open_natnet_datagram(std::span<const std::uint8_t> datagram) {
  Reader reader(datagram);
  const auto message = reader.read<std::uint16_t>();
  const auto size = reader.read<std::uint16_t>();
  if (!reader.good() || datagram.size() < 4u + size) return std::nullopt;
  return NatNetDatagram{static_cast<NatNetMessage>(message), datagram.subspan(4, size)};
}

std::optional<NatNetServer> decode_natnet_server(std::span<const std::uint8_t> payload) {
  Reader reader(payload);
  NatNetServer server;
  const auto name = reader.read<std::array<char, kNatNetNameSize>>();
  server.name.assign(name.data(), strnlen(name.data(), name.size()));
  reader.skip(4);  // version of the program
  const auto version = reader.read<std::array<std::uint8_t, 4>>();
  server.version = {version[0], version[1]};
  server.clock_rate = reader.read<std::uint64_t>();
  server.data_port = reader.read<std::uint16_t>();
  server.multicast = reader.read<std::uint8_t>() != 0;
  server.group = reader.read<std::array<std::uint8_t, 4>>();
  const bool usable = reader.good() && server.version.at_least(3, 0) && server.clock_rate > 0;
  return usable ? std::optional(server) : std::nullopt;
}

std::optional<NatNetFrame> decode_natnet_frame(std::span<const std::uint8_t> payload, NatNetVersion version) {
  const bool sized = version.at_least(4, 1);
  Reader reader(payload);
  NatNetFrame frame;
  frame.number = reader.read<std::int32_t>();
  skip_list(reader, sized, [&] { skip_marker_set(reader); });
  skip_list(reader, sized, [&] { reader.skip(3 * sizeof(float)); });  // markers without a name
  const std::int32_t bodies = reader.read_count();
  if (sized) reader.read<std::int32_t>();
  for (std::int32_t i = 0; i < bodies && reader.good(); ++i) frame.bodies.push_back(read_body(reader));
  skip_list(reader, sized, [&] { skip_skeleton(reader); });
  if (sized) skip_list(reader, sized, [] {});  // assets
  const std::int32_t markers = reader.read_count();
  if (sized) reader.read<std::int32_t>();
  for (std::int32_t i = 0; i < markers && reader.good(); ++i) frame.markers.push_back(read_marker(reader));
  skip_list(reader, sized, [&] { skip_device(reader); });  // force plates
  skip_list(reader, sized, [&] { skip_device(reader); });
  reader.skip(8);  // time code
  frame.timestamp = reader.read<double>();
  frame.mid_exposure = reader.read<std::uint64_t>();
  frame.received = reader.read<std::uint64_t>();
  frame.transmitted = reader.read<std::uint64_t>();
  return reader.good() && is_finite(frame) ? std::optional(std::move(frame)) : std::nullopt;
}

}  // namespace freefloat
