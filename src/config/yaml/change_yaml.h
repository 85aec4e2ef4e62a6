#pragma once

#include <string>
#include <tl/expected.hpp>

namespace freefloat {

/// Changes one value in the text of a document, or adds it; everything else, comments and layout included,
/// stays as it is. What comes out was read again: it differs in that value and in nothing else.
/// @param text Of the document.
/// @param file Its name, for messages.
/// @param path `vision.threshold`; maps on the way are made when they are missing, lists cannot be led into.
/// @param value A number or word, as it is to stand there.
/// @return The new text; or why it cannot be changed, with file and line.
tl::expected<std::string, std::string> change_yaml(const std::string& text, const std::string& file,
                                                   const std::string& path, const std::string& value);

}  // namespace freefloat
