#include "bring_up/table_check.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "config/fields/loader.h"
#include "wire/crc32c.h"

namespace freefloat {

namespace {

std::uint32_t add_file(std::uint32_t check, const std::string& path) {
  const std::string text = read_config_file(path).value_or("");
  return ff_crc32c(check, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

std::string table_check_text(const TableCheck& check) {
  const nlohmann::ordered_json json{
      {"agrees", check.agrees}, {"words", check.words}, {"fingerprint", check.fingerprint}};
  return json.dump(2) + "\n";
}

std::optional<TableCheck> read_table_check(const std::string& path) {
  const auto text = read_config_file(path);
  if (!text) return std::nullopt;
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  TableCheck check;
  try {
    check = {json.at("agrees").get<bool>(), json.at("words").get<std::string>(),
             json.at("fingerprint").get<std::string>()};
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
  return check;
}

std::string fingerprint_of_files(const std::string& camera, const std::string& robot) {
  std::uint32_t check = add_file(add_file(0, camera), robot);
  Loader loader;
  const std::string lens = path_behind(loader.open(camera, nullptr), "calibration");
  if (!lens.empty()) check = add_file(check, lens);
  return fmt::format("{:08x}", check);
}

}  // namespace freefloat
