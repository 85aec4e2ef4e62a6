#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace freefloat {

/// @return `<tag>text</tag>`, the text escaped.
std::string element(std::string_view tag, std::string_view text);

/// An HTML page in the looks of all of them, which needs nothing else: no network, no fonts, no other files.
/// @param title In the browser's tab.
/// @param body Markup of the page's content.
/// @param script The page is complete without it; empty: none.
std::string make_page(std::string_view title, std::string_view body, std::string_view script);

/// Writes a page or picture; the file appears complete or not at all.
/// @return Nothing, or why it could not be written, with the file's name.
tl::expected<void, std::string> write_page(std::string_view content, const std::filesystem::path& path);

}  // namespace freefloat
