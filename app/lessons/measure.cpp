#include "app/lessons/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stop_token>

#include "app/analysis/reading.hpp"
#include "app/bench/data.hpp"
#include "app/bench/own_check.hpp"
#include "app/bench/schedule.hpp"
#include "app/lessons/beside.hpp"
#include "app/lessons/steps.hpp"
#include "app/results/data.hpp"
#include "app/results/lesson_columns.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr double beside_ms = 500;  // of a figure that follows from no time, about
constexpr double check_ms = 500;   // of a person's file beside the reference, about
constexpr const char* not_measured = "the measurement was stopped before";

/// As tables of bench name it.
std::string variant_of(const Settings& settings, const Stage& stage) {
  const StageChoice& choice = settings.execution.variants.find(stage.id)->second;
  switch (settings.execution.processor) {
    case Processor::cpu:
      return choice.cpu;
    case Processor::gpu:
      return choice.gpu;
    case Processor::split:
      break;
  }
  return choice.cpu + " + " + choice.gpu;
}

BenchCase case_of(const LessonRow& row, const std::string& scene) {
  const Workload& workload = find_workload(catalog(), row.settings.problem.workload);
  return {.scene = scene,
          .settings = row.settings,
          .variant = variant_of(row.settings, workload.stages[row.stage]),
          .stage = row.stage,
          .reference = false,
          .skipped = {}};
}

/// What says that a row is the lesson's stands first.
void name_row(ResultRow& row, const LessonRow& of) {
  std::vector<Datum> named;
  Data to(named);
  to.add(column::lesson::row, of.id);
  to.add(column::lesson::label, of.label);
  row.data.insert(row.data.begin(), std::make_move_iterator(named.begin()), std::make_move_iterator(named.end()));
}

class LessonMeter {
 public:
  LessonMeter(const Lesson& lesson, const BenchEffort& effort, BenchWatch& watch, const Result* first)
      : lesson_(lesson), effort_(effort), watch_(watch), first_(first) {}

  Result measure() {
    std::vector<BenchCase> cases = those_planned();
    add_to(schedule_, cases, catalog(), effort_);
    for (std::size_t i = 0; i < lesson_.beside.size(); ++i) schedule_.add(beside_ms);
    leave_out_wrong(cases);
    CeilingMeter ceilings;
    Bench bench = heteroscope::measure(cases, catalog(), effort_, watch_, ceilings, schedule_);
    bench.title = lesson_.id;
    Result out = result_of(bench, find_workload(catalog(), lesson_.rows.front().settings.problem.workload));
    name_rows(out, bench);
    add_first_saves(out);
    add_facts(out);
    return out;
  }

 private:
  /// Rows come as the lesson has them, without those that are missing.
  void name_rows(Result& out, const Bench& bench) {
    std::size_t next = 0;
    for (const LessonRow& each : lesson_.rows) {
      if (is_missing(each) || is_of_first_save(each)) continue;
      if (next < bench.rows.size() && bench.rows[next].what.settings == each.settings) {
        name_row(out.rows[next++], each);
      } else {
        missing_.emplace_back(&each, fault_of(each, bench));
      }
    }
  }

  static bool is_of_first_save(const LessonRow& row) { return row.own && row.own->first_save; }

  /// Returns the cases of all rows that have a plan here; the other rows are missing.
  std::vector<BenchCase> those_planned() {
    std::vector<BenchCase> out;
    for (const LessonRow& each : lesson_.rows) {
      if (is_of_first_save(each)) continue;
      std::string why = why_no_file(lesson_, each);
      if (why.empty()) why = why_not(each);
      if (why.empty()) {
        out.push_back(case_of(each, lesson_.id));
        planned_.push_back(&each);
      } else {
        missing_.emplace_back(&each, std::move(why));
      }
    }
    return out;
  }

