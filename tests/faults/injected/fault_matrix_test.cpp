// A short version of the matrix that `freefloat faults` prints.
#include <gtest/gtest.h>

#include <algorithm>

#include "injection/matrix.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

class FaultMatrix : public testing::TestWithParam<const char*> {};

TEST_P(FaultMatrix, HoldsWhatIsPromised) {
  MatrixConfig config;
  config.experiment = source_dir() + "/configs/experiments/" + GetParam();
  config.seeds = 1;
  config.settings = {"simulation.imaging.render=false"};
  std::vector<const Injection*> all;
  for (const Injection& injection : injections()) all.push_back(&injection);
  const std::vector<MatrixRow> rows = run_matrix(config, all, [](const MatrixRow&) {});
  int injected = 0;
  for (const MatrixRow& row : rows) {
    for (const std::string& failure : row.failures) ADD_FAILURE() << row.injection->name << ": " << failure;
    injected += row.left_out.empty() ? 1 : 0;
  }
  EXPECT_GE(injected, 44);
}

INSTANTIATE_TEST_SUITE_P(Experiments, FaultMatrix,
                         testing::Values("standing_target.yaml", "moving_target.yaml", "reorient.yaml"),
                         [](const auto& named) {
                           std::string name = named.param;
                           return name.substr(0, name.find_first_of("_."));
                         });

TEST(FaultMatrixOfWhatIsBroken, SaysWhatIsNotAsPromised) {
  // A promise that cannot be kept: a link that is cut and an experiment that passes.
  constexpr Injection kBroken{
      "broken promise", "fault: link, mode: off", "", Promise::kCarryOn, 0, nullptr, ""};
  MatrixConfig config;
  config.experiment = source_dir() + "/configs/experiments/standing_target.yaml";
  config.seeds = 2;
  config.settings = {"simulation.imaging.render=false"};
  const std::vector<MatrixRow> rows = run_matrix(config, {&kBroken}, [](const MatrixRow&) {});
  ASSERT_EQ(rows.size(), 1u);
  ASSERT_EQ(rows[0].failures.size(), 2u);
  EXPECT_NE(rows[0].failures[0].find("feedback_missing"), std::string::npos) << rows[0].failures[0];
}

TEST(FaultCatalogue, NamesEachOnceAndPromisesABoundOrSaysWhy) {
  for (const Injection& injection : injections()) {
    const auto same = std::count_if(injections().begin(), injections().end(),
                                    [&](const Injection& other) { return other.name == injection.name; });
    EXPECT_EQ(same, 1) << injection.name;
    const bool injected = !injection.effects.empty() || !injection.settings.empty();
    EXPECT_TRUE(injected || !injection.note.empty()) << injection.name;
    const bool bounded = injection.bound != nullptr;
    EXPECT_TRUE(!injected || injection.promise != Promise::kReact || bounded) << injection.name;
  }
}

}  // namespace
}  // namespace freefloat
