#include "app/commands/bench/collection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

#include "app/analysis/claims/beside.hpp"
#include "app/analysis/claims/published.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/report.hpp"
#include "app/analysis/scaling.hpp"
#include "app/analysis/speedups.hpp"
#include "app/analysis/tables/ranking.hpp"
#include "app/bench/data.hpp"
#include "app/bench/schedule.hpp"
#include "app/commands/bench/again.hpp"
#include "app/results/data.hpp"
#include "app/results/fact_columns.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/processors.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

/// What tells a case, and the row that came of it. Settings are compared as what they say, however they are written.
std::string unfinished_key(const std::string& scene, const std::string& variant, const std::string& stage,
                           bool fast_math, const std::string& settings) {
  return written_json(nlohmann::json{scene, variant, stage, fast_math, nlohmann::json::parse(settings)});
}

std::string unfinished_key(const BenchCase& what) {
  return unfinished_key(what.scene, what.variant, std::to_string(what.stage), what.fast_math,
                        to_json(what.settings, catalog()));
}

std::string unfinished_key(const ResultRow& row) {
  return unfinished_key(row.text(column::scene), row.text(column::variant), row.text(column::stage),
                        holds(row, column::fast_math), row.settings.empty() ? "null" : row.settings);
}

/// A fact that must be the same in both runs. The date is not, nor is a clock that may be the present one.
bool must_be_same(const std::string& id) {
  for (const Column& each : {column::machine::date_utc, column::machine::cpu_mhz})
    if (id == part_of(column::machine_facts, each)) return false;
  constexpr std::array whole{column::title.id, column::workload.id, column::suite.id};
  return id.starts_with("machine/") || id.starts_with("effort/") || std::ranges::find(whole, id) != whole.end();
}

void check_result_facts(const Result& earlier, const Result& now, const std::string& name) {
  for (const Datum& each : now.facts) {
    if (!must_be_same(each.id)) continue;
    const std::string before = fact(earlier, each.id);
    const std::string here = text_of(each.value);
    if (before == here) continue;
    throw BadInput(fmt::format("--resume: {} was measured with another {}: then {}, now {}", name, each.name,
                               quote(before), quote(here)));
  }
}

bool has_any(const Result& result, std::string_view whole) {
  return std::ranges::any_of(result.facts,
                             [&](const Datum& each) { return each.id.starts_with(whole) && each.there(); });
}

/// Ceilings and noise of processors whose rows were all there already.
void add_missing_facts(Result& to, const Result& earlier) {
  for (const std::string_view whole :
       {column::cpu_ceilings, column::gpu_ceilings, column::link_ceilings, column::noises}) {
    if (has_any(to, whole)) continue;
    std::erase_if(to.facts, [&](const Datum& each) { return each.id.starts_with(whole); });
    std::ranges::copy_if(earlier.facts, std::back_inserter(to.facts),
                         [&](const Datum& each) { return each.id.starts_with(whole); });
  }
}

/// When earlier parts were measured, and how many rows each has.
void add_parts(Result& to, const Result& earlier) {
  std::size_t parts = 0;
  std::size_t rows = earlier.rows.size();
  for (const Datum& each : earlier.facts) {
    if (!each.id.starts_with("earlier/")) continue;
    to.facts.push_back(each);
    if (!each.id.ends_with("/rows")) continue;
    ++parts;
    rows -= static_cast<std::size_t>(each.number());
  }
  if (rows == 0) return;
  Data part = Data(to.facts).of(fmt::format("earlier/{}", parts));
  part.add({column::machine::date_utc.id, "date", "The date of an earlier part of the measurement, UTC"},
           machine_fact(earlier, column::machine::date_utc));
  part.add({"rows", "rows", "The rows of that part"}, static_cast<std::int64_t>(rows));
}

/// Says of which suite the row is.
class PartWatch final : public BenchWatch {
 public:
  /// `title`: of the part; empty where there is one alone.
  PartWatch(BenchWatch& whole, std::string title, std::function<void(const Bench&)> keep)
      : whole_(whole), title_(std::move(title)), keep_(std::move(keep)) {}

  void comes(const BenchProgress& progress) override {
    BenchProgress named = progress;
    if (!title_.empty()) named.now = fmt::format("{}: {}", title_, progress.now);
    whole_.comes(named);
  }
  void begins(const std::string& rows) override { whole_.begins(title_.empty() ? rows : title_ + ": " + rows); }
  void measured(const BenchRow& row) override { whole_.measured(row); }
  void kept(const Bench& so_far) override {
    if (!so_far.rows.empty()) keep_(so_far);
  }
  [[nodiscard]] bool stopped() override { return whole_.stopped(); }

