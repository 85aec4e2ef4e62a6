#include "law/law_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr LawProcess::Patience kLockstep{.lockstep = true, .silence = std::chrono::milliseconds(1000)};

/// Python files for the length of a test.
class OwnLaw : public testing::Test {
 protected:
  OwnLaw() : folder_(testing::TempDir() + "/own_law_" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~OwnLaw() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& text) const {
    const std::string path = folder_ + "/law.py";
    std::ofstream(path) << text;
    return path;
  }
  /// @return What is told of a law that cannot be started.
  static std::string refusal(const std::string& file) {
    try {
      const LawProcess law(file, kLockstep);
    } catch (const LawError& error) {
      return error.what();
    }
    return "it was started";
  }
  /// One cycle's answer to a question.
  static LawAnswer ask(LawProcess& law, std::uint32_t task = 1) {
    law.ask(question(), task);
    return law.take();
  }
  static ff_law_question question() {
    ff_law_question asked{};
    asked.version = FF_LAW_VERSION;
    asked.joint_count = 2;
    asked.time_s = 1.5;
    asked.joints_rad[1] = 0.75;
    asked.target_m[1] = -0.125;
    asked.jacobian_m[0][0] = asked.jacobian_m[1][1] = 0.5;
    asked.hand_by_momentum[1] = 3.5;
    return asked;
  }

  std::string folder_;
};

TEST_F(OwnLaw, InPythonIsAskedByName) {
  LawProcess law(write("def law(q):\n"
                       "    assert q.joint_count == 2 and q.begins and not q.moving and q.time_s == 1.5\n"
                       "    assert q.jacobian_m == [[0.5, 0], [0, 0.5]] and q.hand_by_momentum == [0, 3.5]\n"
                       "    return [q.joints_rad[1], q.target_m[1]]\n"),
                 kLockstep);
  const LawAnswer answer = ask(law);
  ASSERT_EQ(answer.state, LawState::kAnswered) << law.describe();
  EXPECT_EQ(answer.rates, (JointVector{{0.75, -0.125}}));
}

TEST_F(OwnLaw, InCppIsAskedByTheSameStruct) {
  LawProcess law(std::string(FF_LAWS) + "/straight.so", kLockstep);
  // J = 0.5 m, target 0.125 m below the hand, 2 / s, at most 0.1 m/s.
  ff_law_question asked = question();
  asked.hand_by_momentum[1] = 0.0;
  law.ask(asked, 1);
  const LawAnswer answer = law.take();
  ASSERT_EQ(answer.state, LawState::kAnswered) << law.describe();
  EXPECT_NEAR(answer.rates[0], 0.0, 1e-12);
  EXPECT_NEAR(answer.rates[1], -0.2, 1e-12);
}

TEST_F(OwnLaw, IsToldWhereACaptureBegins) {
  LawProcess law(write("def law(q):\n    return [1.0 if q.begins else 0.5, 0]\n"), kLockstep);
  EXPECT_EQ(ask(law, 1).rates[0], 1.0);
  EXPECT_EQ(ask(law, 1).rates[0], 0.5);
  EXPECT_EQ(ask(law, 2).rates[0], 1.0);
  law.ask(std::nullopt, 2);
  EXPECT_EQ(law.take().state, LawState::kWaiting);
  EXPECT_EQ(ask(law, 2).rates[0], 1.0);
}

TEST_F(OwnLaw, ThatThrowsRefusesAndIsTriedAgainInTheNextCapture) {
  LawProcess law(write("def law(q):\n    if q.begins: raise ValueError('no way')\n    return [1, 2]\n"),
                 kLockstep);
  EXPECT_EQ(ask(law).state, LawState::kRefused);
  EXPECT_THAT(law.describe(), HasSubstr("law.py: ValueError: no way (line 2 of law.py)"));
  EXPECT_EQ(ask(law).state, LawState::kRefused);
  law.ask(std::nullopt, 1);
  EXPECT_EQ(law.take().state, LawState::kWaiting);
  EXPECT_EQ(ask(law).state, LawState::kRefused);
}

