#include "app/commands/report/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/analysis/reading.hpp"
#include "app/commands/report/theory.hpp"
#include "app/results/fact_columns.hpp"
#include "app/text/table.hpp"
#include "core/base/error.hpp"
#include "core/base/plural.hpp"
#include "core/color/colorize.hpp"
#include "core/model/schema/command_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/looks.hpp"
#include "core/run/compare.hpp"
#include "core/run/frame_colors.hpp"
#include "core/verify/case.hpp"
#include "core/verify/verifier.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr int longest_report_side = 320;       ///< of a picture that is made smaller
constexpr std::int64_t most_pixels = 1 << 19;  ///< of one that cannot be
constexpr double longest_ms = 3000;            ///< that a picture may take, by what its row took
constexpr std::size_t most_scenes = 6;
/// Sides that suit grids which halve, before others.
constexpr std::array small_sides{257, 256, 129, 128, 65, 64};

/// The row's settings, at a size at which they take little time.
struct Small {
  Settings settings;
  Size size;          ///< of the result
  double scaled = 1;  ///< how many of the row's values it has
};

/// None where a parameter sets the size and takes none of the small ones.
std::optional<Small> planned_at(Settings settings, double area) {
  const Planned planned = plan(settings, catalog(), device::Devices::here());
  if (!planned) return std::nullopt;
  const Size size = planned.plan->output.size;
  return Small{std::move(settings), size, area > 0 ? static_cast<double>(size.area()) / area : 1};
}

/// The reference's settings of a row, small; or why not.
struct SmallReference {
  std::optional<Small> small;
  std::string why_not;
};

SmallReference small_reference(const ResultRow& row, const Workload& workload) {
  Settings settings = reference_of(settings_from_json(row.settings, "the row's settings", catalog()), workload);
  const double area = row.number(column::width) * row.number(column::height);
  Values& values = settings.problem.parameters;
  if (const Parameter* const side = workload.size_parameter(values); side != nullptr) {
    const auto given = values.find(side->id);
    const double now = given != values.end() ? static_cast<double>(given->second) : side->initial;
    if (now > longest_report_side) {
      for (const int each : small_sides) {
        values[std::string(side->id)] = each;
        if (std::optional<Small> out = planned_at(settings, area)) return {std::move(out), {}};
      }
    }
  } else if (const Size size = settings.problem.size; std::max(size.width, size.height) > longest_report_side) {
    const double factor = static_cast<double>(longest_report_side) / std::max(size.width, size.height);
    const auto scaled = [&](int length) { return std::max(1, static_cast<int>(std::lround(length * factor))); };
    settings.problem.size = {scaled(size.width), scaled(size.height)};
  }
  const Planned planned = plan(settings, catalog(), device::Devices::here());
  if (!planned) return {std::nullopt, planned.refusal};
  const Size size = planned.plan->output.size;
  if (size.area() > most_pixels && !workload.gives_numbers())
    return {std::nullopt, fmt::format("{}x{} values are not enough for a small picture", size.width, size.height)};
  return {Small{settings, size, area > 0 ? std::min(1.0, static_cast<double>(size.area()) / area) : 1}, {}};
}

/// The same problem as the reference, in the row's way.
Settings in_way_of(const ResultRow& row, const Settings& reference) {
  Settings out = settings_from_json(row.settings, "the row's settings", catalog());
  const Precision precision = out.problem.precision;
  out.problem = reference.problem;
  out.problem.precision = precision;
  return out;
}

std::string way_of(const Result& result, const ResultRow& row) {
  std::string out = fmt::format("{} on {}, {}", variant_in_memory(result, row), row.text(column::processor),
                                row.text(column::precision));
  if (const std::string block = block_text(row); !block.empty()) out += ", blocks of " + block;
  return out;
}

std::string render_line(const Settings& settings, const std::string& out) {
  return fmt::format("heteroscope render {} --out {}", render_options_of(settings, catalog()), out);
}

