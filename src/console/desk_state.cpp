#include "console/desk_state.h"

#include "console/foxglove_messages.h"

namespace freefloat::console {

bool DeskState::refresh(const Desk& desk, const Lease& lease) {
  const auto [version, text] = desk.state();
  if (known_ && version == desk_version_ && lease.version() == lease_version_) return false;
  known_ = true;
  desk_version_ = version;
  lease_version_ = lease.version();
  nlohmann::json state = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json::object();
  if (!state.is_object()) state = nlohmann::json::object();
  nlohmann::json& who = state["operator"] = nlohmann::json::object();
  who["name"] = lease.holder() ? lease.holder()->name : "";
  who["address"] = lease.holder() ? lease.holder()->address : "";
  who["wanted_by"] = lease.wanted_by();
  for (const bool commands : {false, true}) {
    who["you"] = commands;
    texts_[commands ? 1 : 0] = std::make_shared<const std::string>(json_text(state));
  }
  nlohmann::json settings = state.value("settings", nlohmann::json());
  if (settings != settings_) ++settings_version_;
  settings_ = std::move(settings);
  return true;
}

}  // namespace freefloat::console