TEST_F(OwnLaw, ThatRefusedOnceAnswersInTheNextCapture) {
  LawProcess law(write("asked = []\n"
                       "def law(q):\n"
                       "    asked.append(q)\n"
                       "    if len(asked) == 1: raise ValueError('not yet')\n"
                       "    return [1, 2]\n"),
                 kLockstep);
  EXPECT_EQ(ask(law).state, LawState::kRefused);
  law.ask(std::nullopt, 1);
  EXPECT_EQ(law.take().state, LawState::kWaiting);
  EXPECT_EQ(ask(law, 2).state, LawState::kAnswered) << law.describe();
}

TEST_F(OwnLaw, ThatEndsBetweenTwoQuestionsIsTold) {
  LawProcess law(write("import os, threading\n"
                       "def law(q):\n"
                       "    threading.Timer(0.05, os._exit, [3]).start()\n"
                       "    return [1, 2]\n"),
                 kLockstep);
  ASSERT_EQ(ask(law).state, LawState::kAnswered) << law.describe();
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT), 0);  // left for its owner to collect
  EXPECT_EQ(ask(law).state, LawState::kEnded);
  EXPECT_THAT(law.describe(), HasSubstr("law.py: its process ended with exit code 3"));
}

TEST_F(OwnLaw, WithTheWrongNumberOfRatesRefuses) {
  LawProcess law(write("def law(q):\n    return [1, 2, 3]\n"), kLockstep);
  EXPECT_EQ(ask(law).state, LawState::kRefused);
  EXPECT_THAT(law.describe(), HasSubstr("returned 3 rates for 2 joints"));
}

TEST_F(OwnLaw, ThatTellsNoNumberIsNamed) {
  LawProcess law(write("def law(q):\n    return [0, float('nan')]\n"), kLockstep);
  EXPECT_TRUE(std::isnan(ask(law).rates[1]));
  EXPECT_THAT(law.describe(), HasSubstr("told nan rad/s for joint 2"));
}

TEST_F(OwnLaw, ThatNeverReturnsIsGivenUp) {
  LawProcess law(write("def law(q):\n    while True: pass\n"), kLockstep);
  EXPECT_EQ(ask(law).state, LawState::kSilent);
  EXPECT_THAT(law.describe(), HasSubstr("has not answered for 1 s"));
  EXPECT_EQ(ask(law, 2).state, LawState::kSilent);
}

