#pragma once

#include "config/fields/simple_value.h"

namespace freefloat {

/// A problem where a key that this choice needs is not given.
inline void require(bool given, const ConfigNode& node, const char* key, const char* wanted,
                    Problems& problems) {
  if (!given) problems.add_missing(node, key, wanted);
}

/// A problem where a key is given that means nothing with this choice.
inline void refuse(const ConfigNode& node, const char* key, const char* why, Problems& problems) {
  if (const ConfigNode* given = node.find(key)) problems.add_at(*given, why, {}, "remove it");
}

/// A problem where a key is given that is no HOST:PORT, and no PORT.
void check_address(const ConfigNode& node, const char* key, Problems& problems);

}  // namespace freefloat
