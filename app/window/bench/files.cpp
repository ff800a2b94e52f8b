#include "app/window/bench/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <utility>

#include "app/analysis/report.hpp"
#include "app/analysis/svg.hpp"
#include "app/commands/report/page.hpp"
#include "app/commands/report/pictures.hpp"
#include "app/window/files/export_task.hpp"
#include "app/window/shell/state.hpp"

namespace heteroscope {
namespace {

std::filesystem::path write_text(const std::filesystem::path& folder, const std::string& stem, const char* extension,
                                 const std::string& text) {
  return write_numbered(folder, stem, extension, [&](const Append& append) { append(std::as_bytes(std::span(text))); });
}

}  // namespace

void BenchFiles::save(std::shared_ptr<const Result> result, const std::string& title) {
  start(std::move(result), title, false);
}

void BenchFiles::report(std::shared_ptr<const Result> result, const std::string& title) {
  start(std::move(result), title, true);
}

void BenchFiles::note_saved(const std::shared_ptr<const Result>& result, std::filesystem::path json) {
  saved_ = result;
  saved_as_ = std::move(json);
}

void BenchFiles::start(std::shared_ptr<const Result> result, const std::string& title, bool page) {
  const std::filesystem::path known = result == saved_ ? saved_as_ : std::filesystem::path();
  task_.start(
      [result, known, page, folder = export_folder(), stem = "heteroscope-bench-" + title] {
        Outcome out{.written = {}, .json = known, .page = {}, .result = result, .error = {}};
        const Failure failed = attempt([&] {
          const auto put = [&](const std::string& to, const char* extension, const std::string& text) {
            return out.written.emplace_back(write_text(folder, to, extension, text));
          };
          if (!page || known.empty()) out.json = put(stem, ".json", result_json(*result));
          if (page) {
            out.page = put(stem + "-report", ".html",
                           report_html({{out.json.filename().string(), *result, pictures_of(*result)}}));
            return;
          }
          put(stem, ".csv", result_csv(*result));
          put(stem, ".md", markdown(bench_report(*result)));
          put(stem, ".svg", bench_svg(*result));
        });
        out.error = failed.line;
        return out;
      },
      [result](const Failure& failure) {
        return Outcome{.written = {}, .json = {}, .page = {}, .result = result, .error = failure.line};
      });
}

void BenchFiles::update(State& state) {
  for (const std::filesystem::path& each : desktop_.failed())
    state.toasts.fail(fmt::format("the desktop could not open it: {}", each.string()), state.now_s);
  auto outcome = task_.take();
  if (!outcome) return;
  if (!outcome->json.empty()) note_saved(outcome->result, outcome->json);
  if (!outcome->written.empty()) {
    std::vector<std::string> names;
    for (const auto& each : outcome->written) names.push_back(each.filename().string());
    state.toasts.say(
        fmt::format("Written to {}: {}", outcome->written.front().parent_path().string(), fmt::join(names, ", ")),
        state.now_s);
  }
  if (!outcome->error.empty()) return state.toasts.fail(outcome->error, state.now_s);
  if (outcome->page.empty()) return;
  if (const std::string why_not = desktop_.open(outcome->page); !why_not.empty())
    state.toasts.fail(fmt::format("{}; the report is at {}", why_not, outcome->page.string()), state.now_s);
}

}  // namespace heteroscope
