#pragma once

#include "mcap/message.h"
#include "runlog/operator_command_record.h"

// What people asked of the program while it ran.

namespace freefloat {

void describe(auto& v, Is<CommandOrigin> auto& m) {
  v("who", m.who);
  v("address", m.from);  // `from` is a word of Python
}

void describe(auto& v, Is<OperatorCommandRecord> auto& m) {
  v("at_ns", m.at);
  v("what", m.what);
  v("origin", m.origin);
  v("accepted", m.accepted);
  v("words", m.words);
}

}  // namespace freefloat
