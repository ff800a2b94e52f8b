#include "app/text/highlight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/own/source/source_text.hpp"

namespace heteroscope {
namespace {

/// The keywords of C++ and CUDA, with a space before and after each.
constexpr std::string_view keywords =
    " alignas alignof asm auto bool break case catch char class concept const const_cast consteval "
    "constexpr continue decltype default delete do double dynamic_cast else enum explicit extern false "
    "float for friend goto if inline int long mutable namespace new noexcept nullptr operator private "
    "protected public reinterpret_cast requires return short signed sizeof static static_assert "
    "static_cast struct switch template this thread_local throw true try typedef typename union unsigned "
    "using virtual void volatile while __constant__ __device__ __global__ __host__ __managed__ "
    "__restrict__ __shared__ __launch_bounds__ ";

bool is_keyword(std::string_view word) {
  return keywords.find(fmt::format(" {} ", word)) != keywords.npos;
}

Highlight::Kind highlight_kind(SourceBlank::Kind kind) {
  if (kind == SourceBlank::Kind::comment) return Highlight::Kind::comment;
  return kind == SourceBlank::Kind::string ? Highlight::Kind::string : Highlight::Kind::directive;
}

/// Takes parts of a text in their order, and divides them into lines.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  /// The part up to `end`, from where the last one ended.
  void add(std::size_t end, Highlight::Kind kind) {
    end = std::min(end, text_.size());
    while (at_ < end) {
      const std::size_t line_end = std::min(text_.find('\n', at_), end);
      if (line_end > at_) lines_.back().push_back({kind, text_.substr(at_, line_end - at_)});
      at_ = line_end;
      if (at_ == end) return;
      lines_.emplace_back();
      ++at_;
    }
  }
  HighlightedLines take() {
    if (lines_.back().empty()) lines_.pop_back();  // behind the last line's end
    return std::move(lines_);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  HighlightedLines lines_{1};
};

/// Adds the code up to `end`, in which keywords are parts of their own.
void add_code(Lines& lines, std::string_view code, std::size_t from, std::size_t end) {
  SourceTokens tokens(code.substr(0, end), from);
  for (SourceToken each = tokens.next(); !each.text.empty(); each = tokens.next()) {
    if (!is_keyword(each.text)) continue;
    lines.add(each.at, Highlight::Kind::plain);
    lines.add(each.at + each.text.size(), Highlight::Kind::keyword);
  }
  lines.add(end, Highlight::Kind::plain);
}

}  // namespace

HighlightedLines highlighted(std::string_view source) {
  const SourceText text({}, std::string(source));
  Lines lines(source);
  std::size_t at = 0;
  for (const SourceBlank& each : text.blanks()) {
    const std::size_t marks = each.kind == SourceBlank::Kind::string ? 1 : 0;
    add_code(lines, text.code(), at, each.begin - marks);
    at = std::min(each.end + marks, source.size());
    lines.add(at, highlight_kind(each.kind));
  }
  add_code(lines, text.code(), at, source.size());
  return lines.take();
}

}  // namespace heteroscope
