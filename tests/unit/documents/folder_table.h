#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace freefloat::testing_support {

/// A set of files: all below a folder, or, named `./` in the folder's own README, those that no deeper row
/// of that README takes.
struct FolderName {
  std::string folder;  ///< from the root, without a slash at its end: `src/model`
  std::vector<std::string> without{};

  bool holds(const std::string& file) const {
    const auto below = [&](const std::string& name) { return file.starts_with(name + '/'); };
    return below(folder) && std::none_of(without.begin(), without.end(), below);
  }
};

/// A row of a README's table `| folder | .. | may use |`.
struct FolderRow {
  std::string readme;
  std::string name;  ///< as written
  FolderName of;
  bool may_use_all = false;
  std::vector<std::string> names;  ///< of what it may use, as written
  std::vector<FolderName> may_use;
};

/// An include of one file of the tree by another; both from the root.
struct Include {
  std::string from, to;
};

/// A tree of sources with READMEs whose tables tell which folder may include which.
struct SourceTree {
  std::vector<FolderRow> rows;
  std::vector<std::string> unknown;  ///< folders that a table names and that are not there
  std::vector<std::string> files;
  std::vector<Include> includes;
};

inline std::string read_text_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<std::string> split_text(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) {
    const std::size_t begin = part.find_first_not_of(" `");
    parts.push_back(begin == std::string::npos ? ""
                                               : part.substr(begin, part.find_last_not_of(" `") - begin + 1));
  }
  return parts;
}

/// Reads the tables of one README. A name means a folder beside the README, of src, or of the root.
inline std::vector<FolderRow> read_folder_table(const std::filesystem::path& root, const std::string& readme,
                                                std::vector<std::string>& unknown) {
  const std::string here = std::filesystem::path(readme).parent_path().string();
  std::vector<FolderRow> rows;
  std::istringstream text(read_text_file(root / readme));
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    const std::vector<std::string> cells = split_text(line, '|');
    if (cells.size() < 3 || cells.front() != "") {
      inside = false;
    } else if (cells[1] == "folder") {
      inside = cells.back() == "may use";
    } else if (inside && cells[1].ends_with('/')) {
      FolderRow row{readme, cells[1], {}, cells.back() == "all", {}, {}};
      if (cells.back() != "-" && !row.may_use_all) row.names = split_text(cells.back(), ',');
      rows.push_back(std::move(row));
    }
  }
  std::vector<std::string> deeper;
  for (const FolderRow& row : rows) {
    if (row.name != "./") deeper.push_back(here + '/' + row.name.substr(0, row.name.size() - 1));
  }
  const auto resolve = [&](std::string name) -> FolderName {
    if (name == "./") return {here, deeper};
    if (name.ends_with('/')) name.pop_back();
    for (const std::string& folder : {here + '/' + name, "src/" + name, name}) {
      if (std::filesystem::is_directory(root / folder)) return {folder};
    }
    unknown.push_back(readme + " names the folder " + name + ", which is not there");
    return {"?"};
  };
  for (FolderRow& row : rows) {
    row.of = resolve(row.name);
    for (const std::string& name : row.names) row.may_use.push_back(resolve(name));
  }
  return rows;
}

