// `freefloat campaign` as people use it, also wrongly.
#include "integration/campaign/campaign_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace freefloat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(CampaignCommand, RunsNothingWithALawThatCannotBeStarted) {
  ProgramOutcome outcome = freefloat("campaign " + kStanding + " --runs 2 --set control.law=none.so");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text,
              AllOf(HasSubstr("none.so' does not exist; give the path"), Not(HasSubstr("captured"))));
  write("broken.py", "def law(question) return [0, 0]\n");
  outcome =
      freefloat("campaign " +
                campaign_file("arms:\n  - {name: ours}\n  - {name: own, set: {control.law: broken.py}}\n"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, AllOf(HasSubstr("broken.py: "), Not(HasSubstr("captured"))));
  EXPECT_FALSE(std::filesystem::exists(path("runs")));
}

TEST_F(CampaignCommand, NamesAFolderThatCannotBeMade) {
  const std::string below_a_file = campaign_file() + "/runs";
  for (const std::string& option :
       {"--log-dir " + below_a_file, "--print-commands --folder " + below_a_file}) {
    const ProgramOutcome outcome = freefloat("campaign " + campaign_file() + " " + option);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.text, AllOf(HasSubstr(below_a_file),
                                    HasSubstr("this folder cannot be made (Not a directory); name one")));
  }
}

TEST_F(CampaignCommand, SaysWhichPartsThereAre) {
  ASSERT_EQ(
      freefloat("campaign " + campaign_file() + " --print-commands --folder shared --parts 2").exit_code, 0);
  for (const char* number : {"x", "0", "-1", "1.5"}) {
    const ProgramOutcome outcome = freefloat(std::string("campaign part shared ") + number);
    EXPECT_EQ(outcome.exit_code, 2) << number;
    EXPECT_THAT(outcome.text, HasSubstr(std::string("N: ") + number + " is no ")) << number;
  }
  const ProgramOutcome outcome = freefloat("campaign part shared 9");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, AllOf(HasSubstr("part 9: "), HasSubstr("shared has the parts 1 to 2")));
}

TEST_F(CampaignCommand, FindsNoFailureOfAnExperimentThatDrawsNothing) {
  const ProgramOutcome outcome = freefloat("campaign find-failure " + kStanding);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, AllOf(HasSubstr("is an experiment, which does not say what is drawn"),
                                  HasSubstr("freefloat campaign "), Not(HasSubstr("unknown key"))));
}

TEST_F(CampaignCommand, SaysWhatThereIsBesideSlurm) {
  const ProgramOutcome outcome =
      freefloat("campaign " + campaign_file() + " --slurm --folder shared", "PATH=" + path("empty"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text,
              AllOf(HasSubstr("scontrol: is not installed here"), HasSubstr("--print-commands")));
  EXPECT_FALSE(std::filesystem::exists(path("shared"))) << "nothing was begun";
}

/// The law tells its parent, which is the worker that runs it.
TEST_F(CampaignCommand, MergesByAsManyWorkersAsAPart) {
  write("law.py", "import os\ndef law(question):\n    if question.begins:\n        with open('" +
                      path("workers") + "', 'a') as f: f.write(f'{os.getppid()}\\n')\n    return [0, 0]\n");
  write("campaign.yaml",
        "name: short\nexperiment: " + kStanding +
            "\nsettings: {simulation.imaging.render: false, \"phases[3].timeout_s\": 1, control.law: "
            "law.py}\nsamples: 6\ndraw_scene: true\n");
  ASSERT_EQ(freefloat("campaign campaign.yaml --print-commands --folder shared --parts 1 --jobs 2").exit_code,
            0);
  ASSERT_EQ(freefloat("campaign part shared 1").exit_code, 0);
  const auto workers_of = [&](const std::string& arguments) {
    std::filesystem::remove(path("workers"));
    EXPECT_EQ(freefloat(arguments).exit_code, 0);
    std::ifstream told(path("workers"));
    std::set<std::string> workers;
    for (std::string line; std::getline(told, line);) workers.insert(line);
    return workers.size();
  };
  EXPECT_EQ(workers_of("campaign merge shared"), 2u);
  EXPECT_EQ(workers_of("campaign merge shared --jobs 1 --results again.sqlite"), 1u);
}

}  // namespace
}  // namespace freefloat