 private:
  BenchWatch& whole_;
  std::string title_;
  std::function<void(const Bench&)> keep_;
};

std::string title_of_asked(const Asked& asked) {
  return std::string(asked.suite != nullptr ? asked.suite->id : asked.workload->id);
}

/// What the user asked for of all parts.
void refuse_others(const Collection& collection, const SettingsOptions& options) {
  SettingsOptions allowed;
  allowed.workload = options.workload;
  allowed["processor"] = options["processor"];
  if (options != allowed) {
    throw BadInput(
        fmt::format("{} chooses what is measured; only --processor, the number of runs, and files can be given with "
                    "it",
                    collection.id));
  }
  if (options["processor"] && parse_processors(*options["processor"]) == Processor::split) {
    throw BadInput(
        fmt::format("--processor {}: for {} only cpu or gpu can be chosen", *options["processor"], collection.id));
  }
}

/// The part as it would be typed, once for each of its scenes.
std::vector<SettingsOptions> typed_of(const SuitePart& part) {
  SettingsOptions one;
  const auto word = [](std::string_view text) {
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
  };
  one.workload = word(part.of);
  one["precision"] = word(part.precision);
  one["size"] = word(part.size);
  one.words("parameters").assign(part.set.begin(), part.set.end());
  one.words("variants").assign(part.variants.begin(), part.variants.end());
  std::vector<SettingsOptions> out;
  for (const std::string_view scene : part.scenes) {
    out.push_back(one);
    out.back().scene = scene;
  }
  if (out.empty()) out.push_back(one);
  return out;
}

Several asked_of(const Collection& collection, const SettingsOptions& options, FileUse& files) {
  refuse_others(collection, options);
  Several out{.title = std::string(collection.id), .parts = {}};
  for (const SuitePart& part : collection.parts) {
    Asked all;
    for (const SettingsOptions& typed : typed_of(part)) {
      Asked one = asked_by(typed, files);
      std::ranges::move(one.cases, std::back_inserter(all.cases));
      all.workload = one.workload;
      all.suite = one.suite;
    }
    all.effort = effort_of(collection);
    if (options["processor"]) {
      const Processor wanted = parse_processors(*options["processor"]);
      std::erase_if(all.cases, [&](const BenchCase& each) { return each.settings.execution.processor != wanted; });
    }
    if (!all.cases.empty()) out.parts.push_back(std::move(all));
  }
  return out;
}

}  // namespace

UnfinishedBench::UnfinishedBench(const Asked& asked, const BenchEffort& effort)
    : asked_(asked), effort_(effort), left_(asked.cases) {
  for (const BenchCase& each : asked.cases) keys_.push_back(unfinished_key(each));
}

void UnfinishedBench::take_up(Result earlier, const std::string& name) {
  check_result_facts(earlier, with({}), name);
  std::vector<std::string> open = keys_;
  for (std::size_t i = 0; i < earlier.rows.size(); ++i) {
    const auto found = std::ranges::find(open, unfinished_key(earlier.rows[i]));
    if (found == open.end()) throw BadInput(fmt::format("--resume: row {} of {} is not measured now", i + 1, name));
    found->clear();
  }
  left_.clear();
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!open[i].empty()) left_.push_back(asked_.cases[i]);
  }
  earlier_ = std::move(earlier);
}

Result UnfinishedBench::with(Bench now) const {
  now.title = asked_.suite != nullptr ? asked_.suite->id : asked_.workload->id;
  now.suite = asked_.suite;
  now.effort = effort_;
  now.cases = asked_.cases.size();
  now.ranked = asked_.ranked;
  for (const std::string& each : asked_.said_of_files) now.skips.emplace_back(each, 0);
  Result out = result_of(now, *asked_.workload);
  if (!earlier_) return out;
  std::vector<ResultRow> rows = earlier_->rows;
  std::ranges::move(out.rows, std::back_inserter(rows));
  std::vector<std::string> keys;
  keys.reserve(rows.size());
  for (const ResultRow& each : rows) keys.push_back(unfinished_key(each));
  out.rows.clear();
  for (const std::string& key : keys_) {
    const auto at = std::ranges::find(keys, key);
    if (at == keys.end()) continue;
    at->clear();
    out.rows.push_back(std::move(rows[static_cast<std::size_t>(at - keys.begin())]));
  }
  set_speedups(out, now.suite);
  set_scaling(out);
  add_missing_facts(out, *earlier_);
  add_parts(out, *earlier_);
  return out;
}