/// Reads the tables and includes of `src`, `hal` and `firmware-interface` below `root`, those that are there.
inline SourceTree read_source_tree(const std::filesystem::path& root) {
  namespace fs = std::filesystem;
  SourceTree tree;
  for (const char* top : {"src", "hal", "firmware-interface"}) {
    if (!fs::exists(root / top)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string file = fs::relative(entry.path(), root).generic_string();
      const std::string ending = entry.path().extension();
      if (entry.path().filename() == "README.md") {
        for (FolderRow& row : read_folder_table(root, file, tree.unknown))
          tree.rows.push_back(std::move(row));
      } else if (ending == ".h" || ending == ".cpp" || ending == ".c") {
        tree.files.push_back(file);
      }
    }
  }
  std::sort(tree.files.begin(), tree.files.end());
  static const std::regex include(R"re(^[ \t]*#[ \t]*include[ \t]*"([^"]+)")re", std::regex::multiline);
  for (const std::string& file : tree.files) {
    const std::string text = read_text_file(root / file);
    for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at) {
      const std::string name = (*at)[1];
      for (const fs::path& start :
           {fs::path("src"), fs::path(), fs::path("firmware-interface"), fs::path(file).parent_path()}) {
        const std::string to = (start / name).lexically_normal().generic_string();
        if (!std::binary_search(tree.files.begin(), tree.files.end(), to)) continue;
        tree.includes.push_back({file, to});
        break;
      }
    }
  }
  return tree;
}

/// @return The row that says most about a file; null when no table has its folder.
inline const FolderRow* row_of(const SourceTree& tree, const std::string& file) {
  const FolderRow* best = nullptr;
  for (const FolderRow& row : tree.rows) {
    if (row.of.holds(file) && (best == nullptr || row.of.folder.size() >= best->of.folder.size()))
      best = &row;
  }
  return best;
}

/// @return What the tables forbid, a line each: `src/a.h includes src/b.h, but ...`.
inline std::vector<std::string> forbidden_includes(const SourceTree& tree) {
  std::vector<std::string> found;
  for (const Include& include : tree.includes) {
    for (const FolderRow& row : tree.rows) {
      if (row.may_use_all || !row.of.holds(include.from) || row.of.holds(include.to)) continue;
      if (std::none_of(row.may_use.begin(), row.may_use.end(),
                       [&](const FolderName& name) { return name.holds(include.to); })) {
        found.push_back(include.from + " includes " + include.to + ", but " + row.readme + " does not let " +
                        row.name + " use it");
      }
    }
  }
  return found;
}

/// @return What a table permits although nobody uses it.
inline std::vector<std::string> unused_permissions(const SourceTree& tree) {
  std::vector<std::string> found;
  for (const FolderRow& row : tree.rows) {
    for (std::size_t i = 0; i < row.may_use.size(); ++i) {
      if (std::none_of(tree.includes.begin(), tree.includes.end(), [&](const Include& include) {
            return row.of.holds(include.from) && !row.of.holds(include.to) &&
                   row.may_use[i].holds(include.to);
          })) {
        found.push_back(row.readme + " lets " + row.name + " use " + row.names[i] + ", which it does not");
      }
    }
  }
  return found;
}

/// @return Folders that include each other, on whichever way round: `src/a -> src/b -> src/a`.
inline std::vector<std::string> folder_cycles(const SourceTree& tree) {
  std::map<const FolderRow*, std::map<const FolderRow*, bool>> next;
  for (const Include& include : tree.includes) {
    const FolderRow* from = row_of(tree, include.from);
    const FolderRow* to = row_of(tree, include.to);
    if (from != nullptr && to != nullptr && from != to) next[from][to] = true;
  }
  std::vector<std::string> found;
  std::map<const FolderRow*, int> state;  // 1: on the way that is being walked, 2: done
  std::vector<const FolderRow*> way;
  const auto walk = [&](const auto& self, const FolderRow* row) -> void {
    state[row] = 1;
    way.push_back(row);
    for (const auto& [to, unused] : next[row]) {
      if (state[to] == 0) self(self, to);
      if (state[to] != 1) continue;
      std::string cycle;
      for (auto at = std::find(way.begin(), way.end(), to); at != way.end(); ++at) {
        cycle += (*at)->of.folder + " -> ";
      }
      found.push_back(cycle + to->of.folder);
    }
    way.pop_back();
    state[row] = 2;
  };
  for (const FolderRow& row : tree.rows) {
    if (state[&row] == 0) walk(walk, &row);
  }
  return found;
}

}  // namespace freefloat::testing_support
