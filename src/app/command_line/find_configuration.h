#pragma once

#include <filesystem>
#include <string>

namespace freefloat {

/// @return Where this program's installed data is: share/freefloat beside the program's folder bin; it need
/// not be there.
std::filesystem::path installed_data();

/// Where a configuration file is that somebody named: in the current folder or, when it is not there, among
/// those installed with the program.
/// @param name Its path, such as "configs/experiments/standing_target.yaml".
/// @param data Where the installed ones are, in its folder configs.
/// @return The path of the installed one; `name` itself where it exists, is absolute, or is nowhere.
std::string find_configuration(const std::string& name, const std::filesystem::path& data = installed_data());

}  // namespace freefloat
