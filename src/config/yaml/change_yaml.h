#pragma once

#include <string>
#include <tl/expected.hpp>

namespace freefloat {

/// Changes one value in the text of a document, or adds it; everything else, comments and layout included,
/// stays as it is. What comes out was read again: it differs in that value and in nothing else.
/// @param text Of the document.
/// @param file Its name, for messages.
/// @param path `vision.threshold`, `links[1].mass_kg`; maps on the way are made when they are missing,
/// entries of lists are not.
/// @param value A number, a word or a flow list, as it is to stand there. Lists and maps give way to their
/// like alone.
/// @param comment Put behind the value where nothing but a comment follows it in its line: behind that
/// comment, or in place of its part that began with the same word. Empty: none.
/// @return The new text; or why it cannot be changed, with file and line and what to write by hand.
tl::expected<std::string, std::string> change_yaml(const std::string& text, const std::string& file,
                                                   const std::string& path, const std::string& value,
                                                   const std::string& comment = {});

}  // namespace freefloat
