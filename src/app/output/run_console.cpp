#include <iostream>
#include <optional>
#include <thread>

#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/output/open_browser.h"
#include "app/output/run_page.h"
#include "app/output/serve_console.h"
#include "operate/run_desk.h"
#include "runlog/build_identity.h"

namespace freefloat {

namespace {

class RunConsole final : public RunPage {
 public:
  RunConsole(const ConsoleArguments& arguments, const std::string& log_dir, const RunConfig& config,
             RunSession& session, std::int64_t epoch_ns)
      : desk_(session, config, std::string(build_identity().version)), datagrams_(make_udp_json(arguments)) {
    session.add(desk_.listener());
    if (arguments.page_wanted) open_page(arguments, log_dir, config, session, epoch_ns);
    if (config.ros) {
      ros_ = make_ros(*config.ros, desk_, server_ ? &*server_ : nullptr);
      ros_->set_run(config, epoch_ns);
      session.add(ros_->listener());
    }
    if (datagrams_) {
      datagrams_->set_run(facts_of(config, session.controller().workspace(), epoch_ns));
      session.add(datagrams_->listener());
    }
  }

  void found(const DelayFinding& delay) override { desk_.found(delay); }

  void stay(const nlohmann::json& summary, const std::filesystem::path& folder) override {
    desk_.finish(summary, folder.empty() ? folder : folder / "run.mcap", say_error);
    if (!server_ || server_->client_count() == 0) return;
    std::cerr << "the page stays until it is closed; Ctrl-C ends it\n";
    const StopRequest stop;
    while (!stop && server_->client_count() > 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }

  void end() override {
    if (ros_) ros_->stop();
    if (server_) server_->stop();
  }

 private:
  void open_page(const ConsoleArguments& arguments, const std::string& log_dir, const RunConfig& config,
                 RunSession& session, std::int64_t epoch_ns) {
    server_.emplace(console_config(arguments, log_dir), desk_);
    server_->start();
    server_->set_run(facts_of(config, session.controller().workspace(), epoch_ns));
    session.add(server_->listener());
    std::cerr << "open  " << server_->address() << "\n";
    if (const std::string risk = server_->risk(); !risk.empty()) say_warning(risk);
    open_browser(server_->address());
  }

  RunDesk desk_;
  std::optional<console::ConsoleServer> server_;
  std::unique_ptr<ros::RosServer> ros_;
  std::unique_ptr<console::UdpJson> datagrams_;
};

}  // namespace

std::unique_ptr<RunPage> serve_run(const ConsoleArguments& arguments, const std::string& log_dir,
                                   const RunConfig& config, RunSession& session, std::int64_t epoch_ns) {
  return std::make_unique<RunConsole>(arguments, log_dir, config, session, epoch_ns);
}

}  // namespace freefloat
