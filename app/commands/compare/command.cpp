#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/reading.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/compare/report.hpp"
#include "app/commands/console.hpp"
#include "app/commands/options/file_use.hpp"
#include "app/commands/options/settings_options.hpp"
#include "app/results/parts.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

namespace {

struct CompareOptions {
  std::vector<std::string> files;
  std::optional<std::string> fail_if_slower, markdown, csv;
};

constexpr const char* about = R"(
The first file is what the others are held against. Rows are the same where workload, scene, precision,
variant, size, threads (all of one machine are all of another), block, mapping, memory and split are.

Exit codes: 0, and 1 where --fail-if-slower finds a row that is slower by more, beyond doubt: by the ends
of the 95 % intervals of both medians. 2: a file is none, or there is no row that two of them have.

Examples:
  heteroscope compare yesterday.json today.json
  heteroscope compare main.json branch.json --fail-if-slower 5%
  heteroscope compare laptop.json desktop.json server.json --markdown machines.md)";

/// "5%" or "5".
double share_of(std::string text) {
  if (text.ends_with('%')) text.pop_back();
  constexpr double most = 1000;
  return 0.01 * parse_real("--fail-if-slower", text, 0, most);
}

/// A line on standard error for each row that is too slow; how many they are.
int complain_of_slower(const std::vector<NamedResult>& results, double share) {
  int out = 0;
  for (std::size_t i = 1; i < results.size(); ++i) {
    for (const RowPair& each : pairs_of(results.front().result, results[i].result).both) {
      if (!is_slower_by(each, share)) continue;
      ++out;
      print_error("slower", fmt::format("{}: {}: {} before, {} now", results[i].name,
                                        row_key(results.front().result, *each.before), cell(*each.before, "median_ms"),
                                        cell(*each.after, "median_ms")));
    }
  }
  return out;
}

/// Results of the same, the first file's first.
using Compared = std::vector<NamedResult>;

/// Throws BadInput where two have no row in common.
void check_common(const Compared& results) {
  for (std::size_t i = 1; i < results.size(); ++i) {
    const std::string workload = fact(results.front().result, "workload");
    if (fact(results[i].result, "workload") != workload ||
        pairs_of(results.front().result, results[i].result).both.empty())
      throw BadInput(fmt::format("{} and {} have no row in common", results.front().name, results[i].name));
  }
}

/// Of collections' files, suite by suite, those that the first and another have.
std::vector<Compared> compared(const std::vector<std::string>& names) {
  std::vector<Results> files;
  for (const std::string& each : names) files.push_back(load_results(each));
  const bool several = std::ranges::any_of(files, &Results::several);
  std::vector<Compared> out;
  for (const Result& first : files.front().parts) {
    Compared same{{part_name(names.front(), files.front(), first), first}};
    for (std::size_t i = 1; i < files.size(); ++i) {
      for (const Result& other : files[i].parts) {
        if (several && fact(other, "title") != fact(first, "title")) continue;
        same.push_back({part_name(names[i], files[i], other), other});
      }
    }
    if (same.size() < 2) continue;
    check_common(same);
    out.push_back(std::move(same));
  }
  if (out.empty()) throw BadInput(fmt::format("{} has no suite in common with the others", names.front()));
  return out;
}

int compare_files(const CompareOptions& options) {
  if (options.files.size() < 2)
    throw BadInput("compare: needs two results or more, files of `heteroscope bench --json`");
  const double share = options.fail_if_slower ? share_of(*options.fail_if_slower) : 0;
  FileUse files;
  for (const std::string& each : options.files) files.reads("compare", each);
  files.writes("--markdown", options.markdown);
  files.writes("--csv", options.csv);
  files.check();
  const std::vector<Compared> all = compared(options.files);
  Document document;
  std::string csv;
  for (const Compared& each : all) {
    std::ranges::move(comparison_report(each), std::back_inserter(document));
    const std::string rows = comparison_csv(each);
    csv += csv.empty() ? rows : rows.substr(rows.find('\n') + 1);  // one header for all
  }
  const std::string report = markdown(document);
  Reports reports;
  if (options.markdown != "-" && options.csv != "-") reports.add("-", report);
  if (options.markdown) reports.add(*options.markdown, report);
  if (options.csv) reports.add(*options.csv, csv);
  reports.put();
  int slower = 0;
  for (const Compared& each : all) slower += options.fail_if_slower ? complain_of_slower(each, share) : 0;
  return slower > 0 ? 1 : 0;
}

}  // namespace

void add_compare_command(Command& program, Action& action) {
  auto options = std::make_shared<CompareOptions>();
  Command* command = program.add_subcommand("compare", "Hold results of bench against each other, row by row");
  command->add_words("FILE", options->files, "What `heteroscope bench --json` wrote, two files or more")
      ->type_name("FILE");
  command->add_option("--fail-if-slower", options->fail_if_slower, "Exit with 1 if a row is slower than before by more")
      ->type_name("PERCENT");
  command->add_option("--markdown", options->markdown, "Also write the tables to a file")->type_name("FILE");
  command->add_option("--csv", options->csv, "Also write the rows as CSV; - for standard output only")
      ->type_name("FILE");
  command->footer(about);
  command->callback([options, &action] { action = [options] { return compare_files(*options); }; });
}

}  // namespace heteroscope
