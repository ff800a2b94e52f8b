#include "app/commands/report/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/analysis/claims/beside.hpp"
#include "app/analysis/graphs/graph.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/report.hpp"
#include "app/commands/compare/pairs.hpp"
#include "app/commands/compare/report.hpp"
#include "app/commands/report/findings.hpp"
#include "app/commands/report/theory.hpp"
#include "app/plot/svg.hpp"
#include "app/results/fact_columns.hpp"
#include "app/text/format.hpp"
#include "app/text/page.hpp"
#include "app/text/picture.hpp"
#include "core/base/error.hpp"
#include "core/base/plural.hpp"
#include "core/base/shell_word.hpp"

namespace heteroscope {

namespace {

std::string title_of_run(const ReportedRun& run) {
  return fmt::format("{}: {}", fact(run.result, column::title), run.file);
}

std::string again_command(const ReportedRun& run) {
  return fmt::format("heteroscope bench --again {}", shell_word(run.file));
}

std::string graph_command(const ReportedRun& run, const Graph& graph) {
  return fmt::format("heteroscope report {} --graph {} --out {}.svg", shell_word(run.file), graph.id, graph.id);
}

/// With a caption for each table that has none.
Document captioned(Document document, const std::string& caption) {
  Document out;
  for (DocumentPart& each : document) {
    const auto* const before = out.empty() ? nullptr : std::get_if<Paragraph>(&out.back());
    const bool has_caption = before != nullptr && before->text.ends_with(':');
    if (std::holds_alternative<TextTable>(each) && !has_caption) out.emplace_back(Paragraph{caption + ":"});
    out.push_back(std::move(each));
  }
  return out;
}

/// What is known of the machine, a line a fact.
Document machine_of(const Result& result) {
  TextTable table({{"fact"}, {"value"}});
  for (const Datum& each : result.facts) {
    if (each.id.starts_with("machine/") && each.there()) table.add({each.name, shown(each)});
  }
  return {std::move(table)};
}

std::string theory_html(const Result& result) {
  std::string out;
  if (const Workload* const workload = workload_of(result); workload != nullptr) {
    out +=
        fmt::format("<p><strong>{}.</strong> {}</p>\n", html_escaped(workload->label), html_escaped(workload->summary));
    const Theory& theory = workload->theory;
    out += fmt::format("<p class=\"formula\">{}</p>\n<p>{}</p>\n<p class=\"source\">{}.</p>\n",
                       html_escaped(theory.formula), html_escaped(theory.text), html_escaped(theory.source));
  }
  return out + html(expected_times(result));
}

std::string theory_markdown(const Result& result) {
  std::string out;
  if (const Workload* const workload = workload_of(result); workload != nullptr) {
    const Theory& theory = workload->theory;
    out += fmt::format("{}. {}\n\n```\n{}\n```\n\n{}\n\n{}.\n\n", workload->label, workload->summary, theory.formula,
                       theory.text, theory.source);
  }
  return out + markdown(expected_times(result));
}

std::string graph_html(const ReportedRun& run, const Graph& graph, const std::string& section) {
  const std::string title = html_escaped(graph.title);
  const SvgWords words{.id = fmt::format("{}-{}", section, graph.id), .title = graph.title, .about = graph.words};
  return fmt::format("<figure>\n{}<figcaption><strong>{}.</strong> {}\n{}</figcaption>\n</figure>\n",
                     html_scrolled(graph.title, svg_in_page(graph.drawing, graph.width, graph.height, words)),
                     html_escaped(capitalized(graph.title)), html_escaped(graph.about),
                     html_command(graph_command(run, graph)));
}

std::string picture_html(const ShownPicture& picture) {
  const std::string commands = fmt::to_string(fmt::join(picture.commands, "\n"));
  return fmt::format("<figure>\n{}<figcaption>{}.\n{}</figcaption>\n</figure>\n",
                     picture.png.empty() ? "" : html_png(picture.png, picture.size, picture.title),
                     html_escaped(picture.title), html_command(commands));
}

std::string pictures_html(const std::vector<PicturedScene>& scenes) {
  std::string out =
      "<p>The pictures were computed when this page was made, at a small size. In a difference picture "
      "a pixel is white where a value differs from the reference in any bit, and black where it is "
      "equal.</p>\n";
  for (const PicturedScene& scene : scenes) {
    out += fmt::format("<h4>{}</h4>\n", html_escaped(scene.title));
    if (!scene.pictures.empty()) {
      out += "<div class=\"pictures\">\n";
      for (const ShownPicture& each : scene.pictures) out += picture_html(each);
      out += "</div>\n";
    }
    if (!scene.notes.empty()) out += html({List{scene.notes}});
  }
  return out;
}

std::string pictures_markdown(const std::vector<PicturedScene>& scenes) {
  List out;
  for (const PicturedScene& scene : scenes) {
    const std::string title = scene.title.empty() ? std::string() : scene.title + ": ";
    for (const ShownPicture& each : scene.pictures) out.items.push_back(title + each.title);
    for (const std::string& each : scene.notes) out.items.push_back(title + each);
  }
  return markdown({std::move(out)});
}

/// `alone`: the page's own head says what measured it.
PageSection section_of(const ReportedRun& run, std::size_t number, bool alone) {
  PageSection out{.id = fmt::format("run{}", number), .title = title_of_run(run), .body = {}};
  if (!alone) out.body = fmt::format("<p>{}</p>\n", html_escaped(machine_text(run.result)));
  out.body += "<p>Measure again with</p>\n" + html_command(again_command(run));
  out.body += "<h3>What the figures say</h3>\n" + html(findings(run.result));
  out.body += "<h3>Theory</h3>\n" + theory_html(run.result);
  const std::vector<Graph> graphs = graphs_of(run.result);
  if (!graphs.empty()) out.body += "<h3>Graphs</h3>\n";
  for (const Graph& each : graphs) out.body += graph_html(run, each, out.id);
  if (!run.pictures.empty()) out.body += "<h3>Pictures and differences</h3>\n" + pictures_html(run.pictures);
  out.body += "<h3>Tables</h3>\n" + html(captioned(bench_report(run.result), "All rows"));
  out.body += "<h3>Machine</h3>\n" + html(captioned(machine_of(run.result), "The machine that measured this"));
  return out;
}

/// What is known of a suite of which nothing was measured.
Document left_out_part(const LeftOut& left_out) {
  Document out{Paragraph{fmt::format("Nothing was measured here: {}.", left_out.reason)}};
  const Suite* const suite = find_suite(left_out.title);
  if (suite != nullptr) std::ranges::move(published_alone(*suite), std::back_inserter(out));
  return out;
}

/// Without the name of a part of it.
std::string file_of(const NamedResult& run) {
  const std::string part = ":" + fact(run.result, column::title);
  return run.name.ends_with(part) ? run.name.substr(0, run.name.size() - part.size()) : run.name;
}

/// Runs that have rows in common, each set in the order in which they were given. Suites of one file are no two runs.
std::vector<std::vector<NamedResult>> comparable(const std::vector<ReportedRun>& runs) {
  std::vector<std::vector<NamedResult>> out;
  for (const ReportedRun& run : runs) {
    const NamedResult next{run.file, run.result};
    const auto same = std::ranges::find_if(out, [&](const std::vector<NamedResult>& known) {
      const Result& first = known.front().result;
      return fact(first, column::workload) == fact(run.result, column::workload) &&
             std::ranges::find(known, file_of(next), file_of) == known.end() &&
             !pairs_of(first, run.result).both.empty();
    });
    (same != out.end() ? *same : out.emplace_back()).push_back(next);
  }
  std::erase_if(out, [](const std::vector<NamedResult>& each) { return each.size() < 2; });
  return out;
}

std::string names_of(const std::vector<NamedResult>& results) {
  std::vector<std::string> out;
  out.reserve(results.size());
  for (const NamedResult& each : results) out.push_back(each.name);
  return fmt::to_string(fmt::join(out, ", "));
}

std::string compare_command(const std::vector<NamedResult>& results) {
  std::string out = "heteroscope compare";
  for (const NamedResult& each : results) out += " " + shell_word(each.name);
  return out;
}

}  // namespace

std::vector<ReportedRun> runs_of(const Results& results, const std::string& file) {
  std::vector<ReportedRun> out;
  for (const Result& part : results.parts) {
    out.push_back({part_name(file, results, part), part});
    if (part.rows.empty()) throw BadInput(out.back().file + ": has no rows");
  }
  return out;
}

std::string report_html(const std::vector<ReportedRun>& runs, const std::vector<LeftOut>& left_out) {
  std::string title = "heteroscope";
  Names machines;
  for (const ReportedRun& each : runs) {
    title += (&each == runs.data() ? ": " : ", ") + fact(each.result, column::title);
    machines.place(machine_name(each.result));
  }
  std::vector<PageSection> sections;
  for (std::size_t i = 0; i < runs.size(); ++i) sections.push_back(section_of(runs[i], i + 1, runs.size() == 1));
  for (std::size_t i = 0; i < left_out.size(); ++i) {
    sections.push_back({.id = fmt::format("left-out{}", i + 1),
                        .title = fmt::format("{}: left out", left_out[i].title),
                        .body = html(captioned(left_out_part(left_out[i]), "As published"))});
  }
  const std::vector<std::vector<NamedResult>> sets = comparable(runs);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    sections.push_back(
        {.id = fmt::format("side-by-side{}", i + 1),
         .title = "Side by side: " + names_of(sets[i]),
         .body = html_command(compare_command(sets[i])) + html(captioned(comparison_report(sets[i]), "Machines"))});
  }
  const std::string about =
      runs.size() == 1 ? machine_text(runs.front().result)
      : machines.all().size() == 1
          ? fmt::format("{} runs on {}", runs.size(), machines.all().front())
          : fmt::format("{} on {}", plural(runs.size(), "run"), plural(machines.all().size(), "machine"));
  return html_page(title, about, sections);
}

std::string report_markdown(const std::vector<ReportedRun>& runs, const std::vector<LeftOut>& left_out) {
  std::string out;
  for (const ReportedRun& each : runs) {
    out += fmt::format("# {}\n\nMeasure again with {}.\n\n## What the figures say\n\n{}\n## Theory\n\n{}\n",
                       markdown_escaped(title_of_run(each)), markdown_code(again_command(each)),
                       markdown(findings(each.result)), theory_markdown(each.result));
    if (!each.pictures.empty()) out += fmt::format("## Differences\n\n{}\n", pictures_markdown(each.pictures));
    out += fmt::format("## Tables\n\n{}\n## Machine\n\n{}\n", markdown(bench_report(each.result)),
                       markdown(machine_of(each.result)));
  }
  for (const LeftOut& each : left_out)
    out += fmt::format("# {}: left out\n\n{}\n", markdown_escaped(each.title), markdown(left_out_part(each)));
  for (const std::vector<NamedResult>& each : comparable(runs)) {
    out += fmt::format("# Side by side: {}\n\n{}\n\n{}\n", markdown_escaped(names_of(each)),
                       markdown_code(compare_command(each)), markdown(comparison_report(each)));
  }
  return out;
}

}  // namespace heteroscope
