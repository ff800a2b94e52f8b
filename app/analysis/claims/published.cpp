#include "app/analysis/claims/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "embedded/seed_000_json.hpp"
#include "embedded/seed_001_json.hpp"
#include "embedded/seed_002_json.hpp"
#include "embedded/seed_003_json.hpp"
#include "embedded/seed_004_json.hpp"

namespace heteroscope {

namespace {

std::vector<PublishedReport> read_reports() {
  constexpr std::array files{embedded::seed_000_json, embedded::seed_001_json, embedded::seed_002_json,
                             embedded::seed_003_json, embedded::seed_004_json};
  std::vector<PublishedReport> out;
  out.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    PublishedReport& read = out.emplace_back(parse_published(std::string(files[i]), fmt::format("seed-{:03}.json", i)));
    for (Published& each : read.suites) each.source = &read.report;
  }
  return out;
}

}  // namespace

RowPattern rows_beside(const PublishedFigure& figure) {
  return {.variant = figure.variant, .scene = figure.scene, .memory = figure.memory, .block = figure.block};
}

const PublishedTable* Published::find(std::string_view variant, std::string_view machine) const {
  const auto found = std::ranges::find_if(
      tables, [&](const PublishedTable& each) { return each.variant == variant && each.machine == machine; });
  return found == tables.end() ? nullptr : &*found;
}

std::vector<std::string_view> Published::machines() const {
  std::vector<std::string_view> out;
  for (const PublishedTable& each : tables) {
    if (std::ranges::find(out, each.machine) == out.end()) out.push_back(each.machine);
  }
  return out;
}

std::span<const PublishedReport> published_reports() {
  static const std::vector<PublishedReport> all = read_reports();
  return all;
}

const Published* published_of(const Suite& suite) {
  for (const PublishedReport& report : published_reports()) {
    const auto found = std::ranges::find(report.suites, suite.id, &Published::suite);
    if (found != report.suites.end()) return &*found;
  }
  return nullptr;
}

std::string with_titles(std::string text) {
  for (const PublishedReport& each : published_reports()) {
    const std::string title = fmt::format("\"{}\"", each.report.title);
    for (std::size_t at = text.find(each.report.id); at != text.npos; at = text.find(each.report.id, at + title.size()))
      text.replace(at, each.report.id.size(), title);
  }
  return text;
}

std::string line_of(const SourceReport& report) {
  return fmt::format("\"{}\", {}; {}, {}", report.title, report.authors, report.kind,
                     report.year.empty() ? "without a year" : report.year);
}

}  // namespace heteroscope
