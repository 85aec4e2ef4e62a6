#include <cstdio>

#include "load/measures.h"
#include "load/served_day.h"
#include "load/spread.h"
#include "load/visitors.h"

namespace freefloat::load {

namespace {

/// One of the two ways that are compared.
struct Way {
  const char* name;
  std::vector<double> wake_late_us{};
  std::vector<double> p99_of_blocks{};
  std::uint64_t overruns = 0;
};

void run_block(ServedDay& day, double seconds, Way& way) {
  // What came or left is over by then.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  day.take_punctuality();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  const Punctuality punctuality = day.take_punctuality();
  way.p99_of_blocks.push_back(spread_of(punctuality.wake_late_us).p99);
  way.overruns += punctuality.overruns;
  way.wake_late_us.insert(way.wake_late_us.end(), punctuality.wake_late_us.begin(),
                          punctuality.wake_late_us.end());
}

void print(const Way& way) {
  const Spread spread = spread_of(way.wake_late_us);
  std::printf("  %-18s   %6zu   %8llu   %9.1f   %8.1f   %8.1f\n", way.name, spread.count,
              static_cast<unsigned long long>(way.overruns), spread.median, spread.p99, spread.max);
}

}  // namespace

bool measure_loop(const Extent& extent) {
  ServedDay day;
  Way alone{.name = "no client"}, visited{.name = "eight bad clients"};
  int returns = 0;
  std::uint64_t bytes = 0;
  for (int block = 0; block < extent.blocks; ++block) {
    // Who is first changes, so that what slowly changes on the machine is nobody's advantage.
    for (const bool first : {true, false}) {
      if (first == (block % 2 == 0)) {
        run_block(day, extent.block_s, alone);
        continue;
      }
      const Visitors visitors = bad_visitors(day.port());
      run_block(day, extent.block_s, visited);
      for (const auto& visitor : visitors) {
        returns += visitor->returns();
        bytes += visitor->bytes();
      }
    }
    day.await([&] { return day.server().client_count() == 0; });
    if (!extent.brief) std::fprintf(stderr, "  %d of %d pairs\n", block + 1, extent.blocks);
  }
  std::vector<double> differences;
  for (std::size_t i = 0; i < alone.p99_of_blocks.size(); ++i)
    differences.push_back(visited.p99_of_blocks[i] - alone.p99_of_blocks[i]);
  std::printf(
      "The loop of 10 ms in %d pairs of blocks of %.0f s, without clients and with eight in turn: 3 read "
      "all\n"
      "(%.0f MB), 2 never read, 3 flood, send nonsense and come again (%d times)\n",
      extent.blocks, extent.block_s, 1e-6 * static_cast<double>(bytes), returns);
  print_machine();
  std::printf("                       cycles   overruns   wake us:  median        p99        max\n");
  print(alone);
  print(visited);
  std::printf("  p99 of a block with clients less that of its pair without: median %+.1f us; goal: none\n",
              spread_of(differences).median);
  const bool went_on = alone.wake_late_us.size() > 20 && visited.wake_late_us.size() > 20;
  return went_on && returns > 0 && bytes > 0 && (extent.brief || visited.overruns <= alone.overruns);
}

}  // namespace freefloat::load
