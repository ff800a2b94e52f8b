#include "app/commands/report/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/analysis/claims/beside.hpp"
#include "app/analysis/claims/judged.hpp"
#include "app/analysis/claims/published.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/scaling.hpp"
#include "app/analysis/weak_scaling.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

using Alike = std::vector<const ResultRow*>;

/// Alike that compute the same, the fastest first.
std::vector<Alike> problems_of(const Result& result) {
  std::vector<Alike> out;
  for (const ResultRow& row : result.rows) {
    if (holds(row, column::fast_math) || !(row.number(column::median_ms) > 0)) continue;
    const auto same = [&](const Alike& known) {
      return same_problem(*known.front(), row) && known.front()->text(column::stage) == row.text(column::stage);
    };
    const auto found = std::ranges::find_if(out, same);
    (found != out.end() ? *found : out.emplace_back()).push_back(&row);
  }
  std::erase_if(out, [](const Alike& each) { return each.size() < 2; });
  for (Alike& each : out)
    std::ranges::stable_sort(each, {}, [](const ResultRow* row) { return row->number(column::median_ms); });
  return out;
}

std::string finding_label(const Result& result, const ResultRow& row) {
  std::string out = variant_text(result, row);
  if (const std::string block = block_text(row); !block.empty()) out += fmt::format(" in blocks of {}", block);
  if (uses_gpu(row) && has(row, column::split)) out += fmt::format(", shared {}", cell(row, column::split));
  return out;
}

/// "seahorses, fp64, 1024x1024": the problem of a row; a row may have no scene.
std::string problem_text(const ResultRow& row) {
  const std::string scene = row.text(column::scene);
  return fmt::format("{}{}{}, {}", scene, scene.empty() ? "" : ", ", row.text(column::precision), size_text(row));
}

/// "; simd_tuned and omp cannot be told from it".
std::string ties_with(const Result& result, const Alike& rows) {
  std::vector<std::string> out;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (tied(*rows[0], *rows[i])) out.push_back(finding_label(result, *rows[i]));
  }
  return out.empty() ? std::string() : fmt::format("; {} cannot be distinguished from it", fmt::join(out, ", "));
}

std::string times_as_long(const ResultRow& slow, const ResultRow& fast) {
  return "takes " + times_as(slow.number(column::median_ms) / fast.number(column::median_ms), "long");
}

/// How much longer the next variant takes that is not tied with the first, and the first of the other kind of
/// processor; of one variant alone the next block or number of threads.
std::string leads_of(const Result& result, const Alike& rows) {
  const ResultRow& first = *rows.front();
  const auto first_where = [&](const auto& wanted) {
    const auto found =
        std::ranges::find_if(rows, [&](const ResultRow* row) { return !tied(first, *row) && wanted(*row); });
    return found == rows.end() || *found == &first ? nullptr : *found;
  };
  const auto other_variant = [&](const ResultRow& row) {
    return row.text(column::variant) != first.text(column::variant);
  };
  const bool several = std::ranges::any_of(rows, [&](const ResultRow* row) { return other_variant(*row); });
  const ResultRow* const next =
      first_where([&](const ResultRow& row) { return &row != &first && (!several || other_variant(row)); });
  std::string out;
  if (next != nullptr)
    out = fmt::format("; the next one, {}, {}", finding_label(result, *next), times_as_long(*next, first));
  const ResultRow* const other = first_where([&](const ResultRow& row) { return uses_gpu(row) != uses_gpu(first); });
  if (other != nullptr && other != next) {
    out += fmt::format("; the fastest {}, {}, {}", uses_gpu(first) ? "on the CPU" : "with a GPU",
                       finding_label(result, *other), times_as_long(*other, first));
  }
  return out;
}

std::string sentence(const Result& result, const Alike& rows) {
  const ResultRow& first = *rows.front();
  std::string out = fmt::format("{}: {} is the fastest with {}", problem_text(first), finding_label(result, first),
                                median_text(first));
  if (has(first, column::speedup) && !holds(first, column::reference))
    out += fmt::format(", {} as the reference", times_as(first.number(column::speedup), "fast"));
  for (const Column& id : {column::fma_ceiling_share, column::copy_ceiling_share, column::fill_ceiling_share}) {
    if (has(first, id)) {
      out += fmt::format(", {} {}", cell(first, id), first.at(id).name);
      break;
    }
  }
  return out + ties_with(result, rows) + leads_of(result, rows) + ".";
}

