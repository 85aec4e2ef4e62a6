// Arms of two builds. The other build is this one, behind a script that says that it is another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "integration/campaign/campaign_command.h"

namespace freefloat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class ArmPrograms : public CampaignCommand {
 protected:
  /// @param change Python, of `hello`, what it says first, and of `line`, an answer. @return Its path.
  std::string other_build(const std::string& change_hello = "pass",
                          const std::string& change_line = "pass") const {
    const std::string program = write("other",
                                      "#!/usr/bin/env python3\nimport json, os, signal, subprocess, sys\n"
                                      "p = subprocess.Popen(['" FF_PROGRAM
                                      "'] + sys.argv[1:], stdout=subprocess.PIPE, text=True)\n"
                                      "hello = json.loads(p.stdout.readline() or sys.exit(1))\n"
                                      "hello.update(build='feed', version='9.9.9 (other)')\n" +
                                          change_hello +
                                          "\nprint(json.dumps(hello), flush=True)\n"
                                          "for line in p.stdout:\n    " +
                                          change_line + "\n    print(line, end='', flush=True)\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    return program;
  }

  ProgramOutcome compare(const std::string& program, const std::string& more = {}) const {
    campaign_file("arms:\n  - {name: ours}\n  - {name: theirs, program: " + program + more + "}\n");
    return freefloat("campaign campaign.yaml --jobs 2 --results rows.sqlite --csv rows.csv");
  }

  /// @return Of one arm, without its name.
  std::vector<std::string> rows_of(const std::string& arm) const {
    std::vector<std::string> rows;
    std::ifstream file(path("rows.csv"));
    const std::string name = ",\"" + arm + "\",";
    for (std::string line; std::getline(file, line);) {
      const std::size_t at = line.find(name);
      if (at != std::string::npos) rows.push_back(line.replace(at, name.size(), ","));
    }
    return rows;
  }

  std::string page() const {
    std::ostringstream text;
    text << std::ifstream(path("rows.html")).rdbuf();
    return text.str();
  }
};

TEST_F(ArmPrograms, ComputeTheirRowsOnTheSameSamples) {
  const ProgramOutcome outcome = compare(other_build());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(rows_of("ours"), SizeIs(6));
  EXPECT_EQ(rows_of("theirs"), rows_of("ours"));
  EXPECT_THAT(page(), AllOf(HasSubstr("theirs, freefloat 9.9.9 (other)"),
                            HasSubstr("other&#39; campaign campaign.yaml --sample")));
  const ProgramOutcome again = freefloat("campaign campaign.yaml --sample 1 --arm theirs");
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.text, HasSubstr("run this sample by " + path("other")));
}

TEST_F(ArmPrograms, KeepTheirLogs) {
  const std::string program = other_build();
  campaign_file("logs: failures\narms:\n  - {name: theirs, program: other}\n");
  EXPECT_EQ(freefloat("campaign campaign.yaml --results rows.sqlite").exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(path("rows/sample5.mcap")));
}

TEST_F(ArmPrograms, ThatAreNoneAreRefusedBeforeAnythingRuns) {
  const auto refused = [&](const std::string& program, const std::string& more, const std::string& why) {
    const ProgramOutcome outcome = compare(program, more);
    EXPECT_EQ(outcome.exit_code, 1) << why;
    EXPECT_THAT(outcome.text, AllOf(HasSubstr(why), Not(HasSubstr("captured"))));
    EXPECT_FALSE(std::filesystem::exists(path("rows.sqlite")));
  };
  refused("nowhere", "", "campaign.yaml:8: arms[1].program: `nowhere`: is no program that can be run");
  refused(write("text", "no program"), "", "is no program that can be run");
  refused("/bin/true", "", "arm theirs: program /bin/true did not say what it is");
  refused("/bin/echo", "", "arm theirs: program /bin/echo is no freefloat that computes rows");
  refused(other_build("hello['numbers'].append('more')"), "",
          "other (9.9.9 (other)) has other columns in its rows than this program");
  refused(other_build(), ", set: {guidance.methode: predictive}", "guidance.methode");
}

TEST_F(ArmPrograms, ThatChangedAreNotGoneOnWith) {
  ASSERT_EQ(compare(other_build()).exit_code, 0);
  other_build("hello.update(build='beef')");
  const ProgramOutcome outcome = freefloat("campaign campaign.yaml --resume --results rows.sqlite");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("was begun by another build of this program, or of an arm's"));
}

TEST_F(ArmPrograms, ThatCrashLoseOneSample) {
  const std::string once = path("once");
  compare(other_build("pass", "if not os.path.exists('" + once + "'): open('" + once +
                                  "', 'w'); os.kill(os.getpid(), signal.SIGSEGV)"));
  const std::vector<std::string> rows = rows_of("theirs");
  ASSERT_THAT(rows, SizeIs(6));
  int crashed = 0;
  for (const std::string& row : rows) crashed += row.find("crashed,\"signal 11") != std::string::npos ? 1 : 0;
  EXPECT_EQ(crashed, 1);
}

/// Whether the next question comes before or after the end, is left to chance.
TEST_F(ArmPrograms, ThatEndAfterAnAnswerDoNotTakeTheWorkerAlong) {
  compare(
      other_build("pass", "print(line, end='', flush=True); os.kill(p.pid, signal.SIGKILL); os._exit(0)"));
  EXPECT_THAT(rows_of("theirs"), SizeIs(6));
  for (const std::string& row : rows_of("theirs"))
    EXPECT_THAT(row, Not(HasSubstr("signal 13"))) << "of a pipe";
}

TEST_F(ArmPrograms, ThatDrawOtherWorldsAreNotCompared) {
  compare(other_build("pass", "line = '1' + line"));
  for (const std::string& row : rows_of("theirs"))
    EXPECT_THAT(row, AllOf(HasSubstr("invalid"), HasSubstr("draws another world from the same files")));
}

TEST_F(ArmPrograms, ThatAreThisBuildAreThisProgram) {
  EXPECT_EQ(compare(FF_PROGRAM).exit_code, 0);
  EXPECT_EQ(rows_of("theirs"), rows_of("ours"));
  EXPECT_THAT(page(), Not(HasSubstr("theirs, freefloat")));
}

}  // namespace
}  // namespace freefloat