const Collection* find_collection(std::string_view id) {
  const auto all = collections();
  const auto found = std::ranges::find(all, id, &Collection::id);
  return found == all.end() ? nullptr : *found;
}

BenchEffort effort_of(const Collection& collection) {
  BenchEffort out;
  out.sampling.budget_ms = collection.budget_ms;
  out.sampling.within = collection.within;
  out.sampling.least = collection.least;
  out.all_ms = collection.all_ms;
  return out;
}

Several several_asked_by(const SettingsOptions& options, FileUse& files) {
  if (const Collection* const collection = find_collection(options.workload.value_or("")))
    return asked_of(*collection, options, files);
  return {.title = {}, .parts = {asked_by(options, files)}};
}

Several asked_again(const Results& results, const std::string& name) {
  Several out{.title = results.title, .parts = {}};
  for (const Result& each : results.parts)
    out.parts.push_back(asked_again(each, std::nullopt, part_name(name, results, each)));
  return out;
}

void take_up(const Several& several, std::vector<UnfinishedBench>& parts, Results earlier, const std::string& name) {
  if (earlier.title != several.title) {
    throw BadInput(fmt::format("--resume: {} contains something else: {}", name,
                               earlier.several() ? "the suites of " + earlier.title : "one suite"));
  }
  for (Result& each : earlier.parts) {
    const std::string title = fact(each, column::title);
    const auto same = std::ranges::find(several.parts, title, title_of_asked);
    if (several.parts.size() > 1 && same == several.parts.end())
      throw BadInput(fmt::format("--resume: {} has {}, which is not measured now", name, quote(title)));
    const std::size_t at = same == several.parts.end() ? 0 : static_cast<std::size_t>(same - several.parts.begin());
    const std::string part = part_name(name, earlier, each);
    parts[at].take_up(std::move(each), part);
  }
}

namespace {

/// Of a ranking the reasons of all files, otherwise the first one: others are often the same in other words.
std::string why_nothing_is_measured(const Result& part) {
  if (!is_ranking(part)) return part.skipped.front().reason;
  std::vector<std::string> reasons;
  for (const Skipped& each : part.skipped) reasons.push_back(each.reason);
  return fmt::format("{}", fmt::join(reasons, "; "));
}

}  // namespace

Results measure_several(const Several& several, const std::vector<UnfinishedBench>& parts, BenchWatch& watch,
                        const std::function<void(const Results&)>& keep) {
  Schedule schedule(parts.empty() ? std::nullopt : parts.front().effort().all_ms);
  for (const UnfinishedBench& each : parts) add_to(schedule, each.left(), catalog(), each.effort());
  CeilingMeter meter;
  Results out{.title = several.title, .parts = {}, .left_out = {}};
  const auto with = [&](Result part, std::size_t cases) {
    Results more = out;
    if (!part.rows.empty()) {
      more.parts.push_back(std::move(part));
    } else if (!part.skipped.empty()) {
      more.left_out.push_back({fact(part, column::title), why_nothing_is_measured(part), cases});
    }
    return more;
  };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const UnfinishedBench& part = parts[i];
    const std::size_t cases = several.parts[i].cases.size();
    PartWatch part_watch(watch, several.parts.size() > 1 ? title_of_asked(several.parts[i]) : std::string(),
                         [&](const Bench& so_far) { keep(with(part.with(so_far), cases)); });
    // what is stopped here keeps the rows of before
    const Bench measured =
        watch.stopped() ? Bench{} : measure(part.left(), catalog(), part.effort(), part_watch, meter, schedule);
    out = with(part.with(measured), cases);
  }
  return out;
}

Document report_of(const Results& results) {
  Document out;
  for (const Result& each : results.parts) std::ranges::move(bench_report(each), std::back_inserter(out));
  for (const LeftOut& each : results.left_out) {
    const Suite* const suite = find_suite(each.title);
    if (suite == nullptr || published_of(*suite) == nullptr) continue;
    out.emplace_back(Paragraph{fmt::format("{} (nothing was measured here): {}", each.title, each.reason)});
    std::ranges::move(published_alone(*suite), std::back_inserter(out));
  }
  if (results.left_out.empty()) return out;
  List left_out;
  for (const LeftOut& each : results.left_out)
    left_out.items.push_back(fmt::format("left out {}: {}", each.title, each.reason));
  out.emplace_back(std::move(left_out));
  return out;
}

}  // namespace heteroscope
