#pragma once

namespace freefloat::load {

/// How much is measured, and whether the result is judged by the goals: times of a busy machine are not.
struct Extent {
  bool brief = false;  ///< for tests: facts alone are judged, no times
  int stops = 1000;
  int blocks = 10;         ///< pairs of one without clients and one with them
  double block_s = 30.0;   ///< each
  double hours = 8.0;      ///< of simulated operation
  int runs = 200;          ///< in these
  int connections = 1000;  ///< in these
};

/// From the click on STOP to its bytes at the board's socket. @return Whether all is as it must be.
bool measure_stops(const Extent& extent);

/// Wake-up and overruns of the loop, without clients and with eight bad ones in turn.
bool measure_loop(const Extent& extent);

/// Processor time of the console, without clients, with the page, and with eight that read everything.
bool measure_cpu(const Extent& extent);

/// Memory, descriptors and threads over hours of simulated operation with runs and connections.
bool measure_soak(const Extent& extent);

/// The same over hours of operation in which something fails: `runs` times, each time a run without follows.
bool measure_operation(const Extent& extent);

/// The same in real time with all threads, overruns counted.
bool measure_endurance(const Extent& extent);

/// One line: what else the machine was doing.
void print_machine();

}  // namespace freefloat::load
