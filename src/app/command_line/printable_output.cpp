#include "app/command_line/printable_output.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>

namespace freefloat {

namespace {

/// Bytes that are looked at more closely; nearly all text has none of them.
bool is_suspicious(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\t') || byte >= 0x7F;
}

/// @return Length of the sequence that sets colours or erases a line's end at the begin of `text`, 0 when
/// there is none.
std::size_t colour_length(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && (text[end] == 'm' || text[end] == 'K') ? end + 1 : 0;
}

/// The second row of control characters, U+0080 to U+009F: as UTF-8, or as bytes of their own.
struct HighControl {
  std::size_t length = 0;  ///< of its bytes; 0: there is none
  unsigned char code = 0;
};

HighControl high_control(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto is_high = [](unsigned char c) { return c >= 0x80 && c < 0xA0; };
  if (byte(at) == 0xC2 && at + 1 < text.size() && is_high(byte(at + 1))) return {2, byte(at + 1)};
  const bool inside_character = at > 0 && byte(at - 1) >= 0x80;
  return is_high(byte(at)) && !inside_character ? HighControl{1, byte(at)} : HighControl{};
}

}  // namespace

std::string printable(std::string_view text, bool keep_colours) {
  std::string clean;
  clean.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (!is_suspicious(text[at])) {
      clean.push_back(text[at++]);
    } else if (const std::size_t length = keep_colours ? colour_length(text.substr(at)) : 0; length > 0) {
      clean.append(text.substr(at, length));
      at += length;
    } else if (byte < 0x80) {
      clean += fmt::format("\\x{:02x}", byte);
      ++at;
    } else if (const HighControl control = high_control(text, at); control.length > 0) {
      clean += fmt::format("\\x{:02x}", control.code);
      at += control.length;
    } else {
      clean.push_back(text[at++]);
    }
  }
  return clean;
}

PrintableOutput::Buffer::Buffer(std::ostream& stream, int descriptor)
    : stream_(stream), to_(stream.rdbuf(this)), colours_(isatty(descriptor) != 0) {}

PrintableOutput::Buffer::~Buffer() {
  stream_.rdbuf(to_);
}

PrintableOutput::Buffer::int_type PrintableOutput::Buffer::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
  const char one = traits_type::to_char_type(character);
  // A byte alone does not show whether it belongs to a character of several.
  const bool keep = static_cast<unsigned char>(one) >= 0x80;
  if (keep || !is_suspicious(one)) return to_->sputc(one);
  return xsputn(&one, 1) == 1 ? character : traits_type::eof();
}

std::streamsize PrintableOutput::Buffer::xsputn(const char* text, std::streamsize size) {
  const bool line_of_progress = colours_ && size == 1 && *text == '\r';
  if (line_of_progress || std::none_of(text, text + size, is_suspicious)) return to_->sputn(text, size);
  const std::string clean = printable({text, static_cast<std::size_t>(size)}, colours_);
  const auto wanted = static_cast<std::streamsize>(clean.size());
  return to_->sputn(clean.data(), wanted) == wanted ? size : 0;
}

int PrintableOutput::Buffer::sync() {
  return to_->pubsync();
}

PrintableOutput::PrintableOutput() : out_(std::cout, STDOUT_FILENO), err_(std::cerr, STDERR_FILENO) {}

PrintableOutput::~PrintableOutput() = default;

void outlive_readers() {
  std::signal(SIGPIPE, SIG_IGN);
}

bool finish_standard_output() {
  std::cout.flush();
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  const bool reader_gone = poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0;
  return written || reader_gone;
}

}  // namespace freefloat
