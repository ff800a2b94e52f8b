#pragma once

#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/analysis/claims/beside.hpp"
#include "app/analysis/claims/judged.hpp"
#include "app/analysis/graphs/svg.hpp"
#include "app/results/parts.hpp"
#include "app/text/document.hpp"

/// A result as the window shows it: made once, on the thread that has it, and drawn many times.
namespace heteroscope {

struct BenchColumn {
  std::string title;
  std::string about;
  bool right = false;
  int spare = 0;  ///< the columns with the largest number are left out first where there is no room; 0: never
};

struct BenchCell {
  std::string text;
  double key = std::numeric_limits<double>::quiet_NaN();  ///< lines are sorted by this; NaN: by the text
};

/// A row's rank among the rows of the same problem.
enum class BenchPlace { behind, fastest, tied };

struct BenchLine {
  std::string scene;
  std::vector<BenchCell> cells;  ///< as many as columns
  Processor processor = Processor::cpu;
  BenchPlace place = BenchPlace::behind;
  bool disturbed = false;  ///< the window was in use while it was measured
  bool marked = false;     ///< other programs used so much meanwhile that no conclusion is drawn from it
};

struct BenchView {
  std::shared_ptr<const Result> result;
  Graph graph;
  std::vector<BenchColumn> columns;
  std::vector<BenchLine> lines;  ///< in the order of measuring
  Document findings;
  std::vector<Judged> claims;  ///< the suite's published conclusions, in their order
  std::string source;          ///< the publication of the conclusions
};

/// The published conclusions of a suite of which no row can be measured here.
struct PublishedView {
  std::string source;
  std::vector<std::string> notes;
  std::vector<JudgedByPublished> claims;
};
PublishedView published_view(const Suite& suite);

/// Makes the view of a result. `disturbed`: places of the rows that were measured while the window was used. Throws
/// BadInput where a row lacks a column that it must have, as a row of a file may.
BenchView view_of(std::shared_ptr<const Result> result, const std::set<std::size_t>& disturbed = {});

/// Returns the id of the view's suite, or of its workload.
std::string title_of(const BenchView& view);

/// One result as the window shows it, or one view for each suite of a collection.
struct BenchViews {
  std::string title;  ///< the collection's; empty for a single result
  std::vector<std::shared_ptr<const BenchView>> parts;
  std::vector<LeftOut> left_out;
};

/// Makes the views of results. `disturbed`: places of rows as in view_of(), counted through all parts. `known`: views
/// of the first parts, which have not changed. Throws BadInput as view_of() does.
BenchViews views_of(const Results& results, const std::set<std::size_t>& disturbed = {},
                    std::vector<std::shared_ptr<const BenchView>> known = {});
/// Returns the results that the views show.
Results results_of(const BenchViews& views);
std::size_t rows_of(const BenchViews& views);

/// The column by which lines are sorted, and the direction.
struct BenchOrder {
  int column = -1;  ///< -1: in the order of measuring
  bool descending = false;
  bool by_scene = true;  ///< lines stay within their scenes
};
/// Returns the places of the lines in that order. Lines without a value come last.
std::vector<std::size_t> sorted(const BenchView& view, const BenchOrder& order);

}  // namespace heteroscope
