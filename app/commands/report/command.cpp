#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/graphs/graph.hpp"
#include "app/analysis/reading.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/report/page.hpp"
#include "app/options/file_use.hpp"
#include "app/plot/svg.hpp"
#include "app/results/fact_columns.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

namespace {

struct ReportOptions {
  std::vector<std::string> files;
  std::optional<std::string> out, markdown, graph;
  bool no_pictures = false;
};

constexpr const char* report_footer = R"(
The page works without a network. It contains sentences that follow from the figures; what the
workload computes, and how long that should take on the machine that measured it; graphs (SVG);
pictures of the scenes and their differences from the reference; and tables that can be sorted. For
a suite that could not be measured, for example without a GPU, it shows the published figures and
how they judge the published conclusions. It follows the reader's light or dark setting and prints
on A4. Beside each graph and picture is the command that makes it.

Pictures are computed now, on this machine, at small sizes. If one would take too long, or needs a
GPU or a file that is missing, the page says so. Several results of the same measurements (two
machines, two days) are also compared with each other.

Examples:
  heteroscope report today.json --out report.html
  heteroscope report schedules.json triangle.json --out all.html --markdown all.md
  heteroscope report today.json --no-pictures --out -
  heteroscope report today.json --graph roofline --out roofline.svg)";

/// What the page is of.
struct Reported {
  std::vector<ReportedRun> runs;
  std::vector<LeftOut> left_out;  ///< of any file, each suite once, unless another file has rows of it
};

Reported load_runs(const std::vector<std::string>& files) {
  Reported out;
  for (const std::string& each : files) {
    Results results = load_results(each);
    std::ranges::move(runs_of(results, each), std::back_inserter(out.runs));
    for (LeftOut& left_out : results.left_out) {
      const bool known = std::ranges::find(out.left_out, left_out.title, &LeftOut::title) != out.left_out.end();
      if (!known) out.left_out.push_back(std::move(left_out));
    }
  }
  std::erase_if(out.left_out, [&](const LeftOut& each) {
    return std::ranges::any_of(out.runs,
                               [&](const ReportedRun& run) { return fact(run.result, column::title) == each.title; });
  });
  return out;
}

/// One of the graphs that the page would have.
std::string graph_svg(const Result& result, const std::string& id) {
  const std::vector<Graph> graphs = graphs_of(result);
  const auto found = std::ranges::find(graphs, id, &Graph::id);
  if (found == graphs.end()) {
    throw BadInput(fmt::format("--graph {} does not exist in this result: {}", quote(id),
                               list_ids(graphs, [](const Graph& each) { return each.id; })));
  }
  return svg(standing_alone(*found, result));
}

void check(const ReportOptions& options) {
  if (options.files.empty()) throw BadInput("report: name one or more files of `heteroscope bench --json`");
  if (!options.out && !options.markdown) throw BadInput("report: --out FILE.html or --markdown FILE is needed");
  if (!options.graph) return;
  if (options.files.size() > 1) throw BadInput("--graph needs exactly one result");
  if (options.markdown || options.no_pictures) throw BadInput("--graph writes only --out FILE.svg");
}

int make_report(const ReportOptions& options) {
  check(options);
  FileUse files;
  for (const std::string& each : options.files) files.reads("report", each);
  files.writes("--out", options.out);
  files.writes("--markdown", options.markdown);
  files.check();
  auto [runs, left_out] = load_runs(options.files);
  Reports reports;
  if (options.graph) {
    reports.add(*options.out, graph_svg(runs.front().result, *options.graph));
  } else {
    if (!options.no_pictures) {
      for (ReportedRun& each : runs) each.pictures = pictures_of(each.result);
    }
    if (options.out) reports.add(*options.out, report_html(runs, left_out));
    if (options.markdown) reports.add(*options.markdown, report_markdown(runs, left_out));
  }
  reports.put();
  return 0;
}

}  // namespace

void add_report_command(Command& program, Action& action) {
  auto options = std::make_shared<ReportOptions>();
  Command* command = program.add_subcommand("report", "Make a page of bench results, to hand in or to keep");
  command->add_words("FILE", options->files, "Files of `heteroscope bench --json`, one or more")->type_name("FILE");
  command->add_option("--out", options->out, "The page as HTML; -: to standard output")->type_name("FILE.html");
  command->add_option("--markdown", options->markdown, "The page as Markdown, without graphs and pictures")
      ->type_name("FILE");
  command->add_flag("--no-pictures", options->no_pictures, "Do not compute pictures");
  command->add_option("--graph", options->graph, "Write only this graph, as SVG; the page shows the id of each graph")
      ->type_name("ID");
  command->footer(report_footer);
  command->callback([options, &action] { action = [options] { return make_report(*options); }; });
}

}  // namespace heteroscope
