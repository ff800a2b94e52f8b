#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/claims/judged.hpp"
#include "app/results/row_columns.hpp"
#include "core/model/suite.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// A report whose figures or conclusions are compared with. What its own pages do not say is empty.
struct SourceReport {
  std::string id;  ///< "seed 000", as it is called elsewhere
  std::string title;
  std::string authors;
  std::string kind;  ///< and where it was written
  std::string year;
};

/// A table of times that somebody has published.
struct PublishedTable {
  struct Row {
    std::string scene;       ///< the suite's
    std::vector<double> ms;  ///< by the suite's blocks
  };
  std::string id;       ///< "6.1"
  std::string machine;  ///< "Tesla K40c"
  std::string variant;
  std::vector<Row> rows;
  /// The text's own percentages: by how much each block but the first needs less time than the one before.
  std::vector<double> saved_percent;
  std::string note;  ///< what is wrong with it; empty: nothing
};

/// One figure of a table of another form, and the row of the suite beside which it stands.
struct PublishedFigure {
  std::string table;    ///< "3"
  std::string machine;  ///< "Ryzen"
  std::string scene, variant;
  double value = 0;
  std::string id{column::median_ms.id};  ///< of the row's datum
  BlockShape block{};                    ///< none: the row has no choice
  std::string memory{};                  ///< empty: whichever
};
/// The rows of the suite that the figure stands beside.
RowPattern rows_beside(const PublishedFigure& figure);

/// A text with each report's id ("seed 000") replaced by its title, in quotation marks.
std::string with_titles(std::string text);

/// What a published theory expects of a machine.
struct PublishedPeak {
  std::string machine;
  int sockets = 1, cores = 1;  ///< of each
  double ghz = 0;
  double flop_per_cycle = 0;  ///< of a core
  double gflop_per_s = 0;     ///< of all, as printed
};

/// What a report has beside a suite's rows: figures, and what was concluded of them.
struct Published {
  std::string suite;               ///< its id
  std::string title;               ///< where the figures are from, by the report's title; empty: conclusions alone
  std::vector<std::string> notes;  ///< what a reader must know of them, each a line
  std::vector<PublishedPeak> peaks;
  std::vector<PublishedTable> tables;
  std::vector<PublishedFigure> figures;
  std::vector<Claim> claims;
  const SourceReport* source = nullptr;

  /// Null for a variant that it says nothing about.
  [[nodiscard]] const PublishedTable* find(std::string_view variant, std::string_view machine) const;
  /// In the order of their first tables.
  [[nodiscard]] std::vector<std::string_view> machines() const;
};

/// A report and what it has, as a file of assets/published says.
struct PublishedReport {
  SourceReport report;
  std::vector<Published> suites;
};
/// Throws BadInput that names the file and the place in it. docs/published.schema.json says the form.
PublishedReport parse_published(const std::string& text, const std::string& name);

/// The program's own, a file each.
std::span<const PublishedReport> published_reports();
/// What was published beside a suite; null: nothing.
const Published* published_of(const Suite& suite);
/// Title, authors, kind and year in a line.
std::string line_of(const SourceReport& report);

}  // namespace heteroscope