TEST_F(OwnLaw, ThatIsLateIsFollowedAsBefore) {
  LawProcess law(write("import time\n"
                       "def law(q):\n    if not q.begins: time.sleep(3600)\n    return [1, 2]\n"),
                 {.late_cycles = 1'000'000'000});
  LawAnswer answer = ask(law);
  EXPECT_EQ(answer.rates.size(), answer.state == LawState::kLate ? 0 : 2);  // none before
  while (answer.state == LawState::kLate) answer = law.take();
  ASSERT_EQ(answer.state, LawState::kAnswered);
  answer = ask(law);
  EXPECT_EQ(answer.state, LawState::kLate);
  EXPECT_EQ(answer.rates, (JointVector{{1.0, 2.0}}));
}

TEST_F(OwnLaw, ThatIsLateForThreeCyclesIsGivenUp) {
  LawProcess law(write("import time\ndef law(q): time.sleep(3600)\n"), {});
  EXPECT_EQ(ask(law).state, LawState::kLate);
  EXPECT_EQ(ask(law).state, LawState::kLate);
  EXPECT_EQ(ask(law).state, LawState::kSilent);
  EXPECT_THAT(law.describe(), HasSubstr("has not answered for 3 cycles"));
}

TEST_F(OwnLaw, ThatCrashesIsToldWithItsSignal) {
  LawProcess law(std::string(FF_LAWS) + "/crashing.so", kLockstep);
  EXPECT_EQ(ask(law).rates, (JointVector{{0.25, 0.0}}));
  EXPECT_EQ(ask(law).state, LawState::kEnded);
  EXPECT_THAT(law.describe(), HasSubstr("crashing.so: its process was ended by signal 6"));
  EXPECT_THAT(law.describe_cost(), HasSubstr("answered 1 times"));
}

TEST_F(OwnLaw, IsToldInHowManyAnswersItAllocated) {
  LawProcess allocating(std::string(FF_LAWS) + "/allocating.so", kLockstep);
  EXPECT_EQ(ask(allocating).rates[0], 0.75);
  for (int i = 0; i < 3; ++i) ask(allocating);
  EXPECT_THAT(allocating.describe_cost(), HasSubstr("it allocated memory in 1 of 4 answers"));
  LawProcess straight(std::string(FF_LAWS) + "/straight.so", kLockstep);
  for (int i = 0; i < 3; ++i) ask(straight);
  EXPECT_THAT(straight.describe_cost(), HasSubstr("it allocated memory in 0 of 3 answers"));
  LawProcess python(write("def law(q): return [0, 0]\n"), kLockstep);
  ask(python);
  EXPECT_THAT(python.describe_cost(), Not(HasSubstr("memory")));
}

TEST_F(OwnLaw, ThatIsLostIsStartedAnew) {
  const std::string stubborn = "def law(q):\n    while True: pass\n";
  LawProcess law(write(stubborn), kLockstep);
  EXPECT_FALSE(law.is_lost());
  EXPECT_EQ(ask(law).state, LawState::kSilent);
  EXPECT_TRUE(law.is_lost());
  write("def low(q): return [1, 2]\n");
  EXPECT_THROW(law.restart(), LawError);
  EXPECT_TRUE(law.is_lost());
  EXPECT_THAT(law.describe(), HasSubstr("has not answered for 1 s"));
  write("def law(q): return [1.0 if q.begins else 0.5, 2]\n");
  law.restart();
  EXPECT_FALSE(law.is_lost());
  EXPECT_EQ(law.take().state, LawState::kWaiting) << "it was asked nothing yet";
  const LawAnswer answer = ask(law);
  ASSERT_EQ(answer.state, LawState::kAnswered) << law.describe();
  EXPECT_EQ(answer.rates, (JointVector{{1.0, 2.0}}));
  EXPECT_THAT(law.describe(), Not(HasSubstr("has not answered")));
  write(stubborn);
  law.restart();
  EXPECT_EQ(ask(law).state, LawState::kAnswered) << "one at work is left alone";
}

TEST_F(OwnLaw, ThatRefusesIsNotLost) {
  LawProcess law(write("def law(q): raise ValueError('no way')\n"), kLockstep);
  EXPECT_EQ(ask(law).state, LawState::kRefused);
  EXPECT_FALSE(law.is_lost());
}

TEST_F(OwnLaw, ThatCannotBeStartedSaysWhy) {
  EXPECT_THAT(refusal(folder_ + "/none.py"), HasSubstr("none.py' does not exist"));
  EXPECT_THAT(refusal(source_dir() + "/README.md"), HasSubstr("a shared library ends in .so"));
  EXPECT_THAT(refusal(write("def low(q): pass\n")), HasSubstr("it defines no function law(question)"));
  EXPECT_THAT(refusal(write("import nowhere_to_be_found\n")), HasSubstr("ModuleNotFoundError"));
  EXPECT_THAT(refusal(write("import os\nos._exit(3)\n")),
              HasSubstr("ended with exit code 3 before it was ready"));
  std::ofstream(folder_ + "/text.so") << "no library";
  EXPECT_THAT(refusal(folder_ + "/text.so"), HasSubstr("text.so"));
}

}  // namespace
}  // namespace freefloat
