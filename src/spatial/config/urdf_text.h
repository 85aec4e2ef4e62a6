#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "config/yaml/config_node.h"

namespace freefloat {

/// A URDF document as text: what the XML parser does not tell, and what it must be kept from.
class UrdfText {
 public:
  /// @param text, file Must outlive this.
  UrdfText(const std::string& text, const std::string& file);

  /// Adds a problem for each element that is not known: the parser passes over them, so a typing error would
  /// change the robot silently.
  void check_elements(Problems& problems) const;

  /// Adds a problem when elements stand in each other deeper than URDF has any use for: the parser goes down
  /// by one call a level, and takes time with the square of the levels.
  void check_nesting(Problems& problems) const;

  /// @return Line of `<element ... name="name"`, 0 when it is not found.
  int line_of(const std::string& element, const std::string& name) const;

 private:
  void add(Problems& problems, std::size_t at, const std::string& element, const std::string& problem,
           const std::string& allowed, const std::string& remedy = {}) const;
  int line_at(std::size_t at) const;

  const std::string& text_;
  const std::string& file_;
  std::vector<std::size_t> line_ends_;
};

}  // namespace freefloat
