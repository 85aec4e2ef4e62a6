#pragma once

#include "spatial/symbolic/generated_function.h"

namespace freefloat {

inline constexpr std::size_t kLineWidth = 110;  ///< of generated code, characters

/// Writes the statements of a function in what C and C++ have in common.
/// @param function Its sums and products become named constants when they have a name or are used twice.
/// @param parameters How each chosen parameter is written: `p.m_link_1`.
/// @return Lines with two blanks of indentation.
std::string write_statements(const GeneratedFunction& function, const std::vector<std::string>& parameters);

/// @param value Finite.
/// @return Shortest literal of a double that reads back as the same value.
std::string double_literal(double value);

/// Breaks a line at blanks. @param indentation Of the lines that follow.
std::string wrap_line(const std::string& line, std::size_t width, const std::string& indentation);

}  // namespace freefloat
