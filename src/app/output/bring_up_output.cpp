#include "app/output/bring_up_output.h"

#include <nlohmann/json.hpp>

#include "app/command_line/shell_words.h"

namespace freefloat {

nlohmann::ordered_json bring_up_answer(const BringUp& list, const LabFolder& folder) {
  nlohmann::ordered_json json = bring_up_json(list, folder);
  if (const Step* next = list.next(); next != nullptr && !next->command.empty())
    json["command"] = join_for_shell(next->command);
  return json;
}

}  // namespace freefloat
