#include "app/command_line/shell_words.h"

#include <gtest/gtest.h>

#include "support/run_program.h"

namespace freefloat {
namespace {

TEST(ShellWords, PlainWordsAreNotQuoted) {
  EXPECT_EQ(join_for_shell({"freefloat", "run", "a/b.yaml", "--set", "loop.period_ms=25"}),
            "freefloat run a/b.yaml --set loop.period_ms=25");
}

TEST(ShellWords, AShellTakesThemApartAgain) {
  const std::vector<std::string> words{"",     "two words", "faults=[{fault: glare, begin_s: 2}]",
                                       "it's", "$HOME`ls`", "a\"b\\c*?",
                                       "#no",  "~",         "--set"};
  std::string expected;
  for (const std::string& word : words) expected += "<" + word + ">";
  EXPECT_EQ(run_command("printf '<%s>' " + join_for_shell(words)).text, expected);
}

}  // namespace
}  // namespace freefloat
