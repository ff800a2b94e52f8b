#include "app/analysis/claims/told.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/text/table.hpp"

namespace heteroscope {

namespace {

using Kind = Statement::Kind;

/// Why intervals leave it open: "static takes 0.96 to 1.09 times as long as dynamic (95 %)".
std::string reach_of(const Statement& statement, const Bounded& ratio, const Result& measured) {
  const StatedFigure& more = numerator(statement);
  const StatedFigure& less = denominator(statement);
  const bool of_times = more.is_usual_time() && less.is_usual_time();
  return fmt::format("{} {} {} {} (95 %)", label_of(more, measured), of_times ? "takes" : "is",
                     from_to_times_as(ratio.low, ratio.high, of_times ? "long as" : "much as"),
                     label_of(less, measured));
}

ToldVerdict told_of_ratio(const Statement& statement, const Bounded& ratio, const Result& measured) {
  const Verdict verdict = verdict_of(ratio, statement);
  return {verdict, verdict == Verdict::unknown ? reach_of(statement, ratio, measured) : std::string()};
}

ToldVerdict told_above(const Statement& statement, const Bounded& more, const Bounded& less, const Result& measured) {
  if (statement.factor > 1) return told_of_ratio(statement, over(more, less), measured);
  if (more.low > less.high) return {Verdict::holds, {}};
  if (more.high <= less.low) return {Verdict::does_not, {}};
  return {Verdict::unknown, fmt::format("the 95 % intervals of {} and {} overlap", label_of(statement.of, measured),
                                        label_of(statement.than, measured))};
}

/// Why nothing can be told of a figure; empty where something can.
std::string why_open(const StatedFigure& figure, const FoundFigure& found, const Result& measured) {
  if (!found.value) return found.why;
  if (found.value->sure) return {};
  return fmt::format("{} was measured {}", label_of(figure, measured), found.value->doubt);
}

}  // namespace

ToldVerdict told_by_figures(const Statement& statement, const Result& measured) {
  const FoundFigure more = find_figure(numerator(statement), measured);
  const FoundFigure less = find_figure(denominator(statement), measured);
  for (const auto& [figure, found] : {std::pair{&numerator(statement), &more}, {&denominator(statement), &less}}) {
    if (std::string why = why_open(*figure, *found, measured); !why.empty()) return {Verdict::unknown, std::move(why)};
  }
  if (statement.kind == Kind::above) return told_above(statement, *more.value, *less.value, measured);
  if (statement.kind == Kind::times) return told_of_ratio(statement, over(*more.value, *less.value), measured);
  return {equal(more.value->value, less.value->value, statement.factor) ? Verdict::holds : Verdict::does_not, {}};
}

ToldVerdict tell(const std::vector<Statement>& all, const Result& measured) {
  ToldVerdict out{Verdict::holds, {}};
  for (const Statement& each : all) {
    const bool of_figures = each.kind == Kind::times || each.kind == Kind::above || each.kind == Kind::equals;
    ToldVerdict one = of_figures ? contrary_if(each.contrary, told_by_figures(each, measured)) : judge(each, measured);
    if (one.verdict == Verdict::does_not) return one;
    if (one.verdict == Verdict::unknown && out.verdict == Verdict::holds) out = one;
  }
  return out;
}

}  // namespace heteroscope