/// Which is the fastest is concluded of the others; why it is not of these.
List take_marked_problems(std::vector<Alike>& problems) {
  List out;
  const auto marked = [](const Alike& rows) {
    return std::ranges::any_of(rows, [](auto* row) { return is_marked(*row); });
  };
  Alike rows;
  for (const Alike& each : problems) {
    if (marked(each)) rows.insert(rows.end(), each.begin(), each.end());
  }
  const std::size_t all = problems.size();
  const std::size_t taken = std::erase_if(problems, marked);
  if (taken == 0) return out;
  out.items.push_back(fmt::format("It is undecided which variant is the fastest{}: {} during the measurement.",
                                  taken == all ? "" : fmt::format(" for {}", plural(taken, "problem")),
                                  others_text(rows)));
  return out;
}

/// How one variant did in all problems, each time with the fastest of its blocks, threads and memories.
struct Overall {
  std::string variant;
  int problems = 0, won = 0, tied = 0;
  double log_slower = 0;   ///< sum of the logarithms of its time over the fastest's
  double log_speedup = 0;  ///< of its speed-up over the reference
  int with_speedup = 0;
};

/// Which variant does best where all problems count alike. Nothing where there is one problem alone.
Document overall(const std::vector<Alike>& problems) {
  if (problems.size() < 2) return {};
  std::vector<Overall> all;
  for (const Alike& rows : problems) {
    const ResultRow& first = *rows.front();
    Names seen;
    for (const ResultRow* row : rows) {
      const std::string variant = row->text(column::variant);
      const std::size_t known = seen.all().size();
      if (seen.place(variant) < known) continue;  // its fastest came before
      auto of = std::ranges::find(all, variant, &Overall::variant);
      if (of == all.end()) of = all.insert(of, {.variant = variant});
      ++of->problems;
      of->won += row == &first ? 1 : 0;
      of->tied += row != &first && tied(first, *row) ? 1 : 0;
      of->log_slower += std::log(row->number(column::median_ms) / first.number(column::median_ms));
      if (!has(*row, column::speedup) || !(row->number(column::speedup) > 0)) continue;
      of->log_speedup += std::log(row->number(column::speedup));
      ++of->with_speedup;
    }
  }
  std::ranges::stable_sort(all, {}, [](const Overall& each) { return each.log_slower / each.problems; });
  TextTable table({{"variant"},
                   {"problems", true},
                   {"fastest", true},
                   {"tied with it", true},
                   {"time / fastest", true},
                   {"speed-up over reference", true}});
  for (const Overall& each : all) {
    table.add({each.variant, std::to_string(each.problems), std::to_string(each.won), std::to_string(each.tied),
               times(std::exp(each.log_slower / each.problems)),
               each.with_speedup > 0 ? times(std::exp(each.log_speedup / each.with_speedup)) : ""});
  }
  return {Paragraph{fmt::format("Each variant over the {} problems that several variants solved (geometric means):",
                                problems.size())},
          std::move(table)};
}

constexpr const char* superlinear_words =
    ". This is more than the number of threads (a superlinear speed-up), for example because a thread's share fits "
    "into its own cache and the whole problem does not.";

std::string scaling_sentence(const Swept& rows) {
  const ResultRow& last = *rows.back();
  const std::vector<ScalingPoint> points = scaling_of(rows);
  const int threads = points.back().threads;
  const double speedup = 1 / points.back().relative_time;
  const std::string what = fmt::format("{}: {}", problem_text(last), last.text(column::variant));
  if (tied(*rows.front(), last))
    return fmt::format("{}: {} threads are as fast as one, as far as these runs can tell.", what, threads);
  if (speedup <= 1)
    return fmt::format("{} takes {} on {} threads as on one.", what, times_as(1 / speedup, "long"), threads);
  std::string out = fmt::format("{} is {} on {} threads as on one, an efficiency of {}", what,
                                times_as(speedup, "fast"), threads, percent(speedup / threads));
  const double serial = karp_flatt(speedup, threads);
  const SpeedupKind kind = kind_of(*rows.front(), last);
  if (kind == SpeedupKind::superlinear) return out + superlinear_words;
  if (kind == SpeedupKind::linear) return out + ": a linear speed-up, as far as these runs can tell.";
  if (serial <= 0) return out + "; as far as these runs can tell, sharing the work costs nothing.";
  out += fmt::format(". Its serial fraction by Karp and Flatt is {}", percent(serial));
  if (const std::optional<double> fit = amdahl_fraction(points); fit && *fit > 0) {
    out += fmt::format("; by Amdahl's law no number of threads makes it more than {} times as fast", times(1 / *fit));
  }
  return out + ".";
}

