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
  int spare = 0;  ///< where there is no room for all, those with the largest go first; 0: it stays
};

struct BenchCell {
  std::string text;
  double key = std::numeric_limits<double>::quiet_NaN();  ///< by which lines are sorted; none: by the text
};

/// How a row stands among those of the same problem.
enum class BenchPlace { behind, fastest, tied };

struct BenchLine {
  std::string scene;
  std::vector<BenchCell> cells;  ///< as many as columns
  Processor processor = Processor::cpu;
  BenchPlace place = BenchPlace::behind;
  bool disturbed = false;  ///< the window was in use while it was measured
  bool marked = false;     ///< other programs took so much meanwhile that nothing is concluded from it
};

struct BenchView {
  std::shared_ptr<const Result> result;
  Graph graph;
  std::vector<BenchColumn> columns;
  std::vector<BenchLine> lines;  ///< as they were measured
  Document findings;
  std::vector<Judged> claims;  ///< of the suite, in its order
  std::string source;          ///< whose these are
};

/// What was published of a suite of which nothing can be measured here.
struct PublishedView {
  std::string source;
  std::vector<std::string> notes;
  std::vector<JudgedByPublished> claims;
};
PublishedView published_view(const Suite& suite);

/// `disturbed`: rows, by their places. Throws BadInput where the result lacks what rows must have: a file may.
BenchView view_of(std::shared_ptr<const Result> result, const std::set<std::size_t>& disturbed = {});

/// Its suite's id, or the workload's.
std::string title_of(const BenchView& view);

/// A result as the window shows it, or those of a collection's suites, a view each.
struct BenchViews {
  std::string title;  ///< of the collection; empty: it is one result
  std::vector<std::shared_ptr<const BenchView>> parts;
  std::vector<LeftOut> left_out;
};

/// `disturbed`: rows, counted through all parts. `known`: views of the first parts, which have not changed. Throws
/// BadInput as view_of() does.
BenchViews views_of(const Results& results, const std::set<std::size_t>& disturbed = {},
                    std::vector<std::shared_ptr<const BenchView>> known = {});
/// What they are of.
Results results_of(const BenchViews& views);
std::size_t rows_of(const BenchViews& views);

/// How lines are sorted.
struct BenchOrder {
  int column = -1;  ///< none: as they were measured
  bool descending = false;
  bool by_scene = true;  ///< within their scenes
};
/// Places of lines, in that order. What has no value comes last.
std::vector<std::size_t> sorted(const BenchView& view, const BenchOrder& order);

}  // namespace heteroscope
