// Damages a log at every byte, once by cutting it there and once by changing the byte, recovers it each time
// in memory, and compares with the whole log. Recovered files that differ are kept for the official reader.
//   check_recovery LOG.mcap FOLDER [STEP]      STEP: every so-manieth byte only
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "runlog/crc32.h"
#include "runlog/mapped_file.h"
#include "runlog/mcap_reader.h"
#include "runlog/recover_log.h"

namespace freefloat {
namespace {

/// What a reader finds in a file.
struct Content {
  std::vector<std::uint32_t> messages;  ///< a checksum each
  std::vector<std::string> others;      ///< attachments and metadata of the run, as texts
};

std::uint32_t checksum_of(const McapMessage& message) {
  std::uint32_t crc = crc32_of(message.data);
  const auto add = [&crc](const void* bytes, std::size_t size) {
    crc = crc32_of({static_cast<const std::uint8_t*>(bytes), size}, crc);
  };
  const std::string channel =
      message.channel.topic + message.channel.schema.text + message.channel.schema.name;
  add(channel.data(), channel.size());
  add(&message.sequence, sizeof message.sequence);
  add(&message.log_time_ns, sizeof message.log_time_ns);
  return crc;
}

Content read_content(const std::string& path) {
  Content content;
  McapHandlers handlers;
  handlers.on_message = [&](const McapMessage& message) { content.messages.push_back(checksum_of(message)); };
  handlers.on_attachment = [&](const McapAttachment& a) { content.others.push_back(a.name + a.data); };
  handlers.on_metadata = [&](const McapMetadata& metadata) {
    if (metadata.name == "freefloat.recovery") return;
    std::string text = metadata.name;
    for (const auto& [key, value] : metadata.values) text += "\n" + key + "=" + value;
    content.others.push_back(text);
  };
  const auto result = read_mcap(path, handlers);
  if (!result || !result->complete) {
    std::fprintf(stderr, "%s: not complete: %s\n", path.c_str(),
                 result ? result->problem.c_str() : result.error().c_str());
    std::exit(1);
  }
  return content;
}

/// The log as it was before the damage.
struct WholeLog {
  std::string path;
  std::vector<std::uint8_t> bytes;
  SalvagePlan plan;
  Content content;
  std::vector<std::size_t> messages_before;  ///< messages before each of the plan's records
};

WholeLog read_whole_log(const std::string& path) {
  WholeLog log{.path = path, .bytes = {}, .plan = {}, .content = read_content(path), .messages_before = {}};
  const auto file = MappedFile::open(path);
  log.bytes.assign(file->bytes().begin(), file->bytes().end());
  log.plan = plan_salvage(log.bytes);
  std::size_t count = 0;
  std::vector<std::uint8_t> memory;
  for (const RecordPlace& place : log.plan.records) {
    log.messages_before.push_back(count);
    if (place.opcode != McapOpcode::kChunk) continue;
    const auto chunk = parse_chunk(RecordBytes(log.bytes).subspan(place.at + 9, place.size - 9));
    for_each_record(unpack_chunk(*chunk, memory).records,
                    [&](McapOpcode opcode, RecordBytes) { count += opcode == McapOpcode::kMessage ? 1 : 0; });
  }
  if (count != log.content.messages.size() || !log.plan.data_end_at || !log.plan.summary_whole) {
    std::fprintf(stderr, "%s is not whole\n", path.c_str());
    std::exit(1);
  }
  return log;
}

class Check {
 public:
  /// @param repair_step The checksum over all data is used at so many bytes less: it takes 4 ms a time.
  Check(const WholeLog& log, std::string folder, std::size_t repair_step)
      : log_(log), folder_(std::move(folder)), repair_step_(repair_step) {}

  void cut(std::size_t length);
  void flip(std::vector<std::uint8_t>& bytes, std::size_t at);
  int report() const;

 private:
  bool fail(const char* what, std::size_t at) {
    ++failures_;
    if (failures_ < 20) std::fprintf(stderr, "byte %zu: %s\n", at, what);
    return false;
  }

  /// @return True when this shape has not been seen before: it is then recovered in full.
  bool is_new(const std::string& shape) {
    const std::lock_guard lock(mutex_);
    return shapes_.insert(shape).second;
  }

  Content recover(RecordBytes file, const SalvagePlan& plan, const std::string& name, bool keep);
  ChunkCheck memory_of(std::size_t begin, std::size_t end) const;
  bool compare_flipped(RecordBytes bytes, const SalvagePlan& plan, std::size_t at);

