#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "app/analysis/cliffs.hpp"
#include "app/analysis/reading.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/compare/report.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"
#include "app/results/fact_columns.hpp"
#include "app/results/parts.hpp"
#include "app/text/document.hpp"
#include "app/text/format.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

std::vector<std::string> cells_of(const Ladder& ladder, const Cliff& cliff) {
  const Rung& at = ladder.rungs[cliff.at];
  const Rung& beside = ladder.rungs[cliff.beside];
  return {ladder.of,
          at.name,
          format_ms(at.ms),
          beside.name,
          format_ms(beside.ms),
          fmt::format("{:.2f}", cliff.factor),
          cliff.kind == CliffKind::steep ? "steep" : "needs less, takes longer"};
}

/// Prints the cliffs of the ladders that the files make, one rung a file in the order of their names, and how many
/// rungs were judged. Returns the number of cliffs. Throws BadInput for a file that is no result.
int print_cliffs(const std::vector<std::string>& files, const CliffRule& rule) {
  std::vector<Ladder> ladders;
  for (const std::string& each : files) {
    const Results results = load_results(each);
    for (const Result& part : results.parts) add_rungs(ladders, part_name(each, results, part), part);
  }
  TextTable table({{"rows"}, {"rung"}, {"time", true}, {"beside"}, {"its time", true}, {"by", true}, {""}});
  Document document;
  int cliffs = 0;
  int rungs = 0;
  for (const Ladder& each : ladders) {
    rungs += static_cast<int>(each.rungs.size());
    for (const Cliff& cliff : cliffs_in(each.rungs, rule)) {
      table.add(cells_of(each, cliff));
      ++cliffs;
    }
    if (each.undecided.empty()) continue;
    document.emplace_back(Paragraph{fmt::format("undecided, measured too few times or beside other programs: {}: {}",
                                                each.of, fmt::join(each.undecided, ", "))});
  }
  if (cliffs > 0) document.emplace_back(std::move(table));
  document.emplace_back(Paragraph{fmt::format("{} in {} of {}", plural(cliffs, "cliff"), plural(rungs, "rung"),
                                              plural(static_cast<int>(ladders.size()), "ladder"))});
  print_out(markdown(document));
  return cliffs;
}

struct CompareOptions {
  std::vector<std::string> files;
  std::optional<std::string> fail_if_slower, cliffs, markdown, csv;
  bool rising = false;
};

constexpr const char* compare_footer = R"(
All other files are compared with the first one. Rows are the same if workload, scene, precision,
variant, size, threads (all threads of one machine match all of another), block, mapping, memory and
split are the same.

With --cliffs the files are the same variants on problems that grow or change a little from one file
to the next, in their order, with one row of each variant and precision in a file. What a problem
needs is the time that the nearer ceiling (copy, fill or multiply-adds) would take, or its
operations if it has no share of a ceiling. A row is a cliff if it needs at least as much as its
neighbor, and its time divided by its need is more than FACTOR times the neighbor's; or if it needs
less than another row, with at most as many operations, and takes more than 3 % longer. Both are
decided by the 95 % intervals.

Exit codes: 0; 1 if --cliffs finds one, or --fail-if-slower a row that is certainly slower by more
than this, judged by the ends of the 95 % intervals of both medians; 2 if a file is not a result, or
no two files have a row in common. A row during which other programs used more than 5 % of the
processors or the GPU is undecided: a line says so, and it does not change the exit code.

Examples:
  heteroscope compare yesterday.json today.json
  heteroscope compare main.json branch.json --fail-if-slower 5%
  heteroscope compare laptop.json desktop.json server.json --markdown machines.md)";

/// "5%" or "5".
double parsed_share(std::string text) {
  if (text.ends_with('%')) text.pop_back();
  constexpr double most = 1000;
  return 0.01 * parse_real("--fail-if-slower", text, 0, most);
}

/// A line on standard error for each row that is too slow; how many they are.
int complain_of_slower(const std::vector<NamedResult>& results, double share) {
  int out = 0;
  for (std::size_t i = 1; i < results.size(); ++i) {
    for (const RowPair& each : pairs_of(results.front().result, results[i].result).both) {
      if (each.change == Change::marked) {
        print_error("undecided", fmt::format("{}: {}: {}", results[i].name,
                                             row_key(results.front().result, *each.before), others_text(each)));
      }
      if (!is_slower_by(each, share)) continue;
      ++out;
      print_error("slower", fmt::format("{}: {}: {} before, {} now", results[i].name,
                                        row_key(results.front().result, *each.before),
                                        cell(*each.before, column::median_ms), cell(*each.after, column::median_ms)));
    }
  }
  return out;
}

/// Results of the same, the first file's first.
using Compared = std::vector<NamedResult>;

bool have_rows_in_common(const Result& a, const Result& b) {
  return fact(a, column::workload) == fact(b, column::workload) && !pairs_of(a, b).both.empty();
}

