#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace freefloat::console {

/// The page's files, found once at the start: what a browser asks for is looked up in this list and never
/// becomes a path.
class PageFiles {
 public:
  struct File {
    std::filesystem::path path;
    std::string_view type;  ///< of its content
  };

  /// @param folder With `index.html`; files of unknown kinds and hidden ones are left out.
  /// @throws std::runtime_error when there is no page in it.
  static PageFiles list(const std::filesystem::path& folder);

  /// @param path As the browser says it, `/app.js`. @return Null: none of the page's.
  const File* find(std::string_view path) const;
  std::set<std::string, std::less<>> paths() const;

 private:
  std::map<std::string, File, std::less<>> files_;
};

/// @return Type of a file's content by its name's ending; empty: not one that is given out.
std::string_view content_type(std::string_view name);

}  // namespace freefloat::console
