#include "app/commands/bench/collection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/claims/beside.hpp"
#include "app/analysis/claims/published.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/report.hpp"
#include "app/bench/schedule.hpp"
#include "app/commands/bench/again.hpp"
#include "app/results/fact_columns.hpp"
#include "core/base/message.hpp"
#include "core/model/settings/processors.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

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
      more.left_out.push_back({fact(part, column::title), part.skipped.front().reason, cases});
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
