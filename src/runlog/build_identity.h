#pragma once

#include <string_view>

namespace freefloat {

/// What the running program was made from.
struct BuildIdentity {
  std::string_view version;  ///< of the last release, "1.2.3"
  std::string_view git_id;  ///< commit, `-dirty` when files differ from it; "unknown" outside a git work tree
  std::string_view
      build_hash;  ///< SHA-256 over all sources, compiler, flags and build type, 64 hexadecimal digits
};

BuildIdentity build_identity();

}  // namespace freefloat
