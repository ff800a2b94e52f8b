#include "core/own/source/source_text.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace heteroscope {
namespace {

/// Replaces what is no code by blanks, line ends excepted.
class Blanked {
 public:
  explicit Blanked(std::string_view text) : text_(text), code_(text) {
    while (at_ < text_.size()) step();
  }
  std::string take() { return std::move(code_); }
  std::vector<SourceBlank> take_blanks() { return std::move(blanks_); }

 private:
  void step() {
    const char each = text_[at_];
    if (starts_with("//")) return blank_to(end_of_line(), SourceBlank::Kind::comment);
    if (starts_with("/*")) return blank_to(behind("*/", at_ + 2), SourceBlank::Kind::comment);
    if (each == '#' && only_blanks_before_) return blank_to(end_of_line(), SourceBlank::Kind::directive);
    if (each == '"') return at_ > 0 && text_[at_ - 1] == 'R' ? raw_string() : quoted('"');
    if (each == '\'' && (at_ == 0 || !is_word(text_[at_ - 1]))) return quoted('\'');  // 1'000 is a number
    if (each == '\n') only_blanks_before_ = true;
    if (std::isspace(static_cast<unsigned char>(each)) == 0) only_blanks_before_ = false;
    ++at_;
  }
  [[nodiscard]] bool starts_with(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  /// A line goes on behind a backslash at its end.
  [[nodiscard]] std::size_t end_of_line() const {
    for (std::size_t at = at_; at < text_.size(); ++at) {
      if (text_[at] == '\n' && text_[at - 1] != '\\') return at;
    }
    return text_.size();
  }
  [[nodiscard]] std::size_t behind(std::string_view what, std::size_t from) const {
    const std::size_t found = text_.find(what, from);
    return found == text_.npos ? text_.size() : found + what.size();
  }
  void blank_to(std::size_t end, SourceBlank::Kind kind) {
    blanks_.push_back({kind, at_, end});
    for (; at_ < end; ++at_) {
      if (code_[at_] != '\n') code_[at_] = ' ';
    }
  }
  /// The quotation marks stay.
  void quoted(char mark) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != mark && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    ++at_;
    blank_to(std::min(end, text_.size()), SourceBlank::Kind::string);
    ++at_;
    only_blanks_before_ = false;
  }
  void raw_string() {
    const std::size_t open = std::min(text_.find('(', at_), text_.size());
    const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t close = behind(end, open);
    ++at_;
    blank_to(close - 1, SourceBlank::Kind::string);
    ++at_;
  }

  std::string_view text_;
  std::string code_;
  std::vector<SourceBlank> blanks_;
  std::size_t at_ = 0;
  bool only_blanks_before_ = true;  ///< in the line
};

}  // namespace

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  Blanked blanked(text_);
  code_ = blanked.take();
  blanks_ = blanked.take_blanks();
}

SourcePlace SourceText::place(std::size_t at) const {
  const std::string_view before = std::string_view(text_).substr(0, at);
  const auto lines = std::ranges::count(before, '\n');
  const std::size_t line_end = before.rfind('\n');
  const std::size_t column = line_end == before.npos ? at : at - line_end - 1;
  return {static_cast<int>(lines) + 1, static_cast<int>(column) + 1};
}

void SourceText::fail(std::size_t at, Wrong wrong, std::string thing, const std::string& message) const {
  const SourcePlace where = place(at);
  throw CompileError({{.file = name_, .place = where, .text = message, .source_line = line_of(text_, where.line)}},
                     wrong, std::move(thing));
}

void SourceText::fail(Wrong wrong, std::string thing, const std::string& message) const {
  throw CompileError({{.file = name_, .text = message}}, wrong, std::move(thing));
}

bool is_word(char each) {
  return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '_';
}

SourceToken SourceTokens::next() {
  while (at_ < code_.size() && std::isspace(static_cast<unsigned char>(code_[at_])) != 0) ++at_;
  const std::size_t begin = at_;
  while (at_ < code_.size() && is_word(code_[at_])) ++at_;
  if (at_ == begin && at_ < code_.size()) ++at_;
  return {begin, code_.substr(begin, at_ - begin)};
}

}  // namespace heteroscope
