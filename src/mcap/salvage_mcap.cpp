#include "mcap/salvage_mcap.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "mcap/crc32.h"

namespace freefloat {
namespace {

constexpr std::uint64_t kHeaderBytes = kMcapRecordHeaderBytes;
constexpr std::uint64_t kDataEndBytes = 4;

/// A message index: channel, then a list of time and offset.
bool is_message_index(RecordBytes content) {
  ByteView in(content);
  in.take<std::uint16_t>();
  const auto bytes = in.take<std::uint32_t>();
  return !in.failed() && bytes == in.remaining() && bytes % 16 == 0;
}

class Salvage {
 public:
  Salvage(RecordBytes file, const ChunkCheck& check) : file_(file), check_(check) {}

  SalvagePlan run();

 private:
  /// What can be said of the record that would begin at a byte.
  enum class Soundness : std::uint8_t {
    kSound,     ///< its parts fill it exactly, checksums are right
    kWrongCrc,  ///< its parts fill it exactly, a checksum is wrong: its length can be believed
    kNone,      ///< no record
  };

  std::uint64_t left(std::uint64_t at) const { return file_.size() - at; }
  McapOpcode opcode_at(std::uint64_t at) const { return static_cast<McapOpcode>(file_[at]); }
  std::uint64_t length_at(std::uint64_t at) const {
    std::uint64_t length = 0;
    std::memcpy(&length, file_.data() + at + 1, sizeof length);
    return length;
  }
  RecordPlace place_at(std::uint64_t at) const { return {opcode_at(at), at, kHeaderBytes + length_at(at)}; }
  bool magic_at(std::uint64_t at) const {
    return left(at) == kMcapMagic.size() && std::memcmp(file_.data() + at, kMcapMagic.data(), left(at)) == 0;
  }

  Soundness judge(std::uint64_t at, bool with_crc) const;
  bool starts_records(std::uint64_t at) const;
  std::uint64_t next_start(std::uint64_t from) const;
  std::optional<RecordPlace> chunk_by_its_content(std::uint64_t at) const;
  void take(const RecordPlace& place);
  void add_damage(std::uint64_t at, std::uint64_t end);
  void count_index(RecordBytes content);
  RecordBytes footer() const;
  bool is_summary_whole() const;
  void doubt_messages();
  std::uint64_t data_end_by_footer() const;

