#pragma once

#include <iosfwd>

#include "answers/model_answer.h"

namespace freefloat {

/// Prints an answer of `freefloat model` for people: one quantity a line, matrices row by row.
void print_model_table(std::ostream& out, const OrderedJson& answer);

}  // namespace freefloat