/// Of one scene: in each precision the fastest row of each kind of processor.
std::vector<const ResultRow*> fastest_ways(const std::vector<const ResultRow*>& rows) {
  std::vector<const ResultRow*> out;
  for (const ResultRow* row : rows) {
    if (holds(*row, column::reference) && rows.size() > 1) continue;
    const auto same = std::ranges::find_if(out, [&](const ResultRow* known) {
      return known->text(column::precision) == row->text(column::precision) &&
             known->text(column::processor) == row->text(column::processor) &&
             known->text(column::stage) == row->text(column::stage);
    });
    if (same == out.end()) {
      out.push_back(row);
    } else if (row->number(column::median_ms) < (*same)->number(column::median_ms)) {
      *same = row;
    }
  }
  return out;
}

/// Scenes that are the same problem at a small size: of the largest of them the rows.
struct SameProblem {
  std::string title;
  SmallReference reference;
  std::vector<const ResultRow*> rows;
};

double area_of(const ResultRow& row) {
  return row.number(column::width) * row.number(column::height);
}

/// Rows whose settings cannot be read make a note.
std::vector<SameProblem> problems_of(const Result& result, const Workload& workload, std::vector<std::string>& notes) {
  std::vector<std::vector<const ResultRow*>> scenes;
  for (const ResultRow& row : result.rows) {
    if (row.settings.empty() || holds(row, column::fast_math) || !(row.number(column::median_ms) > 0)) continue;
    const auto same = std::ranges::find_if(
        scenes, [&](const auto& known) { return known.front()->text(column::scene) == row.text(column::scene); });
    (same != scenes.end() ? *same : scenes.emplace_back()).push_back(&row);
  }
  std::vector<SameProblem> out;
  std::vector<Problem> known;
  for (const std::vector<const ResultRow*>& rows : scenes) {
    SameProblem next{.title = rows.front()->text(column::scene), .reference = {}, .rows = rows};
    try {
      next.reference = small_reference(*rows.front(), workload);
    } catch (const BadInput& wrong) {  // of another version
      const std::string note = fmt::format("{}.", wrong.what());
      if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
      continue;
    }
    const Problem problem =
        next.reference.small ? canonical(next.reference.small->settings.problem, workload) : Problem{};
    const auto same = std::ranges::find(known, problem);
    if (same == known.end()) {
      known.push_back(problem);
      out.push_back(std::move(next));
      continue;
    }
    SameProblem& of = out[static_cast<std::size_t>(same - known.begin())];
    if (area_of(*rows.front()) > area_of(*of.rows.front())) {
      of = std::move(next);
    } else if (area_of(*rows.front()) == area_of(*of.rows.front())) {
      of.title += ", " + next.title;
      of.rows.insert(of.rows.end(), rows.begin(), rows.end());
    }
  }
  return out;
}

/// Makes the pictures of one run.
class Painter {
 public:
  Painter(const Result& result, const Workload& workload) : result_(result), workload_(workload) {}

  PicturedScene scene(const SameProblem& of) {
    PicturedScene out{.title = of.title, .pictures = {}, .notes = {}};
    if (!of.reference.small) {
      out.notes.push_back(fmt::format("The reference: {}.", of.reference.why_not));
      return out;
    }
    const Small& small = *of.reference.small;
    if (const std::string why = too_long(of.rows, small, true); !why.empty()) {
      out.notes.push_back(why);
      return out;
    }
    add_reference(out, small);
    for (const ResultRow* row : fastest_ways(of.rows)) {
      const std::string why = too_long({row}, small, false);
      if (why.empty()) {
        add_difference(out, *row, small);
      } else {
        out.notes.push_back(why);
      }
    }
    return out;
  }

 private:
  /// By what the row took, and how much smaller the picture is.
  [[nodiscard]] std::string too_long(const std::vector<const ResultRow*>& rows, const Small& small,
                                     bool reference) const {
    for (const ResultRow* row : rows) {
      if (reference != holds(*row, column::reference)) continue;
      const double ms = row->number(column::median_ms) * small.scaled;
      if (ms > longest_ms) return fmt::format("{} would take about {}.", way_of(result_, *row), milliseconds(ms));
    }
    return {};
  }

