#include "app/commands/study/split.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

#include "app/analysis/graphs/share_graph.hpp"
#include "app/bench/data.hpp"
#include "app/bench/rows.hpp"
#include "app/commands/bench/cases.hpp"
#include "app/commands/bench/shown_progress.hpp"
#include "app/measures/others.hpp"
#include "app/options/file_use.hpp"
#include "app/options/unused_options.hpp"
#include "app/plot/svg.hpp"
#include "app/results/result.hpp"
#include "app/text/csv.hpp"
#include "app/text/table.hpp"
#include "core/io/json/json_text.hpp"
#include "core/plan/partition.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// The share of a row whose frames were all divided by one share.
double share_of_row(const BenchRow& row) {
  return row.what.settings.execution.shares.front();
}

/// The row whose frame was shortest; of a bench whose rows all have participants.
std::size_t fastest_row(const Bench& bench) {
  return static_cast<std::size_t>(
      std::ranges::min_element(bench.rows, {}, [](const BenchRow& row) { return row.participants->frame_ms; }) -
      bench.rows.begin());
}

/// Rows that differ in their share alone: times of the participants and of the frame over the share, the shortest frame
/// marked.
std::string split_svg(const Result& result) {
  return svg(standing_alone(times_over_share(result).front(), result));
}

using Json = nlohmann::ordered_json;

constexpr int coarse_steps = 16;  ///< of the whole range
constexpr int fine_steps = 8;     ///< between the neighbors of the best of these

/// The rows of one case with other shares.
std::vector<BenchCase> with_shares(const BenchCase& what, const std::vector<double>& shares) {
  std::vector<BenchCase> out;
  for (const double share : shares) {
    BenchCase& each = out.emplace_back(what);
    each.settings.execution.sharing = Sharing::by_hand;
    each.settings.execution.shares = {share};
  }
  return out;
}

std::vector<double> evenly(double from, double to, int steps) {
  std::vector<double> out;
  for (int i = 0; i <= steps; ++i) out.push_back(from + (to - from) * i / steps);
  return out;
}

/// All shares in coarse steps, then those around the best of them.
Bench measured(const BenchCase& what) {
  const BenchEffort effort{.sampling = {.runs = 10}};
  ShownProgress watch;
  Bench out = measure(with_shares(what, evenly(0, 1, coarse_steps)), catalog(), effort, watch);
  if (out.rows.empty()) throw BadInput("nothing can be measured here: " + out.skips.front().first);
  const double best = share_of_row(out.rows[fastest_row(out)]);
  constexpr double step = 1.0 / coarse_steps;
  std::vector<double> around = evenly(std::max(0.0, best - step), std::min(1.0, best + step), fine_steps);
  std::erase_if(around, [](double share) { return std::fmod(share, step) == 0; });
  Bench finer = measure(with_shares(what, around), catalog(), effort, watch);
  // all are held against the same
  for (BenchRow& row : finer.rows) {
    for (std::size_t i = 0; i < row.participants->participants.size(); ++i) {
      const ParticipantFigures& known = out.rows.front().participants->participants[i];
      row.participants->participants[i].alone_ms = known.alone_ms;
      row.participants->participants[i].link_ms = known.link_ms;
    }
    row.participants->arrival_ms = out.rows.front().participants->arrival_ms;
  }
  std::ranges::move(finer.rows, std::back_inserter(out.rows));
  std::ranges::sort(out.rows, {}, share_of_row);
  return out;
}

/// A line that says why the best share cannot be told; empty where it can.
std::string doubt_of_rows(const Bench& bench) {
  const auto marked = std::ranges::find_if(bench.rows, [](const BenchRow& row) { return row.others.marked(); });
  if (marked == bench.rows.end()) return {};
  return fmt::format("{} during the measurement: the best share may be another one\n", others_text(marked->others));
}

/// The summary: what the fastest participant alone and all of them together could reach.
std::string summary_of(const Bench& bench) {
  const BenchRow& best = bench.rows[fastest_row(bench)];
  std::string out = "alone: ";
  double fastest = std::numeric_limits<double>::infinity();
  for (const ParticipantFigures& each : best.participants->participants) {
    out += fmt::format("{} {}; ", name_of(each.participant), milliseconds(each.alone_ms));
    fastest = std::min(fastest, each.alone_ms);
  }
  const double ideal = best.participants->ideal_ms();
  const double frame = best.participants->frame_ms;
  return out +
         fmt::format(
             "together {} at best, if all rows cost the same\nthe best share, {:.4g}: {}, {} of that, {} times "
             "as fast as the fastest processor alone\n",
             milliseconds(ideal), share_of_row(best), milliseconds(frame), percent(ideal / frame),
             times(fastest / frame)) +
         doubt_of_rows(bench);
}

std::string bench_text(const Bench& bench) {
  const std::size_t best = fastest_row(bench);
  const std::vector<ParticipantFigures>& participants = bench.rows.front().participants->participants;
  std::vector<TextTable::Column> columns{{"share", true}};
  for (const ParticipantFigures& each : participants) {
    columns.push_back({name_of(each.participant), true});
    columns.push_back({"idle", true});
  }
  columns.insert(columns.end(), {{"frame", true}, {"of ideal", true}, {""}});
  TextTable table(std::move(columns));
  for (std::size_t i = 0; i < bench.rows.size(); ++i) {
    const ParticipantsRow& row = *bench.rows[i].participants;
    std::vector<std::string> cells{fmt::format("{:.4g}", share_of_row(bench.rows[i]))};
    for (const ParticipantFigures& each : row.participants) {
      cells.push_back(milliseconds(each.ms));
      cells.push_back(percent(row.idle(each)));
    }
    cells.insert(cells.end(), {milliseconds(row.frame_ms), percent(row.ideal_ms() / row.frame_ms),
                               i == best ? "the shortest frame" : ""});
    table.add(std::move(cells));
  }
  return fmt::format("{}: {}, {}\n\n{}\n{}", bench.title, bench.rows.front().what.variant,
                     id_of(bench.rows.front().what.settings.problem.precision), table.markdown(), summary_of(bench));
}