  RecordBytes file_;
  const ChunkCheck& check_;
  SalvagePlan plan_;
  bool after_damage_ = false;  ///< nothing but indexes has come since
};

Salvage::Soundness Salvage::judge(std::uint64_t at, bool with_crc) const {
  if (left(at) < kHeaderBytes || length_at(at) > left(at) - kHeaderBytes) return Soundness::kNone;
  const RecordBytes content = content_of(file_, place_at(at));
  const auto sound_if = [](bool sound) { return sound ? Soundness::kSound : Soundness::kNone; };
  switch (opcode_at(at)) {
    case McapOpcode::kHeader:
      return sound_if(at == kMcapMagic.size() && parse<McapHeaderRecord>(content, RecordRest::kNone));
    case McapOpcode::kSchema:
      return sound_if(parse<McapSchema>(content, RecordRest::kNone).has_value());
    case McapOpcode::kChannel:
      return sound_if(parse<McapChannel>(content, RecordRest::kNone).has_value());
    case McapOpcode::kMessage:
      return sound_if(parse_message(content).has_value());
    case McapOpcode::kChunk:
      if (!parse<McapChunkRecord>(content, RecordRest::kNone)) return Soundness::kNone;
      return !with_crc || check_(at, content) ? Soundness::kSound : Soundness::kWrongCrc;
    case McapOpcode::kMessageIndex:
      return sound_if(is_message_index(content));
    case McapOpcode::kMetadata:
      return sound_if(parse<McapMetadata>(content, RecordRest::kNone).has_value());
    case McapOpcode::kAttachment:
      if (!parse<McapAttachmentRecord>(content, RecordRest::kNone)) return Soundness::kNone;
      return !with_crc || parse_attachment(content) ? Soundness::kSound : Soundness::kWrongCrc;
    case McapOpcode::kDataEnd:
      return sound_if(content.size() == kDataEndBytes);
    default:
      return Soundness::kNone;
  }
}

/// A sound record, and then another, or the summary; or one under a checksum that is right. The bytes of an
/// index often look like one record, hardly ever like two in a row.
bool Salvage::starts_records(std::uint64_t at) const {
  if (judge(at, false) == Soundness::kNone) return false;
  const RecordPlace place = place_at(at);
  const std::uint64_t next = at + place.size;
  if (place.opcode == McapOpcode::kDataEnd) {
    constexpr std::uint64_t kSmallestSummary = kHeaderBytes + kMcapFooterBytes + kMcapMagic.size();
    return left(next) >= kSmallestSummary && length_at(next) <= left(next) - kHeaderBytes;
  }
  const bool under_checksum = place.opcode == McapOpcode::kChunk || place.opcode == McapOpcode::kAttachment;
  return judge(next, false) != Soundness::kNone || (under_checksum && judge(at, true) == Soundness::kSound);
}

std::uint64_t Salvage::next_start(std::uint64_t from) const {
  for (std::uint64_t at = from; at < file_.size() && left(at) >= kHeaderBytes; ++at) {
    const std::uint8_t opcode = file_[at];
    if (opcode == 0 || opcode > 15 || length_at(at) > left(at)) continue;
    if (starts_records(at)) return at;
  }
  return file_.size();
}

/// A chunk also says inside how long it is: enough when only its record's length is wrong, since its checksum
/// tells.
std::optional<RecordPlace> Salvage::chunk_by_its_content(std::uint64_t at) const {
  if (left(at) < kHeaderBytes || opcode_at(at) != McapOpcode::kChunk) return std::nullopt;
  const RecordBytes rest = file_.subspan(at + kHeaderBytes);
  const auto chunk = parse<McapChunkRecord>(rest);
  if (!chunk) return std::nullopt;
  const std::size_t size = chunk->stored.data() + chunk->stored.size() - rest.data();
  if (!check_(at, rest.first(size))) return std::nullopt;
  return RecordPlace{McapOpcode::kChunk, at, kHeaderBytes + size};
}

void Salvage::add_damage(std::uint64_t at, std::uint64_t end) {
  DamagedPlace damage{.at = at, .size = end - at, .what = "no record"};
  constexpr std::uint64_t kChunkTimesBytes = 16;
  if (opcode_at(at) == McapOpcode::kChunk && left(at) >= kHeaderBytes + kChunkTimesBytes) {
    ByteView in(file_.subspan(at + kHeaderBytes));
    damage.chunk = true;
    damage.first_ns = in.take<std::uint64_t>();
    damage.last_ns = in.take<std::uint64_t>();
    damage.what = "a chunk";
  } else if (opcode_at(at) == McapOpcode::kAttachment) {
    damage.what = "an attachment";
  } else if (opcode_at(at) == McapOpcode::kMessageIndex) {
    damage.what = "an index";
  }
  plan_.damaged.push_back(damage);
  after_damage_ = true;
}

/// The indexes behind a lost chunk tell how many messages it held.
void Salvage::count_index(RecordBytes content) {
  if (!after_damage_ || !plan_.damaged.back().chunk) return;
  constexpr std::uint64_t kIndexHeadBytes = 6;
  constexpr std::uint64_t kEntryBytes = 16;
  plan_.damaged.back().messages += (content.size() - kIndexHeadBytes) / kEntryBytes;
}

void Salvage::take(const RecordPlace& place) {
  if (place.opcode == McapOpcode::kMessageIndex) return count_index(content_of(file_, place));
  after_damage_ = false;
  plan_.records.push_back(place);
}

SalvagePlan Salvage::run() {
  std::uint64_t at = std::min<std::uint64_t>(kMcapMagic.size(), file_.size());
  plan_.magic = file_.size() >= kMcapMagic.size() && std::memcmp(file_.data(), kMcapMagic.data(), at) == 0;
  const std::uint64_t data_end = data_end_by_footer();
  while (at < file_.size()) {
    const Soundness verdict = judge(at, true);
    if (verdict == Soundness::kSound && opcode_at(at) == McapOpcode::kDataEnd) {
      plan_.data_end_at = at;
      std::memcpy(&plan_.data_crc, file_.data() + at + kHeaderBytes, sizeof plan_.data_crc);
      plan_.summary_whole = is_summary_whole();
      break;
    }
    if (verdict != Soundness::kNone) {
      const RecordPlace place = place_at(at);
      if (verdict == Soundness::kSound) {
        take(place);
      } else {
        add_damage(at, at + place.size);
      }
      at += place.size;
      continue;
    }
    if (const auto chunk = chunk_by_its_content(at)) {
      take(*chunk);
      plan_.damaged.push_back(
          {.at = at + 1, .size = kHeaderBytes - 1, .what = "the length of a chunk, nothing in it"});
      at += chunk->size;
      continue;
    }
    if (at == data_end) {  // only this record is damaged, which tells nothing but a checksum
      plan_.data_end_at = at;
      break;
    }
    const std::uint64_t next = next_start(at + 1);
    if (next == file_.size()) {
      plan_.cut_bytes = left(at);
      const bool chunk = opcode_at(at) == McapOpcode::kChunk;
      if (chunk) plan_.cut_chunk = RecordPlace{McapOpcode::kChunk, at, left(at)};
      break;
    }
    add_damage(at, next);
    at = next;
  }
  doubt_messages();
  return std::move(plan_);
}

/// Any bytes can pass for a message. Writers put either all messages into chunks or none: one outside, where
/// there are chunks, is another record whose first byte is wrong, unless the checksum over all data is right.
void Salvage::doubt_messages() {
  const auto is = [](McapOpcode opcode) {
    return [opcode](const RecordPlace& place) { return place.opcode == opcode; };
  };
  auto& records = plan_.records;
  if (std::none_of(records.begin(), records.end(), is(McapOpcode::kMessage)) ||
      std::none_of(records.begin(), records.end(), is(McapOpcode::kChunk)))
    return;
  if (plan_.data_end_at && plan_.data_crc != 0 && plan_.data_crc == crc32_of(file_.first(*plan_.data_end_at)))
    return;
  for (const RecordPlace& place : records) {
    if (place.opcode != McapOpcode::kMessage) continue;
    plan_.damaged.push_back({.at = place.at, .size = place.size, .what = "a record of unknown kind"});
  }
  std::erase_if(records, is(McapOpcode::kMessage));
  std::sort(plan_.damaged.begin(), plan_.damaged.end(),
            [](const DamagedPlace& a, const DamagedPlace& b) { return a.at < b.at; });
}

/// @return What stands in the file's footer; empty: there is none at its end.
RecordBytes Salvage::footer() const {
  constexpr std::uint64_t kEndBytes = kHeaderBytes + kMcapFooterBytes + kMcapMagic.size();
  if (file_.size() < kEndBytes) return {};
  const std::uint64_t at = file_.size() - kEndBytes;
  const bool found = opcode_at(at) == McapOpcode::kFooter && length_at(at) == kMcapFooterBytes;
  return found ? file_.subspan(at + kHeaderBytes, kMcapFooterBytes) : RecordBytes();
}

/// @return Where the footer says that the data end; the file's size when there is no footer.
std::uint64_t Salvage::data_end_by_footer() const {
  constexpr std::uint64_t kDataEndRecordBytes = kHeaderBytes + kDataEndBytes;
  const auto summary_at = ByteView(footer()).take<std::uint64_t>();
  const bool possible = summary_at >= kDataEndRecordBytes &&
                        summary_at <= file_.size() - kHeaderBytes - kMcapFooterBytes - kMcapMagic.size();
  return possible ? summary_at - kDataEndRecordBytes : file_.size();
}

bool Salvage::is_summary_whole() const {
  const std::uint64_t summary_at = *plan_.data_end_at + kHeaderBytes + kDataEndBytes;
  const RecordBytes content = footer();
  if (content.empty() || !magic_at(file_.size() - kMcapMagic.size())) return false;
  const auto content_at = static_cast<std::uint64_t>(content.data() - file_.data());
  if (summary_at + kHeaderBytes > content_at) return false;
  const std::uint64_t crc_at = content_at + content.size() - sizeof(std::uint32_t);
  const auto crc = ByteView(file_.subspan(crc_at)).take<std::uint32_t>();
  return crc == 0 || crc == crc32_of(file_.subspan(summary_at, crc_at - summary_at));
}

}  // namespace

bool check_chunk(std::uint64_t, RecordBytes content) {
  thread_local std::vector<std::uint8_t> memory;
  const auto chunk = parse<McapChunkRecord>(content);
  return chunk && unpack_chunk(*chunk, memory).damage.empty();
}

SalvagePlan plan_salvage(RecordBytes file, const ChunkCheck& check) {
  return Salvage(file, check).run();
}

}  // namespace freefloat
