#include "app/analysis/claims/statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"

namespace heteroscope {

namespace {

using Kind = Statement::Kind;
using Bound = Statement::Bound;

/// Takes a statement's words one after the other.
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
  void take_known(std::string_view word) {
    if (!take_if(word)) throw wrong(fmt::format("'{}' is missing", word));
  }
  double number(std::string_view what, double low, double high) { return number_in(take(what), what, low, high); }
  [[nodiscard]] double number_in(const std::string& word, std::string_view what, double low, double high) const {
    const auto value = number_from<double>(without_plus(word));
    if (!value || !(*value >= low && *value <= high))
      throw wrong(fmt::format("{} is not {} from {} to {}", quote(word), what, low, high));
    return *value;
  }
  [[nodiscard]] BadInput wrong(const std::string& what) const {
    return BadInput(fmt::format(
        "{}: {}; known: A faster than B [by 1.2] [at most] [on average], A faster than B, C everywhere (or mostly), "
        "A like B [within 5 %], A gains on B, A differs, A starts slower [by 1.2], A follows prediction within 45 %, "
        "A grows linearly [by 0.99], A grows exponentially, X above Y [by 1.2], X below Y [by 1.2], "
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

/// What a verb is followed by.
struct Reading {
  Words& words;
  const RowNames& rows;
  Statement& out;

  [[nodiscard]] StatedFigure time(const std::string& word) const {
    StatedFigure time = parse_figure_or_time(word, rows);
    if (time.kind != StatedFigure::Kind::row) throw words.wrong(fmt::format("{} is not a time of rows", quote(word)));
    return time;
  }
  void second_time(const std::string& word) const {
    out.than = time(word);
    if (out.than.second != out.of.second) throw words.wrong("different kinds of times cannot be compared");
  }
  void second_figure() const { out.than = parse_figure(words.take("a figure"), rows); }
};

/// "B", or "B, C, D" with where A is faster than these.
void read_rivals(const Reading& reading, const std::string& first) {
  std::string word = first;
  for (; word.ends_with(','); word = reading.words.take("a row")) {
    word.pop_back();
    reading.out.others.push_back(reading.time(word).of.rows.variant);
  }
  reading.out.others.push_back(reading.time(word).of.rows.variant);
  if (reading.words.take_if("everywhere")) {
    reading.out.kind = Kind::everywhere;
  } else {
    reading.words.take_known("mostly");
    reading.out.kind = Kind::mostly;
  }
}

void read_faster(const Reading& reading) {
  Words& words = reading.words;
  words.take_known("than");
  const std::string second = words.take("a row");
  if (second.ends_with(',')) return read_rivals(reading, second);
  reading.second_time(second);
  reading.out.factor = factor_of(words);
  if (words.take_if("at")) {
    words.take_known("most");
    reading.out.bound = Bound::at_most;
  }
  if (words.take_if("on")) {
    words.take_known("average");
    reading.out.kind = Kind::averages;
  }
}

void read_like(const Reading& reading) {
  reading.second_time(reading.words.take("a row"));
  reading.out.bound = Bound::alike;
  reading.out.factor = 1 + percent_of(reading.words, usual_likeness) / 100;
}

void read_gains(const Reading& reading) {
  reading.words.take_known("on");
  reading.second_time(reading.words.take("a row"));
  reading.out.kind = Kind::widening;
}

void read_differs(const Reading& reading) {
  reading.out.kind = Kind::differences;
}

void read_starts(const Reading& reading) {
  reading.words.take_known("slower");
  reading.out.kind = Kind::first_runs;
  reading.out.factor = factor_of(reading.words);
}

void read_follows(const Reading& reading) {
  reading.words.take_known("prediction");
  reading.out.kind = Kind::proportion;
  reading.out.factor = 1 + percent_of(reading.words, usual_likeness) / 100;
}

void read_grows(const Reading& reading) {
  if (reading.words.take_if("exponentially")) {
    reading.out.kind = Kind::exponential;
    return;
  }
  reading.words.take_known("linearly");
  reading.out.kind = Kind::straight_line;
  reading.out.factor = reading.words.take_if("by") ? reading.words.number("a correlation", 0, 1) : 1;
}

void read_above(const Reading& reading) {
  reading.second_figure();
  reading.out.kind = Kind::above;
  reading.out.factor = factor_of(reading.words);
}

void read_below(const Reading& reading) {
  read_above(reading);
  std::swap(reading.out.of, reading.out.than);
}

void read_equals(const Reading& reading) {
  reading.second_figure();
  reading.out.kind = Kind::equals;
  reading.out.factor = percent_of(reading.words, 0) / 100;
}

struct Verb {
  std::string_view word;
  bool of_figures;  ///< it is about a figure, and not about rows or their times
  void (*read)(const Reading& reading);
};
constexpr std::array<Verb, 10> verbs{{{"faster", false, read_faster},
                                      {"like", false, read_like},
                                      {"gains", false, read_gains},
                                      {"differs", false, read_differs},
                                      {"starts", false, read_starts},
                                      {"follows", false, read_follows},
                                      {"grows", false, read_grows},
                                      {"above", true, read_above},
                                      {"below", true, read_below},
                                      {"equals", true, read_equals}}};

/// Times that are held against each other are in the ratio as people ask for it: how many times as fast A is as B.
bool is_upside_down(const Statement& statement) {
  return statement.kind != Kind::above && statement.kind != Kind::equals && statement.bound != Bound::alike;
}

}  // namespace

std::string_view Statement::time() const {
  return of.second == usual_time ? std::string_view() : std::string_view(of.second);
}

const StatedFigure& numerator(const Statement& statement) {
  return is_upside_down(statement) ? statement.than : statement.of;
}

const StatedFigure& denominator(const Statement& statement) {
  return is_upside_down(statement) ? statement.of : statement.than;
}

Statement parse_statement(const std::string& text, const RowNames& rows) {
  Words words(text);
  Statement out{.text = text};
  out.contrary = words.take_if("not");
  const std::string first = words.take("what it is about");
  const std::string word = words.take("a comparison");
  const auto verb = std::ranges::find(verbs, word, &Verb::word);
  if (verb == verbs.end()) throw words.wrong(fmt::format("{} is not a comparison", quote(word)));
  const Reading reading{words, rows, out};
  out.of = verb->of_figures ? parse_figure(first, rows) : reading.time(first);
  verb->read(reading);
  if (!words.ended()) throw words.wrong(fmt::format("{} does not belong there", quote(words.take(""))));
  return out;
}

}  // namespace heteroscope
