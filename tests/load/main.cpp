// The console under load: what tools/measure_console measures, and, with --brief, what the tests look at.
//   console_load stops|loop|cpu|soak|operation|endurance [--brief] [--stops N] [--blocks N] [--seconds S]
//   [--hours H]
//   [--runs N]
//                                    [--connections N]
// Ends with 0 when all is as it must be.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>
#include <thread>

#include "load/measures.h"

namespace freefloat::load {

void print_machine() {
  std::string load = "?";
  std::getline(std::ifstream("/proc/loadavg"), load, ' ');
  std::printf("  machine: %u cores, load of the last minute %s (this program's included)\n",
              std::thread::hardware_concurrency(), load.c_str());
}

namespace {

Extent brief_extent() {
  return {
      .brief = true, .stops = 10, .blocks = 1, .block_s = 1.0, .hours = 0.15, .runs = 8, .connections = 40};
}

bool read_option(const std::string& option, const char* value, Extent& extent) {
  if (option == "--stops") return (extent.stops = std::atoi(value)) > 0;
  if (option == "--blocks") return (extent.blocks = std::atoi(value)) > 0;
  if (option == "--seconds") return (extent.block_s = std::atof(value)) > 0.0;
  if (option == "--hours") return (extent.hours = std::atof(value)) > 0.0;
  if (option == "--runs") return (extent.runs = std::atoi(value)) > 1;
  if (option == "--connections") return (extent.connections = std::atoi(value)) >= 0;
  return false;
}

int run(const std::string& measure, const Extent& extent) {
  bool good = false;
  if (measure == "stops") {
    good = measure_stops(extent);
  } else if (measure == "loop") {
    good = measure_loop(extent);
  } else if (measure == "cpu") {
    good = measure_cpu(extent);
  } else if (measure == "soak") {
    good = measure_soak(extent);
  } else if (measure == "operation") {
    good = measure_operation(extent);
  } else if (measure == "endurance") {
    good = measure_endurance(extent);
  } else {
    std::fprintf(stderr, "console_load: stops, loop, cpu, soak, operation or endurance\n");
    return 2;
  }
  std::printf("  %s\n", good ? "ok" : extent.brief ? "FAILED" : "goal MISSED");
  return good ? 0 : 1;
}

}  // namespace
}  // namespace freefloat::load

int main(int argc, char** argv) {
  using namespace freefloat::load;
  Extent extent;
  const std::string measure = argc > 1 ? argv[1] : "";
  int at = 2;
  if (argc > 2 && std::string(argv[2]) == "--brief") {
    extent = brief_extent();
    if (measure == "operation") extent.runs = 4;
    if (measure == "endurance") extent.hours = 0.003;
    ++at;
  } else if (measure == "operation") {
    extent.hours = 24.0;
    extent.runs = 500;
  }
  for (; at + 1 < argc; at += 2) {
    if (!read_option(argv[at], argv[at + 1], extent)) {
      std::fprintf(stderr, "console_load: %s %s is no option\n", argv[at], argv[at + 1]);
      return 2;
    }
  }
  try {
    return run(measure, extent);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "console_load: %s\n", error.what());
    return 1;
  }
}
