#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/command_line/manual_page.h"
#include "support/run_program.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

CommandDescription demo() {
  OptionDescription help;
  help.names = {"--help"};
  help.description = "Help";
  OptionDescription file;
  file.names = {"FILE"};
  file.description = "it's [a] file";
  file.positional = file.required = true;
  OptionDescription kind;
  kind.names = {"-k", "--kind"};
  kind.description = "which";
  kind.default_text = "standing";
  kind.choices = {"standing", "moving"};
  kind.takes_value = true;
  const CommandDescription info{"info", "Tells what: all", ".demo log info a\\b", {file, kind}, {}};
  const CommandDescription log{"log", "Logs", "", {}, {info}};
  return {"demo", "Demo: shows", "", {help}, {log}};
}

TEST(ManualPage, ShowsEveryCommandWithItsOptions) {
  const std::string page = manual_page(demo(), "demo 1.2");
  EXPECT_THAT(page, HasSubstr(".SH NAME\ndemo \\- shows\n"));
  EXPECT_THAT(page, HasSubstr(".SS \"demo log info FILE [OPTIONS]\"\nTells what: all.\n"));
  EXPECT_THAT(
      page,
      HasSubstr("\\fB\\-k, \\-\\-kind\\fR \\fIVALUE\\fR\nwhich (one of: standing, moving) [standing]\n"));
}

TEST(ManualPage, KeepsLettersThatMeanSomethingToTroff) {
  EXPECT_THAT(manual_page(demo(), "demo 1.2"), HasSubstr("\n\\&.demo log info a\\eb\n"));
}

TEST(BashCompletion, KnowsCommandsOptionsAndChoices) {
  const std::string script = bash_completion(demo());
  EXPECT_THAT(script, HasSubstr("'') words='log --help'"));
  EXPECT_THAT(script, HasSubstr("'log') words='info'"));
  EXPECT_THAT(script, HasSubstr("'log info') words='-k --kind'"));
  EXPECT_THAT(script, HasSubstr("'log info --kind') words='standing moving'"));
}

TEST(ZshCompletion, KnowsCommandsOptionsAndChoices) {
  const std::string script = zsh_completion(demo());
  EXPECT_THAT(script, HasSubstr("_demo_log_info() {"));
  EXPECT_THAT(script, HasSubstr("'info:Tells what\\: all'"));
  EXPECT_THAT(script, HasSubstr("'*--kind[which]:value:(standing moving)'"));
  EXPECT_THAT(script, HasSubstr("'*:it'\\''s \\[a\\] file:_files'"));
}

/// `demo count FILE`, `demo count rare-ones FILE`
CommandDescription with_both() {
  OptionDescription file;
  file.names = {"FILE"};
  file.positional = file.required = true;
  OptionDescription fast;
  fast.names = {"--fast"};
  const CommandDescription rare{"rare-ones", "Counts what is rare", "", {file}, {}};
  const CommandDescription count{"count", "Counts", "", {file, fast}, {rare}};
  return {"demo", "Demo: shows", "", {}, {count}};
}

TEST(ManualPage, ShowsACommandBesideItsSubcommand) {
  const std::string page = manual_page(with_both(), "demo 1.2");
  EXPECT_THAT(page, HasSubstr(".SS \"demo count FILE [OPTIONS]\"\n"));
  EXPECT_THAT(page, HasSubstr(".SS \"demo count rare\\-ones FILE [OPTIONS]\"\n"));
}

TEST(BashCompletion, CompletesNamesWithAHyphen) {
  const std::string path = ::testing::TempDir() + "ff_completion_" + std::to_string(getpid());
  std::ofstream(path) << bash_completion(with_both())
                      << "COMP_WORDS=(demo count ra) COMP_CWORD=2\n_demo\necho \"${COMPREPLY[@]}\"\n";
  const ProgramOutcome outcome = run_command("bash " + path);
  std::filesystem::remove(path);
  EXPECT_EQ(outcome.text, "rare-ones\n");
}

TEST(ZshCompletion, OffersFilesBesideSubcommands) {
  const std::string script = zsh_completion(with_both());
  const std::size_t begin = script.find("_demo_count() {");
  ASSERT_NE(begin, std::string::npos);
  EXPECT_THAT(script.substr(begin), HasSubstr("_describe command commands\n      _files ;;"));
}

}  // namespace
}  // namespace freefloat
