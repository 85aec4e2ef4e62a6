#include "app/commands/commands.h"
#include "campaign/arm_program.h"
#include "campaign/load_campaign.h"

namespace freefloat {

namespace {

struct RowsArguments {
  std::string file;
  std::string arm;
};

bool serve(const RowsArguments& arguments) {
  const Campaign campaign = load_campaign(arguments.file);
  serve_rows(campaign, find_arm(campaign, arguments.arm));
  return true;
}

}  // namespace

void add_rows_command(Command& campaign) {
  auto [command, arguments] = campaign.add_subcommand(
      "rows", "Compute an arm's rows for another build of this program, whose campaign names this one",
      serve);
  command.footer(
      "Example: echo 17 | freefloat campaign rows configs/campaigns/uncertain_table.yaml printed\n"
      "What `program:` of a campaign's arm asks for: a line that says what this program is, then for each\n"
      "sample's number on a line of standard input a line with its row.");
  command.add_file("FILE.yaml", arguments.file, "campaign");
  command.add_option("ARM", arguments.arm, "name of the arm").required();
}

}  // namespace freefloat
