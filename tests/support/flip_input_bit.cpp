// Copies a log with one bit of one logged input flipped; all checksums of the copy are right.
//   flip_input_bit RUN.mcap COPY.mcap SEED
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>

#include "runlog/run_topics.h"
#include "support/change_log.h"

int main(int argc, char** argv) {
  using namespace freefloat;
  if (argc != 4) return 2;
  std::uint64_t inputs = 0;
  McapHandlers count;
  count.on_message = [&](const McapMessage& message) {
    if (message.channel.topic == kCycleInputTopic) ++inputs;
  };
  if (!read_mcap(argv[1], count) || inputs == 0) return 1;
  std::mt19937_64 random(std::stoull(argv[3]));
  const std::uint64_t cycle = random() % inputs;
  LogChanges changes;
  changes.message = [&](const McapMessage& message, std::vector<std::uint8_t>& data) {
    if (message.channel.topic != kCycleInputTopic || message.sequence != cycle) return true;
    const std::size_t bit = random() % (8 * (data.size() - 4));  // behind the header
    data[4 + bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    std::printf("cycle %llu, bit %zu\n", static_cast<unsigned long long>(cycle), bit);
    return true;
  };
  change_log({argv[1]}, argv[2], changes);
}
