#pragma once

#include <string>

#include "config/fields/loader.h"

namespace freefloat {

/// @return The document's values over those of the file that it is based on, and so on; each remembers where
/// it was written. Name and description are never taken from a base. A base that cannot be read, is no
/// testbed's file or leads in a circle is a problem, and then left out.
ConfigNode lay_over_base(Loader& loader, ConfigNode document);

/// @param schema Of the document; tells which texts are paths.
/// @return The document as the text of one file; paths written in another folder lead from this one.
std::string flat_text(ConfigNode document, const Json& schema);

}  // namespace freefloat