  const WholeLog& log_;
  std::string folder_;
  std::size_t repair_step_;
  std::mutex mutex_;
  std::set<std::string> shapes_;
  std::atomic<std::uint64_t> failures_{0}, cuts_{0}, flips_{0}, tried_{0}, repaired_{0}, kept_{0},
      without_chunk_{0};
};

/// Chunks outside of the changed bytes are as good as they were.
ChunkCheck Check::memory_of(std::size_t begin, std::size_t end) const {
  return [this, begin, end](std::uint64_t at, RecordBytes content) {
    const auto known =
        std::find_if(log_.plan.records.begin(), log_.plan.records.end(), [&](const auto& place) {
          return place.at == at && place.size == content.size() + 9 && place.opcode == McapOpcode::kChunk;
        });
    const bool unchanged = at >= end || at + 9 + content.size() <= begin;
    return (known != log_.plan.records.end() && unchanged) || check_chunk(at, content);
  };
}

Content Check::recover(RecordBytes file, const SalvagePlan& plan, const std::string& name, bool keep) {
  const std::string path = folder_ + "/" + name + ".mcap";
  McapWriterOptions options;
  options.replace_existing = true;
  auto writer = McapWriter::create(path, options);
  if (!writer) {
    std::fprintf(stderr, "%s\n", writer.error().c_str());
    std::exit(1);
  }
  copy_whole_records(file, plan, *writer);
  writer->close();
  Content content = read_content(path);
  if (keep) {
    ++kept_;
  } else {
    std::remove(path.c_str());
  }
  return content;
}

void Check::cut(std::size_t length) {
  ++cuts_;
  const RecordBytes file = RecordBytes(log_.bytes).first(length);
  const SalvagePlan plan = plan_salvage(file, memory_of(length, log_.bytes.size()));
  const auto& records = log_.plan.records;
  std::size_t whole = 0;
  while (whole < records.size() && records[whole].at + records[whole].size <= length) ++whole;
  if (plan.records.size() != whole || !plan.damaged.empty())
    return void(fail("cut: records missing", length));
  for (std::size_t i = 0; i < whole; ++i) {
    if (plan.records[i].at != records[i].at || plan.records[i].size != records[i].size) {
      return void(fail("cut: another record", length));
    }
  }
  std::size_t begun = 0;
  if (plan.cut_chunk && plan.cut_chunk->size > 80) {
    std::vector<std::uint8_t> memory;
    ByteView in(file.subspan(plan.cut_chunk->at + 9 + 28));
    const auto compression = in.take_text();
    in.take<std::uint64_t>();
    for_each_record(unpack_beginning(compression, in.take_bytes(in.remaining()), memory),
                    [&](McapOpcode opcode, RecordBytes) { begun += opcode == McapOpcode::kMessage ? 1 : 0; });
  }
  const std::string shape =
      "cut " + std::to_string(whole) + " " + std::to_string(begun) + " " + (plan.data_end_at ? "end" : "");
  if (!is_new(shape)) return;
  const Content found = recover(file, plan, "cut_" + std::to_string(length), true);
  const std::size_t expected =
      (whole < records.size() ? log_.messages_before[whole] : log_.content.messages.size()) + begun;
  if (found.messages.size() != expected ||
      !std::equal(found.messages.begin(), found.messages.end(), log_.content.messages.begin())) {
    fail("cut: messages missing", length);
  }
  if (!std::equal(found.others.begin(), found.others.end(), log_.content.others.begin())) {
    fail("cut: attachments or metadata differ", length);
  }
}

bool Check::compare_flipped(RecordBytes bytes, const SalvagePlan& plan, std::size_t at) {
  // Which chunk is gone?
  std::size_t lost = log_.plan.records.size();
  std::size_t missing = 0;
  std::string shape = "flip";
  std::uint32_t crc = 0;
  bool unprotected = false;
  for (std::size_t i = 0; i < log_.plan.records.size(); ++i) {
    const RecordPlace& place = log_.plan.records[i];
    const bool there = std::any_of(plan.records.begin(), plan.records.end(), [&](const RecordPlace& other) {
      return other.at == place.at && other.size == place.size && other.opcode == place.opcode;
    });
    if (!there) {
      ++missing;
      if (place.opcode == McapOpcode::kChunk) lost = i;
      shape += " " + std::to_string(i);
    }
    if (at >= place.at && at < place.at + place.size && place.opcode != McapOpcode::kChunk)
      unprotected = true;
  }
  if (missing > 1) return fail("flip: more than one record is lost", at);
  for (const RecordPlace& place : plan.records) {
    if (place.opcode == McapOpcode::kChunk &&
        !std::any_of(log_.plan.records.begin(), log_.plan.records.end(),
                     [&](const RecordPlace& other) { return other.at == place.at; })) {
      return fail("flip: a chunk that never was", at);
    }
    if (unprotected && place.opcode != McapOpcode::kChunk)
      crc = crc32_of(bytes.subspan(place.at, place.size), crc);
  }
  if (lost < log_.plan.records.size()) ++without_chunk_;
  if (plan.data_end_at) shape += " end";
  const bool new_shape = is_new(shape);
  if (!new_shape && !(unprotected && is_new(shape + " " + std::to_string(crc)))) return true;

  const Content found = recover(bytes, plan, "flip_" + std::to_string(at), new_shape);
  std::vector<std::uint32_t> expected = log_.content.messages;
  if (lost < log_.plan.records.size()) {
    const std::size_t next =
        lost + 1 < log_.messages_before.size() ? log_.messages_before[lost + 1] : expected.size();
    expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(log_.messages_before[lost]),
                   expected.begin() + static_cast<std::ptrdiff_t>(next));
  }
  if (found.messages != expected) return fail("flip: messages differ", at);
  std::size_t different = 0;
  for (const std::string& text : log_.content.others) {
    different += std::count(found.others.begin(), found.others.end(), text) == 0 ? 1 : 0;
  }
  return different <= 1 || fail("flip: attachments or metadata differ", at);
}

void Check::flip(std::vector<std::uint8_t>& bytes, std::size_t at) {
  ++flips_;
  const std::uint8_t before = bytes[at];
  const auto bits = static_cast<std::uint8_t>(1 + (at * 2654435761U >> 7U) % 255);
  bytes[at] ^= bits;
  const ChunkCheck check = memory_of(at, at + 1);
  SalvagePlan plan = plan_salvage(bytes, check);
  compare_flipped(bytes, plan, at);
  if (at % repair_step_ != 0) {
    bytes[at] = before;
    return;
  }
  ++tried_;
  const auto repair = repair_one_byte(bytes, plan, check);
  if (repair && (repair->at != at || repair->flips != bits)) fail("flip: another byte was changed", at);
  const bool in_chunk =
      std::any_of(log_.plan.records.begin(), log_.plan.records.end(), [at](const auto& place) {
        return place.opcode == McapOpcode::kChunk && at >= place.at && at < place.at + place.size;
      });
  // Compressed bytes may have bits that mean nothing.
  if (repair || at >= *log_.plan.data_end_at || (in_chunk && plan.damaged.empty())) ++repaired_;
  bytes[at] = before;
  if (repair && repair->at != at) bytes[repair->at] ^= repair->flips;
}

int Check::report() const {
  std::printf("%s: %zu bytes, %zu messages in %zu records\n", log_.path.c_str(), log_.bytes.size(),
              log_.content.messages.size(), log_.plan.records.size());
  std::printf("cut at %llu bytes: every whole record recovered each time\n",
              static_cast<unsigned long long>(cuts_));
  std::printf("one byte changed at %llu bytes: %llu times one chunk lost, never more\n",
              static_cast<unsigned long long>(flips_), static_cast<unsigned long long>(without_chunk_));
  std::printf("with the checksum over all data, at %llu of them: %llu times nothing lost\n",
              static_cast<unsigned long long>(tried_), static_cast<unsigned long long>(repaired_));
  std::printf("%llu different recovered files kept, %llu failures\n", static_cast<unsigned long long>(kept_),
              static_cast<unsigned long long>(failures_));
  return failures_ == 0 ? 0 : 1;
}

/// Hands the bytes out to as many threads as there are processors.
template <class Work>
void for_bytes(std::size_t begin, std::size_t end, std::size_t step, Work&& work) {
  std::vector<std::thread> threads;
  const std::size_t count = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 0; i < count; ++i) {
    threads.emplace_back([&, i] { work(begin + i * step, end, count * step); });
  }
  for (std::thread& thread : threads) thread.join();
}

int check(const std::string& path, const std::string& folder, std::size_t step) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const WholeLog log = read_whole_log(path);
  constexpr std::size_t kRepairStep = 16;
  Check checker(log, folder, step == 1 ? kRepairStep : 1);
  for_bytes(kMcapMagic.size(), log.bytes.size(), step,
            [&](std::size_t first, std::size_t end, std::size_t stride) {
              for (std::size_t length = first; length < end; length += stride) checker.cut(length);
            });
  for_bytes(0, log.bytes.size(), step, [&](std::size_t first, std::size_t end, std::size_t stride) {
    std::vector<std::uint8_t> bytes = log.bytes;
    for (std::size_t at = first; at < end; at += stride) checker.flip(bytes, at);
  });
  return checker.report();
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: check_recovery LOG.mcap FOLDER [STEP]\n");
    return 2;
  }
  const long step = argc > 3 ? std::atol(argv[3]) : 1;
  return freefloat::check(argv[1], argv[2], static_cast<std::size_t>(std::max(1L, step)));
}