/// Why nothing is concluded of how the rows' variants scale. `with_problem`: the problem grew with the threads.
std::string no_scaling_sentence(const Swept& rows, bool with_problem) {
  Names variants;
  for (const ResultRow* row : rows) variants.place(row->text(column::variant));
  const std::size_t count = variants.all().size();
  return fmt::format("It is undecided how {} {}{}: {} while {} measured.", fmt::join(variants.all(), ", "),
                     noun(count, "scales", "scale"),
                     with_problem ? noun(count, " with its problem", " with their problems") : "", others_text(rows),
                     noun(count, "it was", "they were"));
}

/// How variants scale is concluded of the others; why it is not of these.
List take_marked_sweeps(std::vector<Swept>& swept) {
  List out;
  const auto marked = [](const Swept& rows) { return lawful(rows).size() < rows.size(); };
  Swept rows;
  for (const Swept& each : swept) {
    if (marked(each)) rows.insert(rows.end(), each.begin(), each.end());
  }
  std::erase_if(swept, marked);
  if (!rows.empty()) out.items.push_back(no_scaling_sentence(rows, false));
  return out;
}

/// Of each precision's last scene the variant that scales best, and the one that does worst.
List scaling_sentences(const Result& result) {
  std::vector<Swept> swept = swept_in(result);
  List out = take_marked_sweeps(swept);
  if (swept.empty()) return out;
  const auto efficiency = [](const Swept& rows) {
    const ScalingPoint last = scaling_of(rows).back();
    return 1 / last.relative_time / last.threads;
  };
  Names precisions;
  for (const Swept& each : swept) precisions.place(each.front()->text(column::precision));
  for (const std::string& precision : precisions.all()) {
    std::vector<Swept> of;
    for (const Swept& each : swept) {
      if (each.front()->text(column::precision) == precision) of.push_back(each);
    }
    const ResultRow& last = *of.back().front();
    std::erase_if(of, [&](const Swept& each) { return !same_problem(*each.front(), last); });
    const auto [worst, best] = std::ranges::minmax_element(of, {}, efficiency);
    out.items.push_back(scaling_sentence(*best));
    if (worst != best && efficiency(*worst) < efficiency(*best)) out.items.push_back(scaling_sentence(*worst));
  }
  return out;
}

/// Of the largest count of threads.
std::string weak_sentence(const ScaledSweep& sweep) {
  const ScaledRows& last = sweep.rows.back();
  const int threads = last.threads();
  std::string out = fmt::format(
      "{}, {}: {} on {} threads takes {} for a problem {} times as large as one thread takes for its own. The weak "
      "efficiency is {}, the scaled speed-up {}",
      sweep.scene, last.all->text(column::precision), last.all->text(column::variant), threads,
      times_as(1 / sweep.efficiency(last), "long"), threads, percent(sweep.efficiency(last)), times(last.speedup()));
  if (kind_of(*last.one, *last.all) == SpeedupKind::superlinear) return out + superlinear_words;
  if (last.speedup() <= 1) return out + ": more threads are not faster than one.";
  const double serial = sweep.serial_part().value_or(0);
  if (serial <= 0) return out + "; sharing the work costs nothing.";
  return out + fmt::format(". The serial fraction by Gustafson's law is {}.", percent(serial));
}

/// Of each variant whose problem grew with its threads; why not of those beside which other programs took much.
List weak_sentences(const Result& result) {
  List out;
  Swept marked;
  for (const ScaledSweep& each : scaled_in(result)) {
    if (each.rows.size() < 2) continue;
    if (each.is_lawful()) {
      out.items.push_back(weak_sentence(each));
    } else {
      std::ranges::move(each.measured(), std::back_inserter(marked));
    }
  }
  if (!marked.empty()) out.items.push_back(no_scaling_sentence(marked, true));
  return out;
}

