#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace freefloat {

/// Instructions of the Dynamixel Protocol 2.0 that are used here; `kStatus` marks an answer.
enum class DynamixelInstruction : std::uint8_t {
  kPing = 0x01,
  kRead = 0x02,
  kWrite = 0x03,
  kReboot = 0x08,
  kStatus = 0x55,
  kSyncRead = 0x82,
  kSyncWrite = 0x83,
};

inline constexpr std::uint8_t kDynamixelBroadcast = 0xFE;

/// The longest packet on a bus of ours, header and stuffing included.
inline constexpr std::size_t kMostDynamixelBytes = 96;

/// @return CRC-16 of the protocol: polynomial 0x8005, begin 0, not reflected.
std::uint16_t dynamixel_crc(std::span<const std::uint8_t> bytes);

/// A packet without header, stuffing and check.
struct DynamixelPacket {
  std::uint8_t id = 0;
  DynamixelInstruction instruction = DynamixelInstruction::kPing;
  std::uint8_t error = 0;  ///< of a status alone
  std::size_t size = 0;
  std::array<std::uint8_t, kMostDynamixelBytes> bytes{};  ///< parameters; of a status those after the error

  std::span<const std::uint8_t> parameters() const { return {bytes.data(), size}; }

  void add(std::uint8_t byte) { bytes[size++] = byte; }

  /// Adds a number, lowest byte first.
  void add_number(std::uint32_t value, int byte_count) {
    for (int i = 0; i < byte_count; ++i) add(static_cast<std::uint8_t>(value >> (8 * i)));
  }

  /// Adds which bytes of the control table are meant.
  void add_range(std::uint16_t address, std::size_t length) {
    add_number(address, 2);
    add_number(static_cast<std::uint32_t>(length), 2);
  }
};

/// @return The nearest whole number as bytes hold it, in two's complement.
inline std::uint32_t to_signed_number(double value) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::lround(value)));
}

/// @return Number of `byte_count` bytes at the begin of `bytes`, lowest byte first.
std::uint32_t read_number(std::span<const std::uint8_t> bytes, int byte_count);

/// Bytes of one or several packets, one behind the other.
class DynamixelBytes {
 public:
  /// Adds a whole packet, stuffed and with its check. One that does not fit is left out.
  void add(const DynamixelPacket& packet);
  void clear() { size_ = 0; }
  std::span<const std::uint8_t> get() const { return {bytes_.data(), size_}; }

 private:
  std::array<std::uint8_t, 4 * kMostDynamixelBytes> bytes_{};
  std::size_t size_ = 0;
};

/// Finds packets among bytes. What fails its check costs one byte: the search goes on behind it.
class DynamixelParser {
 public:
  /// What does not fit is thrown away: nobody sends so much between two calls of `take`.
  void add(std::span<const std::uint8_t> bytes);

  /// @return The next whole packet, if any; call until there is none.
  std::optional<DynamixelPacket> take();

  /// Forgets what was begun: before a new request what is still there is out of date.
  void start_over() { size_ = 0; }

  std::uint64_t failed_checks() const { return failed_checks_; }
  std::uint64_t garbage() const { return garbage_; }  ///< bytes that begin no packet

 private:
  void drop(std::size_t count);

  std::array<std::uint8_t, 8 * kMostDynamixelBytes> bytes_{};
  std::size_t size_ = 0;
  std::uint64_t failed_checks_ = 0;
  std::uint64_t garbage_ = 0;
};

}  // namespace freefloat
