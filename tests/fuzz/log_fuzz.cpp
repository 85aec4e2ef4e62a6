// Any bytes as a run log: raw, a sound log with changed bytes or a cut end, or any messages on the topics of
// a run.

#include <algorithm>
#include <string>
#include <vector>

#include "fuzz_input.h"
#include "mcap/mcap_reader.h"
#include "memory_file.h"
#include "runlog/inspect_run.h"
#include "runlog/recover_log.h"
#include "runlog/run_writer.h"

namespace freefloat {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// A log of some cycles.
Bytes sound_log() {
  const MemoryFile file;
  RunWriterOptions options;
  options.path = file.path();
  options.replace_existing = true;
  options.identity.run_id = "fuzz";
  options.attachments = {{"robot.yaml", "application/yaml", "mass_kg: 6.256\n"}};
  auto writer = RunWriter::create(options);
  CycleRecord record;
  record.input.markers.emplace();
  record.input.joints.emplace();
  for (int i = 0; i < 30; ++i) {
    record.input.now = record.output.now = Time{Duration{10'000'000LL * i}};
    writer->write(record);
  }
  writer->write(PhaseEvent{});
  writer->close(0);
  return file.read();
}

/// The beginning of a log, up to its first chunk.
Bytes beginning_of(const Bytes& log) {
  const SalvagePlan plan = plan_salvage(log);
  const auto chunk = std::find_if(plan.records.begin(), plan.records.end(), [](const RecordPlace& place) {
    return place.opcode == McapOpcode::kChunk;
  });
  return {log.begin(), log.begin() + static_cast<std::ptrdiff_t>(chunk->at)};
}

template <Number T>
void put(Bytes& to, T value) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  to.insert(to.end(), bytes, bytes + sizeof value);
}

/// Messages of any content, on the topics of a run, in a chunk without compression and checksum.
Bytes any_messages(FuzzInput& input, Bytes log) {
  Bytes records;
  while (!input.empty()) {
    const std::uint16_t channel = input.byte() % 14;
    const std::uint32_t sequence = input.byte();
    Bytes data{0, 1, 0, 0};
    for (unsigned count = input.u16() % 2000; count > 0 && !input.empty(); --count)
      data.push_back(input.byte());
    put(records, static_cast<std::uint8_t>(McapOpcode::kMessage));
    put<std::uint64_t>(records, 22 + data.size());
    put(records, channel);
    put(records, sequence);
    put<std::uint64_t>(records, input.u32());
    put<std::uint64_t>(records, input.u32());
    records.insert(records.end(), data.begin(), data.end());
  }
  put(log, static_cast<std::uint8_t>(McapOpcode::kChunk));
  put<std::uint64_t>(log, 40 + records.size());
  for (int i = 0; i < 2; ++i) put<std::uint64_t>(log, 0);
  put<std::uint64_t>(log, records.size());
  put<std::uint32_t>(log, 0);
  put<std::uint32_t>(log, 0);
  put<std::uint64_t>(log, records.size());
  log.insert(log.end(), records.begin(), records.end());
  return log;
}

Bytes damaged_log(FuzzInput& input, Bytes log) {
  log.resize(log.size() - std::min<std::size_t>(log.size(), input.u16()));
  while (!input.empty() && !log.empty()) log[input.number(3) % log.size()] = input.byte();
  return log;
}

Bytes raw_log(FuzzInput& input) {
  Bytes log(kMcapMagic.begin(), kMcapMagic.end());
  while (!input.empty()) log.push_back(input.byte());
  return log;
}

void check(const Bytes& log) {
  static const MemoryFile file;
  static const MemoryFile recovered;
  file.write(log);
  const auto info = inspect_run(file.path());
  if (info) {
    require(info->result.file.whole_bytes <= log.size(), "no more is read than there is");
    require(!info->result.file.complete || info->result.file.problem.empty(), "a whole file has no problem");
  }
  const auto report = recover_log(file.path(), recovered.path(), true);
  require(report.has_value() || report.error().find("is not an MCAP file") != std::string::npos,
          "whatever has a whole record can be recovered");
  if (report && info)
    // Messages before the first chunk are believed by a reader, which cannot know yet, and left out by
    // recovery.
    require(report->messages + report->damaged.size() >= info->result.file.message_count,
            "recovery finds what reading finds");
}

}  // namespace
}  // namespace freefloat

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace freefloat;
  static const Bytes sound = sound_log();
  static const Bytes beginning = beginning_of(sound);
  FuzzInput input(bytes, size);
  switch (input.byte() % 3) {
    case 0:
      check(raw_log(input));
      break;
    case 1:
      check(damaged_log(input, sound));
      break;
    default:
      check(any_messages(input, beginning));
      break;
  }
  return 0;
}