/// Suites that a file has and another lacks: "Only in a.json: cpu-theory, triangle".
void add_only(Document& to, const std::string& name, const Results& of, const Results& other) {
  std::vector<std::string> only;
  for (const Result& each : of.parts) {
    const std::string title = fact(each, column::title);
    const auto same = [&](const Result& part) { return fact(part, column::title) == title; };
    if (std::ranges::none_of(other.parts, same)) only.push_back(title);
  }
  if (!only.empty()) to.emplace_back(Paragraph{fmt::format("Only in {}: {}", name, fmt::join(only, ", "))});
}

/// What `compare` has to hold against each other.
struct Comparison {
  std::vector<Compared> suites;  ///< those of which the first file and another have the same rows
  Document only;                 ///< what is said of the others
};

/// Of collections' files, suite by suite. Throws BadInput where nothing is in common.
Comparison compared(const std::vector<std::string>& names) {
  std::vector<Results> files;
  files.reserve(names.size());
  for (const std::string& each : names) files.push_back(load_results(each));
  const bool several = std::ranges::any_of(files, &Results::several);
  Comparison out;
  for (const Result& first : files.front().parts) {
    Compared same{{part_name(names.front(), files.front(), first), first}};
    for (std::size_t i = 1; i < files.size(); ++i) {
      for (const Result& other : files[i].parts) {
        if (several && fact(other, column::title) != fact(first, column::title)) continue;
        const std::string name = part_name(names[i], files[i], other);
        if (have_rows_in_common(first, other)) {
          same.push_back({name, other});
          continue;
        }
        const std::string none = fmt::format("{} and {} have no row in common", same.front().name, name);
        if (!several) throw BadInput(none);
        out.only.emplace_back(Paragraph{none});
      }
    }
    if (same.size() > 1) out.suites.push_back(std::move(same));
  }
  if (out.suites.empty()) throw BadInput(fmt::format("{} and the other files have no suite in common", names.front()));
  for (std::size_t i = 1; several && i < files.size(); ++i) {
    add_only(out.only, names.front(), files.front(), files[i]);
    add_only(out.only, names[i], files[i], files.front());
  }
  return out;
}

/// Prints the cliffs of the files' ladders. Returns the exit code.
int compare_rungs(const CompareOptions& options) {
  if (options.fail_if_slower || options.markdown || options.csv)
    throw BadInput("--cliffs prints a table of its own, without --fail-if-slower, --markdown and --csv");
  constexpr double least = 1.01;
  constexpr double most = 1000;
  const CliffRule rule{parse_real("--cliffs", *options.cliffs, least, most), options.rising};
  return print_cliffs(options.files, rule) > 0 ? exit_different : exit_success;
}

int compare_files(const CompareOptions& options) {
  if (options.files.size() < 2)
    throw BadInput("compare: two or more results are needed (files of `heteroscope bench --json`)");
  if (options.rising && !options.cliffs) throw BadInput("--rising is for --cliffs");
  if (options.cliffs) return compare_rungs(options);
  const double share = options.fail_if_slower ? parsed_share(*options.fail_if_slower) : 0;
  FileUse files;
  for (const std::string& each : options.files) files.reads("compare", each);
  files.writes("--markdown", options.markdown);
  files.writes("--csv", options.csv);
  files.check();
  const Comparison all = compared(options.files);
  Document document;
  std::string csv;
  for (const Compared& each : all.suites) {
    std::ranges::move(comparison_report(each), std::back_inserter(document));
    const std::string rows = comparison_csv(each);
    csv += csv.empty() ? rows : rows.substr(rows.find('\n') + 1);  // one header for all
  }
  std::ranges::copy(all.only, std::back_inserter(document));
  const std::string report = markdown(document);
  Reports reports;
  if (options.markdown != "-" && options.csv != "-") reports.add("-", report);
  if (options.markdown) reports.add(*options.markdown, report);
  if (options.csv) reports.add(*options.csv, csv);
  reports.put();
  int slower = 0;
  for (const Compared& each : all.suites) slower += options.fail_if_slower ? complain_of_slower(each, share) : 0;
  return slower > 0 ? exit_different : exit_success;
}

}  // namespace

void add_compare_command(Command& program, Action& action) {
  auto options = std::make_shared<CompareOptions>();
  Command* command = program.add_subcommand("compare", "Compare results of bench row by row");
  command->add_words("FILE", options->files, "Files of `heteroscope bench --json`, two or more")->type_name("FILE");
  command
      ->add_option("--fail-if-slower", options->fail_if_slower,
                   "Exit with code 1 if a row is slower than before by more than this")
      ->type_name("PERCENT");
  command
      ->add_option(
          "--cliffs", options->cliffs,
          "The files are problems that grow or change a little from one to the next: show the rows that take more than "
          "FACTOR times their neighbor's time, relative to what each needs, and exit with code 1 if there is one")
      ->type_name("FACTOR");
  command->add_flag(
      "--rising", options->rising,
      "With --cliffs: each file's problem is larger than the ones before, even where its computed need is equal");
  command->add_option("--markdown", options->markdown, "Also write the tables to a file")->type_name("FILE");
  command->add_option("--csv", options->csv, "Also write the rows as CSV; -: only to standard output")
      ->type_name("FILE");
  command->footer(compare_footer);
  command->callback([options, &action] { action = [options] { return compare_files(*options); }; });
}

}  // namespace heteroscope
