#include "app/output/file_edits.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "config/yaml/edit_yaml.h"
#include "drawing/page.h"

namespace freefloat {

void edit_file(const std::string& path, const std::vector<FileEdit>& edits) {
  std::ifstream file(path, std::ios::binary);
  const std::string before{std::istreambuf_iterator<char>(file), {}};
  if (!file.good() && !file.eof()) throw std::runtime_error(path + ": cannot be read");
  std::string after = before;
  for (const FileEdit& edit : edits) {
    auto edited = edit_yaml(after, edit.key, edit.value, edit.comment);
    if (!edited) throw std::runtime_error(path + ": " + edited.error());
    after = *std::move(edited);
  }
  if (auto written = write_page(after, path); !written) throw std::runtime_error(written.error());
  std::cerr << path << ":\n" << show_changed_lines(before, after);
}

std::string list_text(const std::vector<double>& numbers) {
  if (numbers.size() == 1) return fmt::format("{:.6g}", numbers.front());
  std::string text;
  for (const double number : numbers)
    text += fmt::format("{}{:.6g}", text.empty() ? "[" : ", ", number + 0.0);
  return text + "]";
}

}  // namespace freefloat
