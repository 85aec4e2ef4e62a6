#include "app/output/serve_console.h"

#include "app/command_line/find_configuration.h"
#include "app/command_line/messages.h"

namespace freefloat {

namespace {

/// The page's files: installed, or where this was built.
std::string find_page() {
  for (const std::filesystem::path& folder :
       {installed_data() / "console", installed_data() / "../../../../src/console/page",
        std::filesystem::path("src/console/page")}) {
    std::error_code trouble;
    // Without the dots first: a program that is not installed has no share/freefloat to go up from.
    const std::filesystem::path page = folder.lexically_normal();
    if (std::filesystem::exists(page / "index.html", trouble)) return page.string();
  }
  return "";
}

}  // namespace

std::unique_ptr<console::UdpJson> make_udp_json(const ConsoleArguments& arguments) {
  return arguments.udp_json.empty() ? nullptr : std::make_unique<console::UdpJson>(arguments.udp_json);
}

std::unique_ptr<ros::RosServer> make_ros(const RosConfig& config, console::Desk& desk,
                                         console::ConsoleServer* page) {
  auto made = std::make_unique<ros::RosServer>(
      config, desk, [page] { return page != nullptr ? page->commander() : std::string(); });
  say_info(made->describe());
  return made;
}

console::ConsoleConfig console_config(const ConsoleArguments& arguments, const std::filesystem::path& runs) {
  console::ConsoleConfig config;
  config.listen = arguments.listen;
  config.port = arguments.port;
  config.token = arguments.token;
  config.certificate = arguments.certificate;
  config.key = arguments.key;
  config.allowed_hosts = arguments.hosts;
  config.page_folder = arguments.page.empty() ? find_page() : arguments.page;
  config.runs_folder = runs;
  return config;
}

console::RunFacts facts_of(const RunConfig& config, const HandWorkspace& workspace, std::int64_t epoch_ns) {
  console::RunFacts facts;
  facts.epoch_ns = epoch_ns;
  facts.robot = config.controller.robot;
  facts.targets = target_facts(config);
  facts.table = config.controller.table;
  facts.workspace = {workspace.inner, workspace.outer};
  return facts;
}

console::RunFacts facts_of(const LiveTestbed& testbed) {
  return facts_of(testbed.config(), testbed.controller().workspace(), testbed.epoch_ns());
}

}  // namespace freefloat
