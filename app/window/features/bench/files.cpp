#include "app/window/features/bench/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <utility>

#include "app/analysis/graphs/svg.hpp"
#include "app/commands/bench/collection.hpp"
#include "app/commands/report/page.hpp"
#include "app/window/feature/export_task.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {
namespace {

std::filesystem::path write_text(const std::filesystem::path& folder, const std::string& stem, const char* extension,
                                 const std::string& text) {
  return write_numbered(folder, stem, extension, [&](const Append& append) { append(std::as_bytes(std::span(text))); });
}

std::string stem_of(const std::string& title) {
  return "heteroscope-bench-" + title;
}

}  // namespace

void BenchFiles::save(const std::shared_ptr<const BenchViews>& views, const std::shared_ptr<const BenchView>& shown) {
  start(views, shown);
}

void BenchFiles::report(const std::shared_ptr<const BenchViews>& views) {
  start(views, nullptr);
}

void BenchFiles::note_saved(const std::shared_ptr<const BenchViews>& views, std::filesystem::path json) {
  saved_ = views;
  saved_as_ = std::move(json);
}

void BenchFiles::start(const std::shared_ptr<const BenchViews>& views, const std::shared_ptr<const BenchView>& shown) {
  const std::filesystem::path known = views == saved_ ? saved_as_ : std::filesystem::path();
  task_.start(
      [views, shown, known, folder = export_folder()] {
        Outcome out{.written = {}, .json = known, .page = {}, .views = views, .error = {}};
        const Failure failed = attempt([&] {
          const auto put = [&](const std::string& to, const char* extension, const std::string& text) {
            return out.written.emplace_back(write_text(folder, to, extension, text));
          };
          const Results results = results_of(*views);
          const std::string stem = stem_of(results.several() ? results.title : title_of(*views->parts.front()));
          if (shown != nullptr || known.empty()) out.json = put(stem, ".json", results_json(results));
          if (shown == nullptr) {
            std::vector<ReportedRun> runs = runs_of(results, out.json.filename().string());
            for (ReportedRun& each : runs) each.pictures = pictures_of(each.result);
            out.page = put(stem + "-report", ".html", report_html(runs, results.left_out));
            return;
          }
          put(stem, ".csv", results_csv(results));
          put(stem, ".md", markdown(report_of(results)));
          put(results.several() ? stem + "-" + title_of(*shown) : stem, ".svg", bench_svg(*shown->result));
        });
        out.error = failed.line;
        return out;
      },
      [views](const Failure& failure) {
        return Outcome{.written = {}, .json = {}, .page = {}, .views = views, .error = failure.line};
      });
}

void BenchFiles::update(Ui& ui) {
  desktop_.update(ui);
  auto outcome = task_.take();
  if (!outcome) return;
  if (!outcome->json.empty()) note_saved(outcome->views, outcome->json);
  if (!outcome->written.empty()) {
    std::vector<std::string> names;
    for (const auto& each : outcome->written) names.push_back(each.filename().string());
    ui.say_written(
        outcome->written.front(),
        fmt::format("Written to {}: {}", outcome->written.front().parent_path().string(), fmt::join(names, ", ")));
  }
  if (!outcome->error.empty()) return ui.fail(outcome->error);
  if (outcome->page.empty()) return;
  if (const std::string why_not = desktop_.open(outcome->page); !why_not.empty())
    ui.fail(fmt::format("{}; the report is at {}", why_not, outcome->page.string()));
}

}  // namespace heteroscope
