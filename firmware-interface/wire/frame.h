#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The protocol's definition in words. Its CRC-32C seeds the check of every frame, so that a peer which was
/// built from another definition is refused. Any change to a frame's layout or meaning changes this text.
#define FF_PROTOCOL_DEFINITION                                                                             \
  "freefloat wire 1; little endian; header magic:u16 version_type:u8 source:u8 flags:u16 session:u32 "     \
  "sequence:u32 time_us:u64; flags bit 0 authenticated; tag:u8[8] crc32c:u32; "                            \
  "command(1) flags:u8 joints:u8 reserved:u16 time_to_live_us:u32 rates_urad_s:i32[6]; "                   \
  "status(2) state:u8 gripper:u8 joints:u8 flags:u8 faults:u16 clamps:u16 lease_session:u32 "              \
  "accepted_sequence:u32 accepted_age_us:u32 accepted_time_us:u64 angles_urad:i32[6] rates_urad_s:i32[6] " \
  "duties:i16[6] rejects:u16[10] garbage version type check tag source session sequence content joints"

enum {
  FF_PROTOCOL_VERSION = 1,
  FF_MAGIC_0 = 0xf5,  ///< first byte of every frame
  FF_MAGIC_1 = 0x0f,  ///< second byte of every frame
  FF_HEADER_SIZE = 22,
  FF_TAG_SIZE = 8,
  FF_CRC_SIZE = 4,
  FF_COMMAND_PAYLOAD_SIZE = 32,
  FF_STATUS_PAYLOAD_SIZE = 108,
  FF_QUERY_PAYLOAD_SIZE = 16,
  FF_IDENTITY_PAYLOAD_SIZE = 152,
  FF_COMMAND_FRAME_SIZE = FF_HEADER_SIZE + FF_COMMAND_PAYLOAD_SIZE + FF_TAG_SIZE + FF_CRC_SIZE,
  FF_STATUS_FRAME_SIZE = FF_HEADER_SIZE + FF_STATUS_PAYLOAD_SIZE + FF_TAG_SIZE + FF_CRC_SIZE,
  FF_QUERY_FRAME_SIZE = FF_HEADER_SIZE + FF_QUERY_PAYLOAD_SIZE + FF_TAG_SIZE + FF_CRC_SIZE,
  FF_IDENTITY_FRAME_SIZE = FF_HEADER_SIZE + FF_IDENTITY_PAYLOAD_SIZE + FF_TAG_SIZE + FF_CRC_SIZE,
  FF_MIN_FRAME_SIZE = FF_QUERY_FRAME_SIZE,
  FF_MAX_FRAME_SIZE = FF_IDENTITY_FRAME_SIZE
};

/// CRC-32C of FF_PROTOCOL_DEFINITION's characters; a test holds the two together.
#define FF_PROTOCOL_HASH 0xfd9abf83u

/// Kind of a frame; one fixed length each. Query and identity never change, so that peers of different
/// versions can still tell each other who they are: their version is 0 and their check is not seeded.
enum ff_frame_type { FF_FRAME_COMMAND = 1, FF_FRAME_STATUS = 2, FF_FRAME_QUERY = 3, FF_FRAME_IDENTITY = 4 };

/// What a receiver's parser lets through.
enum ff_accept {
  FF_ACCEPT_TAGGED = 1 << 0,  ///< frames with a tag as well: the receiver must then call ff_check_tag
  FF_ACCEPT_COMMANDS = 1 << FF_FRAME_COMMAND,
  FF_ACCEPT_STATUSES = 1 << FF_FRAME_STATUS,
  FF_ACCEPT_QUERIES = 1 << FF_FRAME_QUERY,
  FF_ACCEPT_IDENTITIES = 1 << FF_FRAME_IDENTITY
};

/// Flags of a header; every other bit is zero.
enum ff_header_flag { FF_FLAG_AUTHENTICATED = 1 << 0 };

