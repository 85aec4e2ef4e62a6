#pragma once

#include <spdlog/spdlog.h>

#include <exception>

namespace freefloat {

/// Does a subcommand's work; what it throws becomes a message.
/// @param work Returns whether all went well.
/// @param exit_code 0 when it did, 1 otherwise.
template <class Work>
void run_subcommand(int& exit_code, Work&& work) {
  try {
    exit_code = work() ? 0 : 1;
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
    exit_code = 1;
  }
}

}  // namespace freefloat
