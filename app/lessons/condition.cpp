#include "app/lessons/condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "app/text/table.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

namespace {

/// Takes a condition's words one after the other.
class Words {
 public:
  explicit Words(const std::string& text) : text_(text) {
    std::istringstream in(text);
    for (std::string word; in >> word;) words_.push_back(std::move(word));
  }

  [[nodiscard]] bool ended() const { return next_ == words_.size(); }
  std::string take(std::string_view what) {
    if (ended()) throw wrong(fmt::format("{} is missing", what));
    return words_[next_++];
  }
  bool take_if(std::string_view word) {
    if (ended() || words_[next_] != word) return false;
    ++next_;
    return true;
  }
  double number(std::string_view what, double low, double high) { return number_in(take(what), what, low, high); }
  [[nodiscard]] double number_in(const std::string& word, std::string_view what, double low, double high) const {
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (word.empty() || *end != '\0' || !(value >= low && value <= high))
      throw wrong(fmt::format("{} is not {} from {} to {}", quote(word), what, low, high));
    return value;
  }
  [[nodiscard]] BadInput wrong(const std::string& what) const {
    return BadInput(fmt::format(
        "{}: {}; known: A faster than B [by 1.2], A like B [within 5 %], X above Y [by 1.2], X below Y [by 1.2], "
        "X equals Y [within 5 %], not …",
        quote(text_), what));
  }

 private:
  const std::string& text_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

constexpr double most_times = 1e9;
constexpr double usual_likeness = 5;  // percent

double factor_of(Words& words) {
  return words.take_if("by") ? words.number("a factor", 1, most_times) : 1;
}

/// "within 5 %" or "within 5%".
double percent_of(Words& words, double otherwise) {
  if (!words.take_if("within")) return otherwise;
  std::string word = words.take("a percentage");
  if (word.ends_with('%')) {
    word.pop_back();
  } else if (!words.take_if("%")) {
    throw words.wrong("a '%' is missing after within");
  }
  return words.number_in(word, "a percentage", 0, 1000);
}

LessonFigure time_of(const std::string& row, const std::vector<std::string>& rows) {
  return parse_figure(row + ".median_ms", rows);
}

/// Why intervals leave it open.
std::string reach_of(const Condition& condition, const Bounded& ratio) {
  return fmt::format("{} / {} is between {} and {} by the medians' intervals of 95 %", condition.more.text,
                     condition.less.text, times(ratio.low), times(ratio.high));
}

ToldVerdict told_of_ratio(const Condition& condition, const Bounded& more, const Bounded& less) {
  const Bounded ratio = over(more, less);
  const Verdict verdict =
      condition.kind == Condition::Kind::alike ? alike(ratio, condition.factor) : at_least(ratio, condition.factor);
  return {verdict, verdict == Verdict::unknown ? reach_of(condition, ratio) : std::string()};
}

ToldVerdict tell_one(const Condition& condition, const Result& measured) {
  const FoundFigure more = find_figure(condition.more, measured);
  const FoundFigure less = find_figure(condition.less, measured);
  for (const auto& [found, figure] : {std::pair(&more, &condition.more), std::pair(&less, &condition.less)}) {
    if (!found->value) return {Verdict::unknown, found->why};
    if (found->value->sure) continue;
    const std::string& doubt = found->value->doubt;
    return {Verdict::unknown, fmt::format("{} {} {}", figure->text, doubt == few_runs ? "is" : "was measured", doubt)};
  }
  switch (condition.kind) {
    case Condition::Kind::at_least:
    case Condition::Kind::alike:
      return told_of_ratio(condition, *more.value, *less.value);
    case Condition::Kind::above:
      if (more.value->low > less.value->high) return {Verdict::holds, {}};
      if (more.value->high <= less.value->low) return {Verdict::does_not, {}};
      return {Verdict::unknown,
              fmt::format("the intervals of {} and {} meet", condition.more.text, condition.less.text)};
    case Condition::Kind::equals:
      break;
  }
  const double apart = std::abs(more.value->value - less.value->value);
  // not-a-number differs from everything
  const bool equal = apart <= condition.factor * std::abs(less.value->value);
  return {equal ? Verdict::holds : Verdict::does_not, {}};
}

}  // namespace

Condition parse_condition(const std::string& text, const std::vector<std::string>& rows) {
  Words words(text);
  Condition out{.kind = Condition::Kind::above, .text = text, .more = {}, .less = {}, .factor = 1};
  out.contrary = words.take_if("not");
  const std::string first = words.take("what it is about");
  const std::string verb = words.take("a comparison");
  if (verb == "faster") {
    if (!words.take_if("than")) throw words.wrong("'than' is missing");
    out.kind = Condition::Kind::at_least;
    out.less = time_of(first, rows);
    out.more = time_of(words.take("a row"), rows);
    out.factor = factor_of(words);
  } else if (verb == "like") {
    out.kind = Condition::Kind::alike;
    out.more = time_of(first, rows);
    out.less = time_of(words.take("a row"), rows);
    out.factor = 1 + percent_of(words, usual_likeness) / 100;
  } else if (verb == "above" || verb == "below") {
    out.more = parse_figure(first, rows);
    out.less = parse_figure(words.take("a figure"), rows);
    if (verb == "below") std::swap(out.more, out.less);
    out.factor = factor_of(words);
    if (out.factor > 1) out.kind = Condition::Kind::at_least;
  } else if (verb == "equals") {
    out.kind = Condition::Kind::equals;
    out.more = parse_figure(first, rows);
    out.less = parse_figure(words.take("a figure"), rows);
    out.factor = percent_of(words, 0) / 100;
  } else {
    throw words.wrong(fmt::format("{} is no comparison", quote(verb)));
  }
  if (!words.ended()) throw words.wrong(fmt::format("{} is too much", quote(words.take(""))));
  return out;
}

ToldVerdict tell(const std::vector<Condition>& all, const Result& measured) {
  ToldVerdict out{Verdict::holds, {}};
  for (const Condition& each : all) {
    ToldVerdict one = tell_one(each, measured);
    if (each.contrary && one.verdict != Verdict::unknown)
      one.verdict = one.verdict == Verdict::holds ? Verdict::does_not : Verdict::holds;
    if (one.verdict == Verdict::does_not) return one;
    if (one.verdict == Verdict::unknown && out.verdict == Verdict::holds) out = one;
  }
  return out;
}

}  // namespace heteroscope
