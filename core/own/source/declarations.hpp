#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/own/source/own_source.hpp"

namespace heteroscope {

/// A macro of core/own/variant.hpp in a source.
struct Declaration {
  SourcePart name;                    ///< "HETEROSCOPE_BLOCK"
  std::vector<SourcePart> arguments;  ///< without the blanks around them
  std::size_t end = 0;                ///< just behind it
};

/// All of them, in their order. Throws CompileError for one without its parentheses, and for a second one of those that
/// a file has once.
std::vector<Declaration> declarations_in(const SourceText& source);

/// Null for a file without it.
const Declaration* find_declaration(const std::vector<Declaration>& all, std::string_view name);

/// Returns the text between quotation marks. Throws CompileError for anything else.
std::string string_in(const SourceText& source, const SourcePart& argument);
/// Throws CompileError unless the argument is a name.
void check_name(const SourceText& source, const SourcePart& argument);
/// Throws CompileError unless the argument is a whole number of an int.
int int_in(const SourceText& source, const SourcePart& argument);
/// HETEROSCOPE_TUNE's arguments. Throws CompileError where there are no values, or the initial one is none of them.
OwnTunable tunable_in(const SourceText& source, const Declaration& declaration);

}  // namespace heteroscope
