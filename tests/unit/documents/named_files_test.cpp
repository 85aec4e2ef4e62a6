#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "support/source_dir.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

std::string read_all(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Calls `check` with every document of the project.
template <typename Check>
void for_each_document(const Check& check) {
  const fs::path root(source_dir());
  for (const char* name : {"README.md", "CONTRIBUTING.md", "SECURITY.md"}) check(root / name);
  for (const char* top : {"src", "hal", "firmware-interface", "tests", "tools", "configs"}) {
    for (fs::recursive_directory_iterator at(root / top), end; at != end; ++at) {
      if (at->path().filename() == "node_modules") {
        at.disable_recursion_pending();  // documents of others
      } else if (at->path().extension() == ".md") {
        check(at->path());
      }
    }
  }
}

TEST(NamedFiles, ThatDocumentsNameAreThere) {
  // `src/model/posture.h`; a name in capitals stands for any, a place without ending for its header.
  static const std::regex named("`((src|hal|tests|tools|configs|firmware-interface)/[A-Za-z0-9_./-]+)`");
  int count = 0;
  for_each_document([&](const fs::path& document) {
    const std::string text = read_all(document);
    for (std::sregex_iterator at(text.begin(), text.end(), named), end; at != end; ++at) {
      const std::string name = (*at)[1];
      if (name.find("NAME") != std::string::npos) continue;
      const fs::path path = fs::path(source_dir()) / name;
      EXPECT_TRUE(fs::exists(path) || fs::exists(path.string() + ".h") || fs::exists(path.string() + ".cpp"))
          << document << " names " << name;
      ++count;
    }
  });
  EXPECT_GT(count, 50);
}

TEST(NamedFiles, ThatTheSourcesReadmesNameAreThere) {
  // From the README's own folder, the one above, src, or the root: `control/resolve_rates.h`.
  static const std::regex named("`([a-z0-9_/]+\\.(h|cpp))`");
  const fs::path root(source_dir());
  int count = 0;
  for_each_document([&](const fs::path& document) {
    if (fs::relative(document, root).begin()->string() != "src") return;
    const std::string text = read_all(document);
    for (std::sregex_iterator at(text.begin(), text.end(), named), end; at != end; ++at) {
      const std::string name = (*at)[1];
      const fs::path here = document.parent_path();
      const std::array<fs::path, 4> starts{here, here.parent_path(), root / "src", root};
      EXPECT_TRUE(std::any_of(starts.begin(), starts.end(),
                              [&](const fs::path& start) { return fs::exists(start / name); }))
          << document << " names " << name;
      ++count;
    }
  });
  EXPECT_GT(count, 20);
}

TEST(NamedFiles, ThatDocumentsLinkToAreThere) {
  static const std::regex link(R"(\]\(([^)#:]+)(#[^)]*)?\))");
  for_each_document([&](const fs::path& document) {
    const std::string text = read_all(document);
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      EXPECT_TRUE(fs::exists(document.parent_path() / (*at)[1].str()))
          << document << " links to " << (*at)[1];
    }
  });
}

}  // namespace
}  // namespace freefloat
