#pragma once

#include <string_view>

#include "console/desk.h"
#include "runtime/operator_desk.h"

namespace freefloat {

/// @return What puts into the log, by way of the loop, that something was decided already.
/// @param what Name of the service. @param accepted It was done. @param words Why not, or what was done.
/// @param caller Who asked.
inline Wish decided_wish(std::string_view what, bool accepted, std::string_view words,
                         const console::Caller& caller) noexcept {
  Wish wish;
  wish.kind = WishKind::kTell;
  wish.what.assign(what);
  wish.origin = {std::string_view(caller.name), std::string_view(caller.address)};
  wish.accepted = accepted;
  wish.words.assign(words);
  return wish;
}

}  // namespace freefloat
