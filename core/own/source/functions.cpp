#include "core/own/source/functions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "core/own/source/source_text.hpp"

namespace heteroscope {
namespace {

using Tokens = std::vector<SourceToken>;

/// Words that are followed by parentheses and name no function.
constexpr std::array<std::string_view, 7> no_names{"__launch_bounds__", "__attribute__", "alignas", "decltype",
                                                   "noexcept",          "requires",      "explicit"};

/// The place behind the bracket that closes the one at `from`.
std::size_t behind_closing(const Tokens& tokens, std::size_t from, std::string_view open, std::string_view close) {
  int depth = 0;
  for (std::size_t i = from; i < tokens.size(); ++i) {
    if (tokens[i].text == open) ++depth;
    if (tokens[i].text == close && --depth == 0) return i + 1;
  }
  return tokens.size();
}

bool is_name(const SourceToken& token) {
  const char first = token.text.front();
  return is_word(first) && std::isdigit(static_cast<unsigned char>(first)) == 0 &&
         std::ranges::find(no_names, token.text) == no_names.end();
}

std::string joined_tokens(const Tokens& tokens, std::size_t from, std::size_t to) {
  std::string out;
  for (std::size_t i = from; i < to; ++i) {
    if (!out.empty()) out += ' ';
    out += tokens[i].text;
  }
  return out;
}

/// The function whose body follows these tokens; none if they are something else.
std::optional<WrittenFunction> function_of(const Tokens& statement) {
  std::size_t begin = 0;
  bool is_template = false;
  while (begin < statement.size() && statement[begin].text == "template") {
    begin = behind_closing(statement, begin + 1, "<", ">");
    is_template = true;
  }
  for (std::size_t i = begin; i < statement.size(); ++i) {
    if (statement[i].text == "=") return std::nullopt;
    if (statement[i].text != "(") continue;
    const std::size_t end = behind_closing(statement, i, "(", ")");
    if (i > begin && is_name(statement[i - 1])) {
      return WrittenFunction{.at = statement[i - 1].at,
                             .name = std::string(statement[i - 1].text),
                             .before = joined_tokens(statement, begin, i - 1),
                             .parameters = joined_tokens(statement, i + 1, end - 1),
                             .is_template = is_template};
    }
    i = end - 1;
  }
  return std::nullopt;
}

/// Walks through code and keeps track of the namespaces that it is in.
class Walk {
 public:
  explicit Walk(std::string_view code) : tokens_(code) {
    for (SourceToken token = tokens_.next(); !token.text.empty(); token = tokens_.next()) take(token);
  }
  std::vector<WrittenFunction> functions;

 private:
  void take(const SourceToken& token) {
    if (token.text == "{") {
      open();
    } else if (token.text == "}") {
      close();
    } else if (inside_ == 0 && token.text == ";") {
      statement_.clear();
    } else if (inside_ == 0) {
      statement_.push_back(token);
    }
  }
  void open() {
    if (inside_ > 0 || !opens_namespace()) {
      if (inside_ == 0) note_function();
      ++inside_;
    }
    statement_.clear();
  }
  void close() {
    if (inside_ > 0) {
      --inside_;
    } else if (!namespaces_.empty()) {
      namespaces_.pop_back();
    }
    statement_.clear();
  }
  /// `namespace a::b {`, `namespace {` or `extern "C" {`; what is in the latter two is named as if it were outside.
  bool opens_namespace() {
    const auto begin = std::ranges::find(statement_, "namespace", &SourceToken::text);
    const bool linkage = statement_.size() <= 3 && !statement_.empty() && statement_.front().text == "extern";
    if (begin == statement_.end() && !linkage) return false;
    std::string name;
    for (auto each = begin; each != statement_.end(); ++each) {
      if (each != begin && is_word(each->text.front())) name += "::" + std::string(each->text);
    }
    namespaces_.push_back(name);
    return true;
  }
  void note_function() {
    std::optional<WrittenFunction> found = function_of(statement_);
    if (!found) return;
    std::string name;
    for (const std::string& each : namespaces_) name += each;
    found->name = name + "::" + found->name;
    functions.push_back(std::move(*found));
  }

  SourceTokens tokens_;
  Tokens statement_;                     ///< what came since the last one ended
  std::vector<std::string> namespaces_;  ///< "::mine"; empty for one without a name
  int inside_ = 0;                       ///< how many braces are open that are no namespace's
};

}  // namespace

std::vector<WrittenFunction> functions_in(std::string_view code) {
  return std::move(Walk(code).functions);
}

bool has_word(std::string_view text, std::string_view word) {
  SourceTokens tokens(text);
  for (SourceToken token = tokens.next(); !token.text.empty(); token = tokens.next()) {
    if (token.text == word) return true;
  }
  return false;
}

}  // namespace heteroscope