/// Who sent a frame.
enum ff_source { FF_SOURCE_CONTROLLER = 0, FF_SOURCE_BOARD = 1 };

/// Causes for which a receiver refuses bytes or frames. Same order as the counters of a status frame.
enum ff_reject {
  FF_REJECT_GARBAGE,   ///< runs of bytes that cannot begin a frame
  FF_REJECT_VERSION,   ///< magic found, but another version or an unknown type
  FF_REJECT_TYPE,      ///< a type that this end sends and does not receive: its own frames come back
  FF_REJECT_CRC,       ///< check failed: damaged, cut, or of another protocol definition
  FF_REJECT_TAG,       ///< tag wrong or missing; on a wire: header flags or tag not zero
  FF_REJECT_SOURCE,    ///< sender is not the other end's kind
  FF_REJECT_SESSION,   ///< another controller holds the lease
  FF_REJECT_SEQUENCE,  ///< not newer than the newest accepted: duplicated, reordered or replayed
  FF_REJECT_CONTENT,   ///< a field outside its range
  FF_REJECT_JOINTS,    ///< made for another number of joints
  FF_REJECT_COUNT
};

/// Counts by cause; they saturate and never wrap.
struct ff_reject_counters {
  uint16_t by_cause[FF_REJECT_COUNT];
};

/// Adds one refusal. @param cause One of ff_reject.
void ff_count_reject(struct ff_reject_counters* counters, enum ff_reject cause);

/// @return All causes together.
uint32_t ff_sum_rejects(const struct ff_reject_counters* counters);

/// What stands before every payload.
struct ff_header {
  uint8_t type;       ///< ff_frame_type
  uint8_t source;     ///< ff_source
  uint16_t flags;     ///< bits of ff_header_flag; ff_tag_frame sets its own
  uint32_t session;   ///< chosen by the sender at its start, not zero; a board: number of its start
  uint32_t sequence;  ///< rises strictly within a session, first frame 1
  uint64_t time_us;   ///< sender's clock when the frame was made, us
};

/// @param type One of ff_frame_type.
/// @return The length of such a frame in bytes; 0 for an unknown type.
size_t ff_frame_size(uint8_t type);

/// Completes a frame around a payload that already stands at `frame + FF_HEADER_SIZE`: header, zero tag,
/// check.
/// @param frame At least ff_frame_size(header->type) bytes.
/// @return The frame's length; 0 for an unknown type, nothing is written then.
size_t ff_seal_frame(uint8_t* frame, const struct ff_header* header);

/// Reads the header's fields. @param frame At least FF_HEADER_SIZE bytes of a checked frame.
void ff_read_header(const uint8_t* frame, struct ff_header* header);

/// Computes a frame's check again, after a change of its bytes. @return The frame's length; 0 as above.
size_t ff_reseal_frame(uint8_t* frame);

/// Finds frames in a stream of bytes. After a failed check it goes on one byte later, so a frame is never
/// lost because of bytes in front of it. Holds no pointer; may be copied.
struct ff_parser {
  uint8_t accept;                    ///< bits of ff_accept
  uint8_t length;                    ///< bytes held
  uint8_t frame_size;                ///< of the frame found by the newest call; 0: none
  uint8_t bytes[FF_MAX_FRAME_SIZE];  ///< the checked frame after ff_parse_byte returned true
  struct ff_reject_counters rejects;
};

/// @param accept Bits of ff_accept; frames of other types are refused.
void ff_start_parser(struct ff_parser* parser, unsigned accept);

/// Takes one byte. Each byte held is the start of at most one check, so the work of a stream is bounded by
/// its length; a frame behind a false start of another type waits at most for the byte that follows.
/// @return True when a valid frame was found: it then stands in `parser->bytes` until the next call, its
/// header is read by ff_read_header.
bool ff_parse_byte(struct ff_parser* parser, uint8_t byte);

#ifdef __cplusplus
}
#endif
