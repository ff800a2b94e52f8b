#pragma once

#include <string>
#include <string_view>

#include "core/own/source/own_source.hpp"

namespace heteroscope {

/// Returns nvdisasm's listing of a source's code with one line ahead of the instructions that a line of the source has
/// made, calls within it included: "// my_heat.cu:12: step.out(x, y) = …". nvdisasm has a line there for each function
/// that was inlined, with whole paths. Instructions that none of the source's lines has made stand below the header's.
std::string with_source_lines(std::string_view listing, const OwnSource& source);

}  // namespace heteroscope
