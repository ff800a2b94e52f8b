#include "core/trace/coverage.hpp"
#include "core/base/plural.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "core/trace/runs.hpp"

namespace heteroscope {

namespace {

/// How often each cell of a pass is computed, or shall be.
class Counts {
 public:
  explicit Counts(const TracedPass& pass) : width_(pass.space.width), counts_(pass.cells()) {}
  void add(int y, Rows columns) {
    for (int x = columns.begin; x < columns.end; ++x) ++counts_[place(x, y)];
  }
  [[nodiscard]] int at(int x, int y) const { return counts_[place(x, y)]; }

 private:
  [[nodiscard]] std::size_t place(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  int width_;
  std::vector<std::uint16_t> counts_;
};

bool lies_in(const Region& region, Size space) {
  return region.columns.begin >= 0 && region.columns.end <= space.width && region.rows.begin >= 0 &&
         region.rows.end <= space.height;
}

std::string name_of_pass(const TracedPass& pass) {
  return pass.step < 0 ? fmt::format("\"{}\" of stage {}", pass.name, pass.stage)
                       : fmt::format("\"{}\" of stage {}, step {}", pass.name, pass.stage, pass.step);
}

}  // namespace

std::string wrong_coverage(const Trace& trace) {
  if (trace.dropped > 0) return {};
  std::vector<std::vector<const TracedSpan*>> spans(trace.passes.size());
  for (const TracedSpan& each : trace.spans) spans[trace.launch_of(each).pass].push_back(&each);
  for (std::size_t i = 0; i < trace.passes.size(); ++i) {
    const TracedPass& pass = trace.passes[i];
    for (const Region& region : pass.regions) {
      if (!lies_in(region, pass.space))
        return fmt::format("trace: pass {} has a region beyond its cells", name_of_pass(pass));
    }
    Counts wanted(pass);
    Counts found(pass);
    for (const Region& region : pass.regions) {
      for (int y = region.rows.begin; y < region.rows.end; ++y) wanted.add(y, region.columns);
    }
    for (const TracedSpan* each : spans[i]) {
      for_each_run(trace, *each, [&](int y, Rows columns) { found.add(y, columns); });
    }
    for (int y = 0; y < pass.space.height; ++y) {
      const int columns = pass.domain == Domain::lower_triangle ? std::min(y + 1, pass.space.width) : pass.space.width;
      for (int x = 0; x < columns; ++x) {
        if (found.at(x, y) == wanted.at(x, y)) continue;
        return fmt::format("trace: pass {} has {} with cell ({}, {}), not {}", name_of_pass(pass),
                           plural(found.at(x, y), "span"), x, y, wanted.at(x, y));
      }
    }
  }
  return {};
}

}  // namespace heteroscope
