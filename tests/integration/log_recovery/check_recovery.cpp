// Damages a log at every byte, once by cutting it there and once by changing the byte, recovers it each time,
// and compares with the whole log. A damage that leaves the same records as an earlier one is not written
// again.
//   check_recovery LOG.mcap FOLDER [STEP [FROM [END]]] [--stream]
//     STEP       every so-manieth byte only
//     FROM       bytes are changed from this one on, to go on with an interrupted check
//     --stream   prints the path of every recovered log that differs from all others, and waits until a
//     reader has
//                removed it: check_recovery LOG.mcap FOLDER --stream | node open_logs.mjs -
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "integration/log_recovery/recovered_files.h"
#include "integration/log_recovery/whole_log.h"
#include "runlog/recover_log.h"

namespace freefloat {
namespace {

using Count = unsigned long long;

class Check {
 public:
  Check(const WholeLog& log, RecoveredFiles& files) : log_(log), files_(files) {}

  void cut(std::size_t length);
  void flip(std::vector<std::uint8_t>& bytes, std::size_t at);
  int report() const;

 private:
  bool fail(const char* what, std::size_t at) {
    if (++failures_ <= 20) std::fprintf(stderr, "byte %zu: %s\n", at, what);
    return false;
  }

  /// @return True when this shape has not been seen before: it is then recovered in full.
  bool is_new(const std::string& shape) {
    const std::lock_guard lock(mutex_);
    return shapes_.insert(shape).second;
  }

  ChunkCheck memory_of(std::size_t begin, std::size_t end) const;
  bool is_indifferent(std::size_t at) const;
  bool starts_record(std::size_t at) const {
    return std::binary_search(log_.starts.begin(), log_.starts.end(), at);
  }
  void compare_flipped(RecordBytes bytes, const SalvagePlan& plan, std::size_t at, int bits);

  const WholeLog& log_;
  RecoveredFiles& files_;
  std::mutex mutex_;
  std::set<std::string> shapes_;
  std::atomic<Count> failures_{0}, cuts_{0}, bytes_{0}, flips_{0}, without_chunk_{0};
  std::atomic<std::size_t> most_lost_{0};  ///< messages
};

/// Chunks outside of the changed bytes are as good as they were.
ChunkCheck Check::memory_of(std::size_t begin, std::size_t end) const {
  return [this, begin, end](std::uint64_t at, RecordBytes content) {
    const auto& records = log_.plan.records;
    const auto known =
        std::lower_bound(records.begin(), records.end(), at,
                         [](const RecordPlace& place, std::uint64_t byte) { return place.at < byte; });
    const bool unchanged = at >= end || at + kMcapRecordHeaderBytes + content.size() <= begin;
    if (known != records.end() && known->at == at && known->opcode == McapOpcode::kChunk && unchanged &&
        known->size == content.size() + kMcapRecordHeaderBytes)
      return true;
    return check_chunk(at, content);
  };
}

void Check::cut(std::size_t length) {
  ++cuts_;
  const RecordBytes file = RecordBytes(log_.bytes).first(length);
  const SalvagePlan plan = plan_salvage(file, memory_of(length, log_.bytes.size()));
  const auto& records = log_.plan.records;
  std::size_t whole = 0;
  while (whole < records.size() && records[whole].at + records[whole].size <= length) ++whole;
  const bool same =
      plan.damaged.empty() && plan.records.size() == whole &&
      std::equal(plan.records.begin(), plan.records.end(), records.begin(),
                 [](const RecordPlace& a, const RecordPlace& b) { return a.at == b.at && a.size == b.size; });
  if (!same) return void(fail("cut: records missing", length));
  std::size_t begun = 0;
  constexpr std::size_t kChunkFieldsBytes = 28;  // times, size, checksum
  if (plan.cut_chunk && plan.cut_chunk->size > 80) {
    thread_local std::vector<std::uint8_t> memory;
    ByteView in(file.subspan(plan.cut_chunk->at + kMcapRecordHeaderBytes + kChunkFieldsBytes));
    const auto compression = in.take_text();
    in.take<std::uint64_t>();
    for_each_record(unpack_beginning(compression, in.take_bytes(in.remaining()), memory),
                    [&](McapOpcode opcode, RecordBytes) { begun += opcode == McapOpcode::kMessage ? 1 : 0; });
  }
  if (!is_new("cut " + std::to_string(whole) + " " + std::to_string(begun) +
              (plan.data_end_at ? " end" : "")))
    return;
  const LogContent found = files_.recover(file, plan, "cut_" + std::to_string(length));
  const auto& content = log_.content;
  const std::size_t expected =
      (whole < records.size() ? log_.messages_before[whole] : content.messages.size()) + begun;
  if (found.messages.size() != expected ||
      !std::equal(found.messages.begin(), found.messages.end(), content.messages.begin())) {
    fail("cut: messages missing", length);
  }
  if (!std::equal(found.others.begin(), found.others.end(), content.others.begin()))
    fail("cut: attachments or metadata differ", length);
}

/// @return True for bytes that cannot change what is recovered as long as the same records are found: those
/// under a checksum, and what stands in an index, which recovering makes anew.
bool Check::is_indifferent(std::size_t at) const {
  constexpr std::size_t kChunkHeadBytes = kMcapRecordHeaderBytes + 40;
  const auto after = std::upper_bound(log_.starts.begin(), log_.starts.end(), at);
  if (after == log_.starts.begin()) return false;
  const std::size_t offset = at - *std::prev(after);
  switch (static_cast<McapOpcode>(log_.bytes[*std::prev(after)])) {
    case McapOpcode::kChunk:
      return offset >= kChunkHeadBytes;
    case McapOpcode::kAttachment:
    case McapOpcode::kMessageIndex:
      return offset >= kMcapRecordHeaderBytes;
    default:
      return false;
  }
}

void Check::compare_flipped(RecordBytes bytes, const SalvagePlan& plan, std::size_t at, int bits) {
  const auto& records = log_.plan.records;
  const auto holds = [](const std::vector<RecordPlace>& places, const RecordPlace& wanted) {
    return std::any_of(places.begin(), places.end(), [&](const RecordPlace& place) {
      return place.at == wanted.at && place.size == wanted.size && place.opcode == wanted.opcode;
    });
  };
  // Which record is gone?
  std::size_t lost = records.size();
  std::size_t missing = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (holds(plan.records, records[i])) continue;
    lost = i;
    ++missing;
  }
  if (missing > 1) return void(fail("flip: more than one record is lost", at));
  for (const RecordPlace& place : plan.records) {
    if (place.opcode == McapOpcode::kChunk && !holds(records, place))
      return void(fail("flip: a chunk that never was", at));
  }
  const bool chunk_lost = missing == 1 && records[lost].opcode == McapOpcode::kChunk;
  if (chunk_lost) {
    ++without_chunk_;
    std::size_t most = most_lost_;
    while (most < log_.messages_in(lost) && !most_lost_.compare_exchange_weak(most, log_.messages_in(lost))) {
    }
  }
  std::string shape = "flip " + std::to_string(lost) + (plan.data_end_at ? " end" : "");
  for (const DamagedPlace& damage : plan.damaged)
    shape += (damage.chunk ? " chunk " : " other ") + std::to_string(damage.messages);
  const bool left_out = std::any_of(
      plan.damaged.begin(), plan.damaged.end(),
      [at](const DamagedPlace& damage) { return at >= damage.at && at < damage.at + damage.size; });
  if (!is_new(shape) && (is_indifferent(at) || left_out)) return;

