#include "hal/dynamixel/dynamixel_packet.h"

#include <algorithm>

namespace freefloat {
namespace {

constexpr std::array<std::uint8_t, 4> kHeader{0xFF, 0xFF, 0xFD, 0x00};
constexpr std::size_t kIdAt = 4;
constexpr std::size_t kLengthAt = 5;
constexpr std::size_t kBodyAt = 7;  // instruction, parameters, check: what the length counts
constexpr std::size_t kPacketCheckSize = 2;
constexpr std::uint8_t kStuffing = 0xFD;

constexpr std::array<std::uint16_t, 256> make_crc_table() {
  constexpr unsigned kPolynomial = 0x8005;
  std::array<std::uint16_t, 256> table{};
  for (unsigned i = 0; i < table.size(); ++i) {
    unsigned value = i << 8;
    for (int bit = 0; bit < 8; ++bit)
      value = (value & 0x8000u) != 0 ? (value << 1) ^ kPolynomial : value << 1;
    table[i] = static_cast<std::uint16_t>(value);
  }
  return table;
}

constexpr auto kCrcTable = make_crc_table();

/// @return Whether the last three bytes are those after which a byte is stuffed.
bool ends_like_header(std::span<const std::uint8_t> bytes) {
  const std::size_t n = bytes.size();
  return n >= 3 && bytes[n - 3] == 0xFF && bytes[n - 2] == 0xFF && bytes[n - 1] == 0xFD;
}

/// @return Parameters of a checked body (instruction first, without check), stuffing removed.
DynamixelPacket unpack(std::uint8_t id, std::span<const std::uint8_t> body) {
  DynamixelPacket packet;
  packet.id = id;
  packet.instruction = static_cast<DynamixelInstruction>(body[0]);
  std::size_t begin = 1;
  if (packet.instruction == DynamixelInstruction::kStatus && body.size() > 1) packet.error = body[begin++];
  for (std::size_t i = begin; i < body.size(); ++i) {
    const bool stuffed = body[i] == kStuffing && ends_like_header(body.first(i));
    if (!stuffed) packet.add(body[i]);
  }
  return packet;
}

}  // namespace

std::uint16_t dynamixel_crc(std::span<const std::uint8_t> bytes) {
  unsigned crc = 0;
  for (const std::uint8_t byte : bytes) crc = ((crc << 8) ^ kCrcTable[((crc >> 8) ^ byte) & 0xFFu]) & 0xFFFFu;
  return static_cast<std::uint16_t>(crc);
}

std::uint32_t read_number(std::span<const std::uint8_t> bytes, int byte_count) {
  std::uint32_t value = 0;
  for (int i = 0; i < byte_count; ++i) value |= std::uint32_t{bytes[i]} << (8 * i);
  return value;
}

void DynamixelBytes::add(const DynamixelPacket& packet) {
  std::array<std::uint8_t, 2 * kMostDynamixelBytes> whole{};
  std::copy(kHeader.begin(), kHeader.end(), whole.begin());
  whole[kIdAt] = packet.id;
  std::size_t end = kBodyAt;
  const auto put = [&](std::uint8_t byte) {
    whole[end++] = byte;
    if (ends_like_header(std::span(whole).subspan(kBodyAt, end - kBodyAt))) whole[end++] = kStuffing;
  };
  put(static_cast<std::uint8_t>(packet.instruction));
  if (packet.instruction == DynamixelInstruction::kStatus) put(packet.error);
  for (const std::uint8_t byte : packet.parameters()) put(byte);
  const std::size_t length = end - kBodyAt + kPacketCheckSize;
  whole[kLengthAt] = static_cast<std::uint8_t>(length);
  whole[kLengthAt + 1] = static_cast<std::uint8_t>(length >> 8);
  const std::uint16_t crc = dynamixel_crc(std::span(whole).first(end));
  whole[end++] = static_cast<std::uint8_t>(crc);
  whole[end++] = static_cast<std::uint8_t>(crc >> 8);
  if (end > kMostDynamixelBytes || size_ + end > bytes_.size()) return;
  std::copy_n(whole.begin(), end, bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
  size_ += end;
}

void DynamixelParser::add(std::span<const std::uint8_t> bytes) {
  const std::size_t taken = std::min(bytes.size(), bytes_.size() - size_);
  std::copy_n(bytes.begin(), taken, bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
  size_ += taken;
  garbage_ += bytes.size() - taken;
}

void DynamixelParser::drop(std::size_t count) {
  std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(count),
            bytes_.begin() + static_cast<std::ptrdiff_t>(size_), bytes_.begin());
  size_ -= count;
}

std::optional<DynamixelPacket> DynamixelParser::take() {
  for (;;) {
    const auto held = std::span(bytes_).first(size_);
    const std::size_t known = std::min(held.size(), kHeader.size());
    if (!std::equal(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(known), kHeader.begin())) {
      ++garbage_;
      drop(1);
      continue;
    }
    if (size_ < kBodyAt) return std::nullopt;
    const std::size_t length = read_number(held.subspan(kLengthAt), 2);
    const bool possible = length > kPacketCheckSize && kBodyAt + length <= kMostDynamixelBytes;
    if (possible && size_ < kBodyAt + length) return std::nullopt;
    if (possible) {
      const std::size_t checked = kBodyAt + length - kPacketCheckSize;
      const auto body = held.subspan(kBodyAt, length - kPacketCheckSize);
      const bool status_without_error =
          body[0] == static_cast<std::uint8_t>(DynamixelInstruction::kStatus) && body.size() < 2;
      if (!status_without_error &&
          dynamixel_crc(held.first(checked)) == read_number(held.subspan(checked), 2)) {
        DynamixelPacket packet = unpack(held[kIdAt], body);
        drop(kBodyAt + length);
        return packet;
      }
    }
    ++failed_checks_;
    drop(1);
  }
}

}  // namespace freefloat