std::string csv_of(const Bench& bench) {
  std::string out = csv_line({"share", "lane", "compute_ms", "idle", "alone_ms", "frame_ms", "ideal_ms"});
  for (const BenchRow& row : bench.rows) {
    for (const ParticipantFigures& each : row.participants->participants) {
      out += csv_line({fmt::format("{}", share_of_row(row)), name_of(each.participant), fmt::format("{}", each.ms),
                       fmt::format("{}", row.participants->idle(each)), fmt::format("{}", each.alone_ms),
                       fmt::format("{}", row.participants->frame_ms), fmt::format("{}", row.participants->ideal_ms())});
    }
  }
  return out;
}

Json json_of_rows(const Bench& bench) {
  Json points = Json::array();
  for (const BenchRow& row : bench.rows) {
    Json participants = Json::array();
    for (const ParticipantFigures& each : row.participants->participants) {
      participants.push_back({{"lane", name_of(each.participant)},
                              {"compute_ms", each.ms},
                              {"idle", row.participants->idle(each)},
                              {"alone_ms", each.alone_ms}});
    }
    points.push_back({{"share", share_of_row(row)},
                      {"frame_ms", row.participants->frame_ms},
                      {"ideal_ms", row.participants->ideal_ms()},
                      {"lanes", std::move(participants)}});
  }
  return {{"study", "split"},
          {"workload", bench.title},
          {"variant", bench.rows.front().what.variant},
          {"precision", id_of(bench.rows.front().what.settings.problem.precision)},
          {"best_share", share_of_row(bench.rows[fastest_row(bench)])},
          {"points", std::move(points)}};
}

/// The case that the options leave of the workload.
BenchCase case_of(const SettingsOptions& options, const Settings& base, const Workload& workload) {
  SettingsOptions one = options;
  if (!one["precision"]) one["precision"] = id_of(base.problem.precision);
  if (!one.scene && !one.settings_file && !workload.scenes.empty()) one.scene = workload.scenes.front().id;
  std::vector<BenchCase> cases = workload_cases(one, base, workload);
  const auto chosen = [&](const BenchCase& each) {
    const Stage& stage = workload.stages[each.stage];
    const auto of_stage = each.settings.execution.variants.find(stage.id);
    return of_stage != each.settings.execution.variants.end() && of_stage->second.gpu == stage.default_gpu;
  };
  if (options.words("variants").empty()) std::erase_if(cases, [&](const BenchCase& each) { return !chosen(each); });
  if (cases.empty())
    throw BadInput(fmt::format("no variant of {} fits all of these options; leave one of them out", workload.id));
  const auto of_main = std::ranges::find(cases.rbegin(), cases.rend(), workload.main_index(), &BenchCase::stage);
  return of_main != cases.rend() ? *of_main : cases.back();
}

}  // namespace

int study_split(const SettingsOptions& options, const StudyFiles& wanted) {
  if (options["split"]) throw BadInput("--split cannot be given: this study tries all shares");
  SettingsOptions chosen = options;
  if (!chosen.workload && !chosen.settings_file) throw BadInput("study split: which workload?");
  if (!chosen["processor"]) chosen["processor"] = "split";
  if (!chosen["size"] && !chosen.settings_file) chosen["size"] = "1024x1024";
  const Settings base = make_settings(chosen);
  const Workload& workload = find_workload(catalog(), base.problem.workload);
  refuse_unused(options, base);
  for (const Processor each : {Processor::cpu, Processor::gpu}) refuse_second_variant(options, workload, each);
  const std::vector<Participant> participants = participants_of(base.execution, device::all());
  if (participants.size() < 2) throw BadInput("study split: one processor alone has nothing to share");
  if (participants.size() > 2 && participants.back().is_gpu())
    throw BadInput("study split: the share is that of the GPUs beside the CPU, or of the first of two GPUs");
  FileUse files;
  if (chosen.settings_file) files.reads("--settings", *chosen.settings_file);
  files.reads_source(base);
  files.writes("--csv", wanted.csv);
  files.writes("--json", wanted.json);
  files.writes("--svg", wanted.svg);
  files.check();
  const BenchCase what = case_of(chosen, base, workload);
  if (!chosen.allow_unstable) check_limits({what}, workload);
  Bench bench = measured(what);
  bench.title = workload.id;
  Reports reports;
  if (wanted.csv != "-" && wanted.json != "-" && wanted.svg != "-") reports.add("-", bench_text(bench));
  if (wanted.csv) reports.add(*wanted.csv, csv_of(bench));
  if (wanted.json) reports.add(*wanted.json, written_json(json_of_rows(bench), 2) + "\n");
  if (wanted.svg) reports.add(*wanted.svg, split_svg(result_of(bench, workload)));
  reports.put();
  return 0;
}

}  // namespace heteroscope
