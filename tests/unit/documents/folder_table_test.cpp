#include "folder_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "support/source_dir.h"

namespace freefloat {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::IsEmpty;

std::string lines(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += item + '\n';
  return text;
}

TEST(FolderTable, PermitsEveryIncludeBetweenFolders) {
  const SourceTree tree = read_source_tree(source_dir());
  ASSERT_GT(tree.includes.size(), 1000u);
  const std::vector<std::string> forbidden = forbidden_includes(tree);
  EXPECT_TRUE(forbidden.empty()) << lines(forbidden);
}

TEST(FolderTable, PermitsNothingThatNobodyUses) {
  const std::vector<std::string> unused = unused_permissions(read_source_tree(source_dir()));
  EXPECT_TRUE(unused.empty()) << lines(unused);
}

TEST(FolderTable, HasEveryFolder) {
  const SourceTree tree = read_source_tree(source_dir());
  EXPECT_THAT(tree.unknown, IsEmpty());
  std::set<std::string> strange;
  for (const std::string& file : tree.files) {
    if (row_of(tree, file) == nullptr) strange.insert(std::filesystem::path(file).parent_path());
  }
  EXPECT_THAT(strange, IsEmpty());
}

TEST(FolderTable, FoldersUseEachOtherOneWay) {
  const std::vector<std::string> cycles = folder_cycles(read_source_tree(source_dir()));
  EXPECT_TRUE(cycles.empty()) << lines(cycles);
}

/// A small tree on disk, removed at the end.
class BrokenTree : public ::testing::Test {
 protected:
  BrokenTree()
      : root_(std::filesystem::path(::testing::TempDir()) / ("ff_tree_" + std::to_string(getpid()))) {}
  ~BrokenTree() override { std::filesystem::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }

  std::filesystem::path root_;
};

TEST_F(BrokenTree, IsSeenForbiddenIncludeUnusedPermissionAndCycle) {
  write("src/README.md",
        "| folder | holds | may use |\n| --- | --- | --- |\n| `low/` | words | - |\n"
        "| `high/` | more | low, deep |\n| `deep/` | - | high |\n");
  write("src/low/low.h", "#include \"high/high.h\"\n");
  write("src/high/high.h", "  # include \"low/low.h\"\n");
  write("src/deep/deep.h", "#include \"high/high.h\"\n#include <low/low.h>\n");
  const SourceTree tree = read_source_tree(root_);
  EXPECT_THAT(
      forbidden_includes(tree),
      ElementsAre("src/low/low.h includes src/high/high.h, but src/README.md does not let low/ use it"));
  EXPECT_THAT(unused_permissions(tree), ElementsAre("src/README.md lets high/ use deep, which it does not"));
  EXPECT_THAT(folder_cycles(tree), ElementsAre("src/low -> src/high -> src/low"));
}

TEST_F(BrokenTree, IsHeldToTheTablesOfAllFoldersAbove) {
  write("src/README.md",
        "| folder | holds | may use |\n| --- | --- | --- |\n| `top/` | - | - |\n| `other/` | - | - |\n");
  write("src/top/README.md",
        "| folder | holds | may use |\n| --- | --- | --- |\n| `./` | - | - |\n| `part/` | - | ./, other |\n");
  write("src/top/part/a.h", "#include \"other/b.h\"\n#include \"top/c.h\"\n");
  write("src/top/c.h", "#include \"top/part/a.h\"\n");
  write("src/other/b.h", "");
  EXPECT_THAT(
      forbidden_includes(read_source_tree(root_)),
      ElementsAre("src/top/c.h includes src/top/part/a.h, but src/top/README.md does not let ./ use it",
                  "src/top/part/a.h includes src/other/b.h, but src/README.md does not let top/ use it"));
}

TEST_F(BrokenTree, WhoseTableNamesAMissingFolderIsSeen) {
  write("src/README.md", "| folder | holds | may use |\n| --- | --- | --- |\n| `gone/` | - | - |\n");
  EXPECT_THAT(read_source_tree(root_).unknown,
              ElementsAre("src/README.md names the folder gone, which is not there"));
}

}  // namespace
}  // namespace freefloat
