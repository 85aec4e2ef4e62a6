#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "drawing/figure.h"

namespace freefloat {

/// @return `<tag>text</tag>`, the text escaped.
std::string element(std::string_view tag, std::string_view text);

/// @param timed Whether it has the time axis that the page's script knows.
/// @return The figure in a card of its own.
std::string figure_card(const Figure& figure, bool timed);

/// @param unit, note Empty: none. @param bad In the colour of what failed.
/// @return A number of the page's head, in a list of the class `tiles`.
std::string number_tile(std::string_view name, std::string_view number, std::string_view unit,
                        std::string_view note, bool bad = false);

/// An HTML page in the looks of all of them, which needs nothing else: no network, no fonts, no other files.
/// @param title In the browser's tab.
/// @param body Markup of the page's content.
/// @param script The page is complete without it; empty: none.
std::string make_page(std::string_view title, std::string_view body, std::string_view script);

/// Writes a page or picture; the file appears complete or not at all.
/// @return Nothing, or why it could not be written, with the file's name.
tl::expected<void, std::string> write_page(std::string_view content, const std::filesystem::path& path);

}  // namespace freefloat
