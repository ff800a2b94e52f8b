#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

/// Errors and warnings about a person's source, as data, whoever found them: the program's own reader or a compiler.
namespace heteroscope {

/// A place in a text; the first line and the first byte of a line are 1. Line 0: the whole file is meant; column 0: the
/// whole line.
struct SourcePlace {
  int line = 0;
  int column = 0;
  bool operator==(const SourcePlace&) const = default;
};

/// A message about a source.
struct CompileMessage {
  std::string file;  ///< as the person named it; a header as it is included; empty: no file is meant
  SourcePlace place;
  bool is_error = true;     ///< otherwise it is a warning
  std::string text;         ///< one line
  std::string source_line;  ///< that the place is in; empty where it is not known
  bool operator==(const CompileMessage&) const = default;
};

/// "my_heat.cu:3:5: error: …", the form that editors jump to; printable.
std::string head_of(const CompileMessage& message);
/// Returns head_of(), with the source's line and a caret at the place below it, as terminals and windows show it.
std::string text_of(const CompileMessage& message);
/// The texts of all of them.
std::string text_of(const std::vector<CompileMessage>& messages);

/// A person's source cannot be used. The message is the head of the first error, with the number of the others.
struct CompileError : BadInput {
  explicit CompileError(std::vector<CompileMessage> all, Wrong code = Wrong::unsaid, std::string name = {});

  std::vector<CompileMessage> messages;  ///< errors and warnings, in their order; at least one is an error
};

/// Line `line` of the text, without its end; empty where there is none.
std::string line_of(std::string_view text, int line);

}  // namespace heteroscope
