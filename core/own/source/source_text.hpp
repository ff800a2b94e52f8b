#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/own/source/compile_message.hpp"

namespace heteroscope {

/// A part of a source that is no code, as [begin, end) in its text; a string is without its quotation marks.
struct SourceBlank {
  enum class Kind { comment, directive, string } kind = Kind::comment;
  std::size_t begin = 0, end = 0;
};

/// A part of a source, by its place in the text.
struct SourcePart {
  std::size_t at = 0;
  std::string text;
};

/// The text of a C++ source, and what is code in it. Conditional groups (#if) all count as code.
class SourceText {
 public:
  /// `name`: as messages call the file.
  SourceText(std::string name, std::string text);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// Returns a text of the same length in which comments, the insides of strings and characters, and preprocessor lines
  /// are blanks.
  [[nodiscard]] std::string_view code() const { return code_; }
  /// Returns what code() has blanks for, in the order of the text; characters ('a') count as strings.
  [[nodiscard]] const std::vector<SourceBlank>& blanks() const { return blanks_; }
  [[nodiscard]] SourcePlace place(std::size_t at) const;
  /// Throws CompileError with the place. `thing`: what is wrong there, as the message calls it.
  [[noreturn]] void fail(std::size_t at, Wrong wrong, std::string thing, const std::string& message) const;
  /// Throws CompileError about the whole file.
  [[noreturn]] void fail(Wrong wrong, std::string thing, const std::string& message) const;

 private:
  std::string name_;
  std::string text_;
  std::string code_;
  std::vector<SourceBlank> blanks_;
};

/// Returns whether the character may be in an identifier.
bool is_word(char each);

/// A word, a string's quotation mark, or any other character that is no blank.
struct SourceToken {
  std::size_t at = 0;
  std::string_view text;
};

/// Walks through code, token by token.
class SourceTokens {
 public:
  explicit SourceTokens(std::string_view code, std::size_t from = 0) : code_(code), at_(from) {}

  /// An empty token at the end.
  SourceToken next();
  /// The place just behind the last token.
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  std::string_view code_;
  std::size_t at_;
};

}  // namespace heteroscope
