#include <cstdio>

#include "load/measures.h"
#include "load/process_state.h"
#include "load/served_day.h"
#include "load/visitors.h"

namespace freefloat::load {

namespace {

constexpr double kGoalPercent = 10.0;

/// Processor time, per cent of one core.
struct Cost {
  double server = 0.0;    ///< the console's thread
  double pictures = 0.0;  ///< the one that makes JPEG pictures
  double program = 0.0;   ///< all other threads of the program; those of the records encode what is sent
};

Cost cost_of(double seconds) {
  const auto before = thread_seconds();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  Cost cost;
  for (const auto& [name, after] : thread_seconds()) {
    const auto found = before.find(name);
    const double percent = 100.0 * (after - (found == before.end() ? 0.0 : found->second)) / seconds;
    if (name == "console") {
      cost.server += percent;
    } else if (name == "console-picture") {
      cost.pictures += percent;
    } else if (name != "visitor" && name != "robot" && name != "camera") {
      cost.program += percent;
    }
  }
  return cost;
}

}  // namespace

bool measure_cpu(const Extent& extent) {
  ServedDay day;
  struct Row {
    const char* name;
    std::vector<std::vector<std::uint32_t>> clients;
    Cost cost{};
  };
  std::vector<Row> rows{{"no client", {}},
                        {"the page", {channels_of_page(false)}},
                        {"the page, camera view", {channels_of_page(true)}},
                        {"eight, all channels", {8, every_channel()}}};
  for (Row& row : rows) {
    Visitors visitors;
    for (const auto& channels : row.clients)
      visitors.push_back(std::make_unique<Visitor>(day.port(), Habit::kReads, channels));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    row.cost = cost_of(extent.block_s);
    visitors.clear();
    day.await([&] { return day.server().client_count() == 0; });
  }
  std::printf(
      "Processor time over %.0f s, per cent of a core; loop 100 Hz, pictures of 1280x1024 at 10 Hz. The page "
      "is\n"
      "a client that subscribes to what the page does, and reads it\n",
      extent.block_s);
  print_machine();
  std::printf("  clients                  console   pictures   encoding   together\n");
  const double bare = rows.front().cost.program;
  bool all_well = true;
  for (const Row& row : rows) {
    // What the program needs more than without clients is spent on encoding for them.
    const double encoding = row.cost.program - bare;
    const double together = row.cost.server + row.cost.pictures + encoding;
    std::printf("  %-21s   %8.2f   %8.2f   %8.2f   %8.2f\n", row.name, row.cost.server, row.cost.pictures,
                encoding, together);
    if (row.clients.empty()) all_well = all_well && row.cost.server < 0.05 && row.cost.pictures < 0.05;
    if (row.clients.size() == 1) all_well = all_well && together <= kGoalPercent;
  }
  std::printf("  goal: nothing without clients, at most %.0f with one page\n", kGoalPercent);
  const Cost& idle = rows.front().cost;
  const Cost& busy = rows.back().cost;
  return extent.brief ? idle.server < busy.server && idle.pictures == 0.0 : all_well;
}

}  // namespace freefloat::load
