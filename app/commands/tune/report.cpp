#include "app/commands/tune/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/tune/reach.hpp"
#include "core/base/plural.hpp"
#include "core/model/schema/command_text.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t most_rows = 12;
constexpr std::size_t most_reasons = 20;

/// "48.2 % *": what other programs took of what computes the candidate, with a star where that is much.
std::string others_of(const TuneOutcome& outcome, const TuneTried& tried) {
  const TakenByOthers& taken = tried.time.others;
  const Processor processor = outcome.candidates.settings[tried.candidate].execution.processor;
  return others_cell(taken, taken.counts_cpu, processor != Processor::cpu) + (taken.marked() ? " *" : "");
}

/// Explains the stars.
void add_disturbance(Document& to, const TuneFound& found) {
  const auto marked = std::ranges::count_if(found.tried, [](const auto& each) { return each.time.others.marked(); });
  if (marked == 0) return;
  to.push_back(Paragraph{
      fmt::format("{0} of {1} (*) {2} measured while other programs used more than {3:.0f} % of the processors or "
                  "the GPU: their times are not used for conclusions. Search again when those programs have ended.",
                  marked, plural(found.tried.size(), "candidate"), noun(marked, "was", "were"), 100 * much_taken)});
}

std::string remark(const TuneOutcome& outcome, std::size_t place) {
  const TuneFound& found = outcome.found();
  const TuneTried& tried = found.tried[place];
  std::string out;
  if (place == *found.winner) out = "winner";
  if (std::ranges::find(found.ties, place) != found.ties.end()) out = "tie";
  if (outcome.candidates.present && *outcome.candidates.present == tried.candidate)
    out += out.empty() ? "given" : ", given";
  return out;
}

/// The fastest, and the settings as they were, wherever they stand.
TextTable best_ones(const TuneOutcome& outcome) {
  const TuneFound& found = outcome.found();
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < found.tried.size(); ++i) {
    if (found.tried[i].fate == TuneFate::checked || found.tried[i].fate == TuneFate::slower) places.push_back(i);
  }
  const double best = outcome.winner()->time.ms;
  const auto is_winner = [&](std::size_t i) { return i == *found.winner; };
  // what was measured only shortly may seem faster than the winner
  std::ranges::stable_sort(places, {}, [&](std::size_t i) { return std::pair(!is_winner(i), found.tried[i].time.ms); });
  TextTable table(
      {{""}, {"candidate"}, {"time", true}, {"±", true}, {"runs", true}, {"others", true}, {"time / best", true}});
  for (std::size_t k = 0; k < places.size(); ++k) {
    const TuneTried& tried = found.tried[places[k]];
    const bool usual = outcome.candidates.present && *outcome.candidates.present == tried.candidate;
    if (k >= most_rows && !usual) continue;
    table.add({remark(outcome, places[k]), outcome.candidates.space.text(tried.candidate), milliseconds(tried.time.ms),
               reach_text(tried.time), fmt::format("{}", tried.time.runs), others_of(outcome, tried),
               fmt::format("{} ×", times(tried.time.ms / best))});
  }
  return table;
}

List thrown_out(const TuneOutcome& outcome) {
  List out;
  for (const TuneTried& each : outcome.found().tried) {
    if (each.why.empty()) continue;
    if (out.items.size() == most_reasons) {
      out.items.emplace_back("and more; --json and --csv list them");
      break;
    }
    out.items.push_back(fmt::format("discarded: {}: {}", outcome.candidates.space.text(each.candidate), each.why));
  }
  for (const auto& [reason, count] : outcome.candidates.left_out)
    out.items.push_back(fmt::format("left out {}: {}", count, reason));
  if (const std::string& why = outcome.candidates.incomparable; !why.empty())
    out.items.push_back(fmt::format("not compared with the reference: {}", why));
  return out;
}

}  // namespace

std::string end_text(TuneEnd end) {
  switch (end) {
    case TuneEnd::budget:
      return "the time was used up";
    case TuneEnd::evaluations:
      return "as many as wanted";
    case TuneEnd::all_tried:
      return "all candidates";
    case TuneEnd::nothing_to_gain:
      return "no other candidate was expected to be faster";
    case TuneEnd::stopped:
      return "it was stopped";
  }
  return {};
}

Document tune_report(const TuneOutcome& outcome, const TuneJob& job, Catalog catalog) {
  const TuneFound& found = outcome.found();
  Document out;
  out.push_back(Paragraph{fmt::format("{}; {}", outcome.record.problem, machine_text(outcome.record.machine))});
  out.push_back(Paragraph{fmt::format("{} of {} {} tried in {:.1f} s: {}.", found.tried.size(),
                                      plural(outcome.candidates.space.candidates.size(), "candidate"),
                                      noun(found.tried.size(), "was", "were"), found.seconds, end_text(found.end))});
  if (outcome.winner() == nullptr) {
    out.push_back(Paragraph{"No candidate gives the reference's result."});
  } else {
    out.push_back(best_ones(outcome));
    const std::size_t ties = found.ties.size();
    const std::string gain = gain_text(outcome, job.effort.noise);
    out.push_back(Paragraph{fmt::format(
        "The best: {}{}{}.", outcome.candidates.space.text(outcome.winner()->candidate),
        gain.empty() ? "" : ", " + gain,
        ties == 0 || !others_text(outcome).empty()
            ? ""
            : fmt::format("; {} cannot be distinguished from it (their intervals overlap, or they are within {})",
                          ties == 1 ? "another" : fmt::format("{} others", ties), percent(job.effort.noise)))});
    add_disturbance(out, found);
    out.push_back(Paragraph{"heteroscope render " + render_options_of(outcome.tuned(job.settings), catalog) +
                            " --out result.png"});
  }
  if (List rest = thrown_out(outcome); !rest.items.empty()) out.push_back(std::move(rest));
  return out;
}

}  // namespace heteroscope
