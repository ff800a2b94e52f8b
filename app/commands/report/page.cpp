#include "app/commands/report/page.hpp"

#include <fmt/format.h>

#include "app/bench/reading.hpp"
#include "app/bench/report.hpp"
#include "app/bench/svg.hpp"
#include "app/commands/report/findings.hpp"
#include "embedded/report_css.hpp"
#include "embedded/report_js.hpp"

namespace heteroscope {

namespace {

std::string title_of(const ReportedRun& run) {
  return fmt::format("{}: {}", fact(run.result, "title"), run.file);
}

std::string command_of(const ReportedRun& run) {
  return fmt::format("heteroscope bench --again {}", run.file);
}

/// What is known of the machine, a line a fact.
Document machine_of(const Result& result) {
  TextTable table({{"machine"}, {""}});
  for (const Datum& each : result.facts) {
    if (each.id.starts_with("machine/") && each.there()) table.add({each.name, shown(each)});
  }
  return {std::move(table)};
}

/// A picture without what only a file of its own needs.
std::string inline_svg(const Result& result) {
  std::string out = bench_svg(result);
  const std::size_t start = out.find("<svg");
  return start == out.npos ? out : out.substr(start);
}

std::string section(const ReportedRun& run, std::size_t number) {
  const std::string title = html_escaped(title_of(run));
  std::string out = fmt::format("<section id=\"run{}\" aria-labelledby=\"head{}\">\n<h2 id=\"head{}\">{}</h2>\n",
                                number, number, number, title);
  out += fmt::format("<p>Measured again by</p>\n<pre><code>{}</code></pre>\n", html_escaped(command_of(run)));
  out += "<h3>What the figures say</h3>\n" + html(findings(run.result));
  out += fmt::format(
      "<h3>Graph</h3>\n<figure>\n{}\n<figcaption>{}; <code>{} --svg graph.svg</code></figcaption>\n</figure>\n",
      inline_svg(run.result), title, html_escaped(command_of(run)));
  out += "<h3>Tables</h3>\n" + html(bench_report(run.result));
  out += "<h3>Machine</h3>\n" + html(machine_of(run.result));
  return out + "</section>\n";
}

}  // namespace

std::string report_html(const std::vector<ReportedRun>& runs) {
  std::string title = "heteroscope";
  for (const ReportedRun& each : runs) title += (&each == runs.data() ? ": " : ", ") + fact(each.result, "title");
  std::string contents;
  std::string sections;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    contents += fmt::format("<li><a href=\"#run{}\">{}</a></li>\n", i, html_escaped(title_of(runs[i])));
    sections += section(runs[i], i);
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
      "<style>\n{1}</style>\n</head>\n<body>\n<header>\n<h1>{0}</h1>\n<p>{2}</p>\n</header>\n"
      "<nav aria-label=\"Contents\">\n<ul>\n{3}</ul>\n</nav>\n<main>\n{4}</main>\n<script>\n{5}</script>\n</body>\n"
      "</html>\n",
      html_escaped(title), embedded::report_css, html_escaped(machine_text(runs.front().result)), contents, sections,
      embedded::report_js);
}

std::string report_markdown(const std::vector<ReportedRun>& runs) {
  std::string out;
  for (const ReportedRun& each : runs) {
    out += fmt::format(
        "# {}\n\nMeasured again by `{}`.\n\n## What the figures say\n\n{}\n## Tables\n\n{}\n## Machine\n\n{}\n",
        title_of(each), command_of(each), markdown(findings(each.result)), markdown(bench_report(each.result)),
        markdown(machine_of(each.result)));
  }
  return out;
}

}  // namespace heteroscope