/// "“…” (table 6) holds here: …", and which report that is.
Document conclusions(const Result& result) {
  const Suite* const suite = suite_of(result);
  const Published* const published = suite == nullptr ? nullptr : published_of(*suite);
  if (published == nullptr || published->claims.empty()) return {};
  constexpr std::array<std::pair<Verdict, const char*>, 3> verdicts{{{Verdict::holds, "holds here"},
                                                                     {Verdict::does_not, "does not hold here"},
                                                                     {Verdict::unknown, "is undecided here"}}};
  List out;
  for (const auto& [verdict, words] : verdicts) {
    for (const Claim& each : published->claims) {
      const Judged judged = judge(each, result);
      if (judged.verdict == verdict)
        out.items.push_back(fmt::format("“{}” ({}) {}: {}.", each.text, each.where, words, judged.why));
    }
  }
  return {Paragraph{fmt::format("Conclusions that others have published, judged by these figures. Their source: {}",
                                source_line(*published))},
          std::move(out)};
}

/// What makes the figures less sure.
List warnings(const Result& result) {
  constexpr double wide = 0.05;
  List out;
  std::size_t few = 0;
  std::size_t unsure = 0;
  std::vector<const ResultRow*> beside_others;
  Names slowed;
  for (const ResultRow& row : result.rows) {
    if (!has(row, column::reach)) {
      ++few;
    } else if (row.number(column::reach) > wide) {
      ++unsure;
    }
    if (is_marked(row)) beside_others.push_back(&row);
    for (const std::string_view clock : {column::cpu_clock, column::gpu_clock}) {
      const std::string id = part_of(clock, column::clock::slowed_by);
      if (has(row, id)) slowed.place(row.text(id));
    }
  }
  if (few > 0) {
    out.items.push_back(fmt::format("{} of {} {} too few runs for a 95 % interval, so ties between them are not shown.",
                                    few, plural(result.rows.size(), "row"), noun(few, "has", "have")));
  }
  if (unsure > 0) {
    out.items.push_back(
        fmt::format("{} of {} medians are uncertain by more than {:.0f} %: in another run their order may change.",
                    unsure, result.rows.size(), 100 * wide));
  }
  if (!beside_others.empty()) {
    out.items.push_back(
        fmt::format("While {} of {} {} measured, {} or less. These rows are not used for conclusions, and no law is "
                    "fitted to them.",
                    beside_others.size(), plural(result.rows.size(), "row"), noun(beside_others.size(), "was", "were"),
                    others_text(beside_others)));
  }
  if (!slowed.all().empty()) {
    out.items.push_back(
        fmt::format("The processors were slowed down during the measurement: {}.", fmt::join(slowed.all(), ", ")));
  }
  for (const Skipped& each : result.skipped) {
    out.items.push_back(each.rows == 0 ? fmt::format("Left out: {}.", each.reason)
                                       : fmt::format("{} {} not measured: {}.", plural(each.rows, "row"),
                                                     noun(each.rows, "was", "were"), each.reason));
  }
  return out;
}

}  // namespace

Document findings(const Result& result) {
  std::vector<Alike> problems = problems_of(result);
  List marked = take_marked_problems(problems);
  Document out;
  if (problems.empty() && marked.items.empty()) {
    out.emplace_back(Paragraph{"No two rows solve the same problem, so there is nothing to compare."});
  } else {
    List each;
    for (const Alike& rows : problems) each.items.push_back(sentence(result, rows));
    std::ranges::move(marked.items, std::back_inserter(each.items));
    out.emplace_back(std::move(each));
    std::ranges::move(overall(problems), std::back_inserter(out));
  }
  if (List scaling = scaling_sentences(result); !scaling.items.empty()) {
    out.emplace_back(Paragraph{"How variants scale with the number of threads (the best and the worst):"});
    out.emplace_back(std::move(scaling));
  }
  if (List weak = weak_sentences(result); !weak.items.empty()) {
    out.emplace_back(Paragraph{"How variants scale if the problem grows with the number of threads:"});
    out.emplace_back(std::move(weak));
  }
  std::ranges::move(conclusions(result), std::back_inserter(out));
  if (List sure = warnings(result); !sure.items.empty()) {
    out.emplace_back(Paragraph{"Read these figures with care:"});
    out.emplace_back(std::move(sure));
  }
  return out;
}

}  // namespace heteroscope
