// The supervisor is a table, and the picture that people have reviewed is the code's. tools/prove hands the
// same table to a model checker.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "supervisor_model.h"
#include "supervisor_picture.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

TEST(SupervisorTable, ReachesEveryPlace) {
  const SupervisorTable table = make_supervisor_table(false);
  std::set<int> places;
  for (std::size_t i = 0; i < table.after.size(); ++i) {
    if (table.reached[i]) places.insert(*table.after[i]);
  }
  EXPECT_EQ(places.size(), static_cast<std::size_t>(kPlaceCount));
}

TEST(SupervisorTable, HasThePictureThatPeopleReviewed) {
  std::ifstream file(source_dir() + "/tests/faults/proof/supervisor.svg");
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == draw_supervisor(make_supervisor_table(false)))
      << "look at the change, then: prove_supervisor picture > tests/faults/proof/supervisor.svg";
}

TEST(SupervisorModel, IsSabotagedOnceForEveryPropertyAtLeast) {
  const SupervisorTable table = make_supervisor_table(false);
  std::set<std::string_view> sabotaged;
  for (const Sabotage& sabotage : sabotages(table)) {
    EXPECT_TRUE(table.reached[table.index(sabotage.cell)]) << sabotage.name;
    EXPECT_NE(table.at(sabotage.cell), sabotage.after) << sabotage.name;
    sabotaged.insert(sabotage.property);
  }
  for (const Property& property : properties())
    EXPECT_TRUE(sabotaged.contains(property.name)) << property.name;
}

}  // namespace
}  // namespace freefloat
