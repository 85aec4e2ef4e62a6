#include "app/command_line/messages.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "app/command_line/printable_output.h"

namespace freefloat {

namespace {

spdlog::logger& logger() {
  static const std::shared_ptr<spdlog::logger> logger = [] {
    auto made = spdlog::stderr_color_mt("freefloat");
    // On a terminal a line of progress may stand where the message comes.
    made->set_pattern(isatty(STDERR_FILENO) != 0 ? "\033[K%^%l%$: %v" : "%^%l%$: %v");
    return made;
  }();
  return *logger;
}

}  // namespace

void say_error(std::string_view text) {
  logger().error("{}", printable(text));
}

void say_warning(std::string_view text) {
  logger().warn("{}", printable(text));
}

void say_info(std::string_view text) {
  logger().info("{}", printable(text));
}

}  // namespace freefloat