  Frame frame_of(const Settings& settings) {
    const Planned planned = plan(settings, catalog(), device::Devices::here());
    if (!planned) throw BadInput(planned.refusal);
    // without a way to cancel it there is always a frame
    return executor_.execute(*planned.plan, InteractiveRun{.from_start = true}).value();
  }

  void add_reference(PicturedScene& to, const Small& small) {
    const Frame frame = frame_of(small.settings);
    ShownPicture out{.size = small.size,
                     .title = fmt::format("the reference, {}x{}, {}", small.size.width, small.size.height,
                                          id_of(small.settings.problem.precision)),
                     .commands = {render_line(small.settings, "reference.png")}};
    if (workload_.gives_numbers()) {
      to.notes.push_back("The result consists of numbers and has no picture.");
    } else {
      const FieldView view = frame.field.host_view();
      const Look look = natural_look(small.settings, catalog());
      out.png = encode_png({view.size, colorize(view, color_map(look, frame))}, "");
      to.pictures.push_back(std::move(out));
    }
  }

  void add_difference(PicturedScene& to, const ResultRow& row, const Small& small) {
    const Settings settings = in_way_of(row, small.settings);
    const Planned planned = plan(settings, catalog(), device::Devices::here());
    const std::string way = way_of(result_, row);
    if (!planned) {
      to.notes.push_back(fmt::format("{}: {}.", way, planned.refusal));
      return;
    }
    const Settings reference = reference_of(settings, workload_);
    const Field expected = frame_of(reference).field.with_host_copy();
    const Field found = frame_of(settings).field.with_host_copy();
    const Diff diff = compare(expected.host_view(), found.host_view());
    ShownPicture out{
        .size = diff.size,
        .title = fmt::format("{}: {} of {} values differ from the reference", way, diff.differing, diff.values),
        .commands = {render_line(reference, "a.npy"), render_line(settings, "b.npy"),
                     "heteroscope diff a.npy b.npy --out difference.png"}};
    if (diff.differing > 0) {
      const CaseResult judged = verifier_.run(settings);
      out.title += judged.outcome == Outcome::passed
                       ? ", all of them within the tolerance (another order of operations may change them so much)"
                   : judged.outcome == Outcome::skipped ? fmt::format(", which cannot be judged: {}", judged.reason)
                                                        : ": more than the tolerance allows";
    }
    if (!workload_.gives_numbers()) {
      out.png = encode_png(
          {diff.size, diff_picture(expected.host_view(), found.host_view(), DiffStyle::mask, diff.max_error)}, "");
    }
    to.pictures.push_back(std::move(out));
  }

  const Result& result_;
  const Workload& workload_;
  Executor executor_;
  Verifier verifier_{catalog(), device::all()};
};

}  // namespace

std::vector<PicturedScene> pictures_of(const Result& result) {
  const Workload* const workload = workload_of(result);
  if (workload == nullptr) {
    return {{.title = fact(result, column::workload),
             .pictures = {},
             .notes = {"This program does not have this workload."}}};
  }
  std::vector<PicturedScene> out;
  std::vector<std::string> notes;
  Painter painter(result, *workload);
  const std::vector<SameProblem> problems = problems_of(result, *workload, notes);
  for (const SameProblem& each : problems) {
    if (out.size() == most_scenes) break;
    try {
      out.push_back(painter.scene(each));
    } catch (const BadInput& wrong) {  // a source that is not here
      out.push_back({.title = each.title, .pictures = {}, .notes = {fmt::format("{}.", wrong.what())}});
    }
  }
  if (problems.size() > most_scenes) {
    notes.push_back(fmt::format("{} {} not shown.", plural(problems.size() - most_scenes, "more scene"),
                                noun(problems.size() - most_scenes, "is", "are")));
  }
  if (!notes.empty()) out.push_back({.title = "Not shown", .pictures = {}, .notes = std::move(notes)});
  return out;
}

}  // namespace heteroscope
