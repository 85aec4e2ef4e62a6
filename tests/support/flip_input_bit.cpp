// Copies a log with one bit of one logged input flipped; all checksums of the file are right in the copy.
// Prints the cycle and the field.
//   flip_input_bit RUN.mcap COPY.mcap SEED
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>

#include "mcap/decode.h"
#include "mcap/field_at_byte.h"
#include "mcap/field_walk.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/run_topics.h"
#include "support/change_log.h"

int main(int argc, char** argv) {
  using namespace freefloat;
  if (argc != 4) return 2;
  std::uint64_t inputs = 0;
  const auto count = [&](const McapMessage& message) {
    if (message.channel.topic == kCycleInputTopic) ++inputs;
  };
  if (!read_mcap(argv[1], count) || inputs == 0) return 1;
  std::mt19937_64 random(std::stoull(argv[3]));
  const std::uint64_t cycle = random() % inputs;
  LogChanges changes;
  changes.message = [&](const McapMessage& message, std::vector<std::uint8_t>& data) {
    if (message.channel.topic != kCycleInputTopic || message.sequence != cycle) return true;
    CycleInput before, after;
    decode(message.data, before);
    const std::size_t bit = random() % (8 * (data.size() - 4));  // behind the header
    data[4 + bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    const auto difference = decode(data, after) ? first_difference(before, after) : std::nullopt;
    std::printf("%llu %s\n", static_cast<unsigned long long>(cycle),
                (difference ? difference->path : field_at_byte(before, 4 + bit / 8)).c_str());
    return true;
  };
  change_log({argv[1]}, argv[2], changes);
}
