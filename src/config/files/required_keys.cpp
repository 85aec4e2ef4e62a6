#include "config/files/required_keys.h"

#include <charconv>

namespace freefloat {

void check_address(const ConfigNode& node, const char* key, Problems& problems) {
  const ConfigNode* given = node.find(key);
  if (given == nullptr) return;
  const std::string& text = given->text;
  const std::size_t colon = text.rfind(':');
  const std::size_t digits = colon == std::string::npos ? 0 : colon + 1;
  int port = 0;
  const char* end = text.data() + text.size();
  const bool number = colon != 0 && std::from_chars(text.data() + digits, end, port) ==
                                        std::from_chars_result{end, std::errc{}};
  if (!number || port < 1 || port > 65535) {
    problems.add_at(
        *given, "is not an address",
        "HOST:PORT with a port of 1 to 65535, e.g. 192.168.4.1:7001; or PORT alone, on this computer");
  }
}

}  // namespace freefloat
