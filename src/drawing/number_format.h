#pragma once

#include <string>
#include <string_view>

namespace freefloat {

/// @return `value` with so many digits after the point and a true minus sign; "–" when it is not finite.
/// Independent of the locale.
std::string format_fixed(double value, int decimals);

/// @return `value` rounded to so many significant digits, never with an exponent; "–" when it is not finite.
std::string format_significant(double value, int digits);

/// @return The same without zeros at the end of a fraction, for limits: "5", "0.03".
std::string format_short(double value, int digits);

/// @return The shortest of at most `decimals` digits after the point, for coordinates: "12.5", "3", "-0.2";
/// "0" when it is not finite.
std::string format_coordinate(double value, int decimals = 1);

/// @return "10" with a raised exponent.
std::string format_power_of_ten(int exponent);

/// @return `text` with the characters that have a meaning in HTML and XML replaced; control characters, which
/// neither allows, become spaces, and broken UTF-8 becomes question marks.
std::string escape_markup(std::string_view text);

/// @return Number of characters of UTF-8 text, for layout.
int count_characters(std::string_view text);

}  // namespace freefloat
