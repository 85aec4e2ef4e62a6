// Any bytes, and frames that are whole, cut or damaged, through the parser and the decoders of every frame.

#include <algorithm>
#include <array>
#include <vector>

#include "fuzz_input.h"
#include "wire/authentication.h"
#include "wire/bytes.h"

namespace freefloat {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Bit by bit, after the definition of the polynomial: not the code that is tested.
std::uint32_t slow_crc(std::uint32_t crc, const std::uint8_t* bytes, std::size_t count) {
  crc = ~crc;
  for (std::size_t i = 0; i < count; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0x82f63b78u : 0u);
  }
  return ~crc;
}

void check_contents(const ff_header& header, const Bytes& frame) {
  Bytes again(FF_MAX_FRAME_SIZE);
  std::size_t size = 0;
  if (header.type == FF_FRAME_COMMAND) {
    ff_command command;
    if (ff_decode_command(frame.data(), &command)) size = ff_encode_command(header, &command, again.data());
  } else if (header.type == FF_FRAME_STATUS) {
    ff_status status;
    if (ff_decode_status(frame.data(), &status)) size = ff_encode_status(header, &status, again.data());
  } else if (header.type == FF_FRAME_QUERY) {
    ff_query query;
    ff_decode_query(frame.data(), &query);
    size = ff_encode_query(header, &query, again.data());
  } else {
    ff_identity identity;
    ff_decode_identity(frame.data(), &identity);
    require(identity.firmware_id[FF_NAME_SIZE] == 0 && identity.board_name[FF_NAME_SIZE] == 0, "names end");
    ff_encode_identity(header, &identity, again.data());
  }
  again.resize(size);
  require(size == 0 || header.flags != 0 || again == frame, "what was read makes the same frame again");
}

void check_frame(const ff_parser& parser) {
  const Bytes frame(parser.bytes, parser.bytes + parser.frame_size);
  ff_header header;
  ff_read_header(frame.data(), &header);
  require(frame.size() == ff_frame_size(header.type), "an accepted frame has its type's length");
  require((parser.accept & (1u << header.type)) != 0, "an accepted frame is wanted");
  const bool lasting = header.type >= FF_FRAME_QUERY;
  require(frame[0] == FF_MAGIC_0 && frame[1] == FF_MAGIC_1 &&
              frame[2] == ((lasting ? 0 : FF_PROTOCOL_VERSION << 4) | header.type),
          "magic, version and type are right");
  const std::size_t checked = frame.size() - FF_CRC_SIZE;
  require(
      ff_get_u32(frame.data() + checked) == slow_crc(lasting ? 0 : FF_PROTOCOL_HASH, frame.data(), checked),
      "the check is right");
  const bool tag = std::any_of(frame.end() - FF_CRC_SIZE - FF_TAG_SIZE, frame.end() - FF_CRC_SIZE,
                               [](std::uint8_t byte) { return byte != 0; });
  require(header.flags == 0 ? !tag : header.flags == 1 && (parser.accept & FF_ACCEPT_TAGGED) != 0,
          "a tag only where one is wanted");
  check_contents(header, frame);
}

struct Stream {
  ff_parser parser{};
  std::size_t fed = 0;
  std::size_t accepted = 0;

  void feed(std::uint8_t byte) {
    const bool found = ff_parse_byte(&parser, byte);
    ++fed;
    require(parser.length <= FF_MAX_FRAME_SIZE && parser.frame_size <= parser.length, "the buffer holds");
    require(found == (parser.frame_size != 0), "a found frame has a size");
    if (!found) return;
    ++accepted;
    require(accepted * FF_MIN_FRAME_SIZE <= fed, "each byte belongs to one frame at most");
    check_frame(parser);
  }

  void feed(const Bytes& bytes) {
    for (const std::uint8_t byte : bytes) feed(byte);
  }
};

Bytes make_frame(FuzzInput& input) {
  ff_header header{};
  header.type = static_cast<std::uint8_t>(1 + input.byte() % 4);
  header.source = input.byte();
  header.flags = input.byte();
  header.session = input.u32();
  header.sequence = input.u32();
  header.time_us = input.number(8);
  Bytes frame(ff_frame_size(header.type));
  const std::size_t filled = input.byte() % frame.size();
  for (std::size_t i = FF_HEADER_SIZE; i < FF_HEADER_SIZE + filled && i + 12 < frame.size(); ++i)
    frame[i] = input.byte();
  ff_seal_frame(frame.data(), &header);
  if (input.byte() % 4 == 0) {
    ff_hmac_key key;
    const std::uint8_t bytes[FF_KEY_SIZE] = {1};
    ff_prepare_hmac(&key, bytes, sizeof bytes);
    ff_tag_frame(frame.data(), &key);
    require(ff_check_tag(frame.data(), &key), "a tag fits its key");
  }
  return frame;
}

// After enough silence every good frame is found, whatever came before.
void check_recovery(Stream& stream) {
  for (std::uint8_t type = FF_FRAME_COMMAND; type <= FF_FRAME_IDENTITY; ++type) {
    if ((stream.parser.accept & (1u << type)) == 0) continue;
    stream.feed(Bytes(2 * FF_MAX_FRAME_SIZE));
    ff_header header{};
    header.type = type;
    Bytes frame(ff_frame_size(type));
    ff_seal_frame(frame.data(), &header);
    const std::size_t before = stream.accepted;
    stream.feed(frame);
    require(stream.accepted == before + 1, "a good frame after silence is found");
  }
}

}  // namespace
}  // namespace freefloat

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace freefloat;
  FuzzInput input(bytes, size);
  Stream stream;
  ff_start_parser(&stream.parser, input.byte() & 0x1fu);
  while (!input.empty()) {
    const unsigned kind = input.byte() % 4;
    if (kind == 0) {
      for (unsigned count = input.byte(); count > 0 && !input.empty(); --count) stream.feed(input.byte());
      continue;
    }
    Bytes frame = make_frame(input);
    if (kind == 2) frame.resize(input.byte() % (frame.size() + 1));
    if (kind == 3) {
      const std::size_t bit = input.u16() % (frame.size() * 8);
      frame[bit / 8] = static_cast<std::uint8_t>(frame[bit / 8] ^ (1u << (bit % 8)));
    }
    stream.feed(frame);
  }
  check_recovery(stream);
  return 0;
}
