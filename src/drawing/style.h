#pragma once

#include <string_view>

namespace freefloat {

/// Colours, for light and dark; the same for page and pictures.
std::string_view theme_style();

/// Looks of everything inside SVG pictures.
std::string_view picture_style();

/// Looks of the page around them.
std::string_view page_style();

}  // namespace freefloat