  const LogContent found =
      files_.recover(bytes, plan, "flip_" + std::to_string(at) + "_" + std::to_string(bits));
  std::vector<std::uint32_t> expected = log_.content.messages;
  if (chunk_lost) {
    const auto first = expected.begin() + static_cast<std::ptrdiff_t>(log_.messages_before[lost]);
    expected.erase(first, first + static_cast<std::ptrdiff_t>(log_.messages_in(lost)));
  }
  if (found.messages != expected) return void(fail("flip: messages differ", at));
  std::size_t different = 0;
  for (const std::string& text : log_.content.others)
    different += std::count(found.others.begin(), found.others.end(), text) == 0 ? 1 : 0;
  if (different > 1) fail("flip: attachments or metadata differ", at);
}

void Check::flip(std::vector<std::uint8_t>& bytes, std::size_t at) {
  ++bytes_;
  // A record's first byte says what the rest is: every wrong value of it is tried.
  const int begin = starts_record(at) ? 1 : static_cast<int>(1 + (at * 2654435761U >> 7U) % 255);
  const int end = starts_record(at) ? 256 : begin + 1;
  for (int bits = begin; bits < end; ++bits) {
    ++flips_;
    bytes[at] ^= static_cast<std::uint8_t>(bits);
    compare_flipped(bytes, plan_salvage(bytes, memory_of(at, at + 1)), at, bits);
    bytes[at] = log_.bytes[at];
  }
}

int Check::report() const {
  std::fprintf(stderr, "%s: %zu bytes, %zu messages in %zu records\n", log_.path.c_str(), log_.bytes.size(),
               log_.content.messages.size(), log_.plan.records.size());
  std::fprintf(stderr, "cut at %llu bytes: every whole record recovered each time\n", cuts_.load());
  std::fprintf(stderr,
               "one byte changed, at %llu bytes, %llu times: never more than one record lost; %llu times a "
               "chunk, of at "
               "most %zu messages\n",
               bytes_.load(), flips_.load(), without_chunk_.load(), most_lost_.load());
  std::fprintf(stderr, "%llu logs recovered, %llu of them different; %llu failures\n", Count{files_.made()},
               Count{files_.different()}, failures_.load());
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

int check(const std::string& path, const std::string& folder, std::size_t step, std::size_t from,
          std::size_t end, bool stream) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const WholeLog log = read_whole_log(path);
  RecoveredFiles files(folder, stream);
  Check checker(log, files);
  end = std::min(end, log.bytes.size());
  for_bytes(std::max(kMcapMagic.size(), from), end, step,
            [&](std::size_t first, std::size_t last, std::size_t stride) {
              for (std::size_t length = first; length < last; length += stride) checker.cut(length);
            });
  for_bytes(from, end, step, [&](std::size_t first, std::size_t last, std::size_t stride) {
    std::vector<std::uint8_t> bytes = log.bytes;
    for (std::size_t at = first; at < last; at += stride) checker.flip(bytes, at);
  });
  return checker.report();
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  const bool stream = argc > 3 && std::strcmp(argv[argc - 1], "--stream") == 0;
  if (stream) --argc;
  if (argc < 3) {
    std::fprintf(stderr, "usage: check_recovery LOG.mcap FOLDER [STEP [FROM [END]]] [--stream]\n");
    return 2;
  }
  const long step = argc > 3 ? std::atol(argv[3]) : 1;
  const long from = argc > 4 ? std::atol(argv[4]) : 0;
  const long end = argc > 5 ? std::atol(argv[5]) : std::numeric_limits<long>::max();
  return freefloat::check(argv[1], argv[2], static_cast<std::size_t>(std::max(1L, step)),
                          static_cast<std::size_t>(std::max(0L, from)),
                          static_cast<std::size_t>(std::max(0L, end)), stream);
}
