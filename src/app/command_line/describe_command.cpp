#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/command_line/command_line.h"

namespace freefloat {

namespace {

std::vector<std::string> choices_of(const CLI::Option& option) {
  // The validators keep their description only: "TEXT:{cpp,c}".
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find('{');
  if (begin == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, type.find('}') - begin - 1), ',');
}

OptionDescription describe_option(const CLI::Option& option) {
  OptionDescription description;
  if (option.get_positional()) {
    description.names.push_back(option.get_name(true));
  } else {
    for (const std::string& name : option.get_snames()) description.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) description.names.push_back("--" + name);
  }
  description.description = option.get_description();
  description.default_text = option.get_default_str();
  description.choices = choices_of(option);
  description.positional = option.get_positional();
  description.required = option.get_required();
  description.takes_value = option.get_items_expected_max() > 0;
  return description;
}

}  // namespace

bool CommandDescription::works_alone() const {
  return subcommands.empty() ||
         std::any_of(options.begin(), options.end(),
                     [](const OptionDescription& option) { return option.positional; });
}

CommandDescription describe_command(const CLI::App& app) {
  CommandDescription description{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options()) description.options.push_back(describe_option(*option));
  for (const CLI::App* command : app.get_subcommands({})) {
    CommandDescription inner = describe_command(*command);
    if (!command->get_name().empty()) {
      description.subcommands.push_back(std::move(inner));
    } else {  // a group of options
      description.options.insert(description.options.end(), inner.options.begin(), inner.options.end());
    }
  }
  return description;
}

}  // namespace freefloat
