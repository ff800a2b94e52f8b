#include "app/commands/commands.hpp"
#include "app/commands/options/file_use.hpp"
#include "app/commands/report/page.hpp"
#include "core/base/error.hpp"

namespace heteroscope {

namespace {

struct ReportOptions {
  std::vector<std::string> files;
  std::optional<std::string> out, markdown;
};

constexpr const char* about = R"(
The page needs no network: it has its tables, which sort by their heads, its graphs as SVG, and sentences
that are worked out from the figures. It follows the reader's dark or light, and prints on A4.

Examples:
  heteroscope report today.json --out report.html
  heteroscope report schedules.json triangle.json --out all.html --markdown all.md)";

int make_report(const ReportOptions& options) {
  if (options.files.empty()) throw BadInput("report: of which results? (files of `heteroscope bench --json`)");
  if (!options.out && !options.markdown) throw BadInput("report: --out FILE.html or --markdown FILE");
  FileUse files;
  for (const std::string& each : options.files) files.reads("report", each);
  files.writes("--out", options.out);
  files.writes("--markdown", options.markdown);
  files.check();
  std::vector<ReportedRun> runs;
  for (const std::string& each : options.files) {
    runs.push_back({each, load_result(each)});
    if (runs.back().result.rows.empty()) throw BadInput(each + ": has no rows");
  }
  Reports reports;
  if (options.out) reports.add(*options.out, report_html(runs));
  if (options.markdown) reports.add(*options.markdown, report_markdown(runs));
  reports.put();
  return 0;
}

}  // namespace

void add_report_command(Command& program, Action& action) {
  auto options = std::make_shared<ReportOptions>();
  Command* command = program.add_subcommand("report", "Make a page of results of bench, to hand in or to keep");
  command->add_words("FILE", options->files, "What `heteroscope bench --json` wrote, one file or more")
      ->type_name("FILE");
  command->add_option("--out", options->out, "The page; - for standard output")->type_name("FILE.html");
  command->add_option("--markdown", options->markdown, "The same as Markdown, without graphs")->type_name("FILE");
  command->footer(about);
  command->callback([options, &action] { action = [options] { return make_report(*options); }; });
}

}  // namespace heteroscope
