#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace freefloat {

/// @return A command of ODrive's ASCII protocol with its check: exclusive or of all characters before the
/// star.
std::string odrive_line(std::string_view command);

/// @param line Without its end. @return What stands before the check, or nothing where the check is wrong or
/// missing.
std::optional<std::string> open_odrive_line(std::string_view line);

/// @return The number that a line is, however it is written; nothing for all else, or when it is not finite.
std::optional<double> read_odrive_number(const std::string& text);

/// @return The answer to `f AXIS`, turns and turns/s; nothing unless it looks exactly as the firmware prints
/// it, six decimals each: the check alone lets every 16th loss of two or four digits pass.
std::optional<std::array<double, 2>> read_odrive_feedback(std::string_view text);

/// @return A whole number that is not negative, as the firmware prints it; nothing for all else.
std::optional<std::uint32_t> read_odrive_count(std::string_view text);

/// @return A property that is a number: whole, or with six decimals, as the firmware prints it; nothing for
/// all else.
std::optional<double> read_odrive_value(std::string_view text);

/// A question whose answer names it: the axis that there is not is said back, and nothing else happens.
/// @param tag 2 or more.
std::string odrive_tag(std::uint32_t tag);

/// @return The tag that such an answer names; nothing when it is another line.
std::optional<std::uint32_t> read_odrive_tag(std::string_view text);

/// Cuts bytes into lines.
class OdriveReader {
 public:
  void add(std::span<const std::uint8_t> bytes);

  /// @return The next line whose check is right.
  std::optional<std::string> take();

  void start_over() { text_.clear(); }
  std::uint64_t failed_checks() const { return failed_checks_; }

 private:
  std::string text_;
  std::uint64_t failed_checks_ = 0;
};

/// @return As it is written in a command.
std::string odrive_number(double value);

}  // namespace freefloat