  /// Compares what a person's files compute with the reference. Rows of those that do not agree are missing, and have
  /// no case any more.
  void leave_out_wrong(std::vector<BenchCase>& cases) {
    const auto checks = std::ranges::count_if(planned_, [](const LessonRow* each) { return each->own.has_value(); });
    if (checks == 0) return;
    std::vector<BenchCase> right;
    double done = 0;
    schedule_.add_preparation(check_ms * static_cast<double>(checks));
    schedule_.begin_preparation(check_ms * static_cast<double>(checks));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      std::string why;
      if (const LessonRow& row = *planned_[i]; row.own) {
        schedule_.progress(done++ / static_cast<double>(checks));
        watch_.comes(progress_of(schedule_, fmt::format("{} beside the reference", row.own->file)));
        why = one_line(checked_against_reference(row.settings, row.own->file, verifier_).wrong);
      }
      if (why.empty()) {
        right.push_back(std::move(cases[i]));
        continue;
      }
      schedule_.leave_out(rough_ms(cases[i], find_workload(catalog(), cases[i].settings.problem.workload), effort_));
      missing_.emplace_back(planned_[i], std::move(why));
    }
    schedule_.end();
    cases = std::move(right);
  }

  /// Why a row is not among those that were measured: its variant failed meanwhile, or it was stopped.
  static std::string fault_of(const LessonRow& row, const Bench& bench) {
    const auto failed = std::ranges::find_if(
        bench.skips, [&](const auto& skip) { return row.own && skip.first.starts_with(row.own->file + ':'); });
    return failed == bench.skips.end() ? not_measured : failed->first;
  }

  /// The row of the file as it is now, of the same processor.
  [[nodiscard]] const LessonRow* present_row(const LessonRow& first) const {
    const auto found = std::ranges::find_if(lesson_.rows, [&](const LessonRow& each) {
      return each.own && !each.own->first_save && each.own->processor == first.own->processor;
    });
    return found == lesson_.rows.end() ? nullptr : &*found;
  }

  /// Rows of first saves are copies: of what was measured then, or of what is measured now, where that is the first.
  void add_first_saves(Result& out) {
    for (const LessonRow& each : lesson_.rows) {
      if (!is_of_first_save(each)) continue;
      const LessonRow* const present = present_row(each);
      const ResultRow* const now = present == nullptr ? nullptr : find_lesson_row(out, present->id);
      const ResultRow* row = first_ == nullptr || present == nullptr ? nullptr : find_lesson_row(*first_, present->id);
      if (row != nullptr && now != nullptr && !same_problem(*row, *now))
        throw BadInput("the first save was measured with another problem, so it cannot be compared with this one");
      if (row == nullptr) row = now;
      if (row == nullptr) {
        missing_.emplace_back(&each, "no save of the file was measured");
        continue;
      }
      ResultRow copy = *row;
      std::erase_if(copy.data, [](const Datum& datum) {
        return datum.id == column::lesson::row.id || datum.id == column::lesson::label.id;
      });
      name_row(copy, each);
      out.rows.push_back(std::move(copy));
    }
  }

  [[nodiscard]] bool is_missing(const LessonRow& row) const {
    return std::ranges::any_of(missing_, [&](const auto& each) { return each.first == &row; });
  }

  void add_facts(Result& out) {
    Data to(out.facts);
    to.add(column::lesson::id, lesson_.id);
    for (std::size_t i = 0; i < missing_.size(); ++i) {
      Data each = to.of(column::lesson::missing).of(std::to_string(i));
      each.add(column::lesson::row, missing_[i].first->id);
      each.add(column::lesson::label, missing_[i].first->label);
      each.add(column::lesson::why, missing_[i].second);
    }
    BesideRows beside(lesson_);
    for (std::size_t i = 0; i < lesson_.beside.size(); ++i) {
      const StatedFigure& figure = lesson_.beside[i];
      BesideFigure found{.value = std::nullopt, .why = not_measured};
      if (!watch_.stopped()) {
        schedule_.begin(1, beside_ms);
        watch_.comes(progress_of(schedule_, figure.text));
        std::stop_source stop;
        const auto look = [&](std::string_view, double) {
          if (watch_.stopped()) stop.request_stop();
        };
        found = beside.find(figure, {.stop = stop.get_token(), .progress = look});
        schedule_.end();
      }
      Data each = to.of(column::lesson::beside).of(std::to_string(i));
      each.add(column::lesson::figure, figure.text);
      each.add(column::lesson::value, or_none(found.value));
      each.add(column::lesson::why_no_value, or_none(found.why));
    }
  }

  const Lesson& lesson_;
  BenchEffort effort_;
  BenchWatch& watch_;
  Schedule schedule_;
  const Result* first_;
  Verifier verifier_{catalog(), device::all()};
  std::vector<const LessonRow*> planned_;  // of the cases, in their order
  std::vector<std::pair<const LessonRow*, std::string>> missing_;
};

}  // namespace

std::string why_not(const LessonRow& row) {
  const Planned planned = plan(row.settings, catalog(), device::Devices::here());
  return planned ? std::string() : planned.refusal;
}

LessonMeans means_for(const Lesson& lesson) {
  LessonMeans out;
  for (const LessonRow& each : lesson.rows) {
    const std::string why = why_not(each);
    if (why.empty()) ++out.can;
    if (out.why.empty()) out.why = why;
  }
  return out;
}

std::string means_text(const LessonMeans& means) {
  if (means.all()) return "here";
  return fmt::format("{}: {}", means.none() ? "not here" : "in part here", means.why);
}

BenchEffort lesson_effort(LessonScale scale) {
  BenchEffort out;
  if (scale == LessonScale::quick) {
    out.warmup = 1;
    out.sampling.budget_ms = 20;
  }
  return out;
}

Result measure_lesson(const Lesson& lesson, const BenchEffort& effort, BenchWatch& watch, const Result* first) {
  return LessonMeter(lesson, effort, watch, first).measure();
}

bool was_ended(const Result& measured) {
  return std::ranges::any_of(measured.facts, [](const Datum& each) {
    return (each.id.starts_with(column::lesson::missing) || each.id.starts_with(column::lesson::beside)) &&
           each.id.ends_with("/why") && text_of(each.value) == not_measured;
  });
}

Result load_measured(const std::string& path, const Lesson& lesson) {
  Result out = load_result(path);
  const std::string of = fact(out, column::lesson::id);
  if (of != lesson.id) {
    throw BadInput(fmt::format("{}: was not measured in the lesson {}{}", path, lesson.id,
                               of.empty() ? "" : fmt::format(", but in {}", excerpt(of))));
  }
  return out;
}

}  // namespace heteroscope
