#include "core/own/launch_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace heteroscope {
namespace {

/// Calls `launch` for the parts of one launch of an iteration. `rows`: the job's, which are the launch's where its
/// arguments name none.
void launch_parts_of(OwnLaunch whole, Rows rows, int most_rows, const LaunchOwn& launch) {
  whole.rows = rows;
  if (whole.rows_at == OwnLaunch::no_rows) return launch(whole);
  std::vector<std::byte> arguments(whole.bytes);
  std::memcpy(arguments.data(), whole.arguments, whole.bytes);
  std::memcpy(&rows, arguments.data() + whole.rows_at, sizeof rows);
  whole.rows = rows;
  // rows of the state are lines of cells, or, where there is one line, its columns
  const bool is_line = whole.cells == Size{rows.count(), 1};
  if (!is_line && rows.count() != whole.cells.height) return launch(whole);
  for (const Rows part : launch_parts(rows, most_rows)) {
    std::memcpy(arguments.data() + whole.rows_at, &part, sizeof part);
    OwnLaunch each = whole;
    each.arguments = arguments.data();
    each.rows = part;
    (is_line ? each.cells.width : each.cells.height) = part.count();
    launch(each);
  }
}

}  // namespace

std::vector<Rows> launch_parts(Rows rows, int most_rows) {
  if (most_rows <= 0 || rows.count() <= most_rows) return {rows};
  std::vector<Rows> out;
  for (const int first : {0, 1}) {
    for (int begin = rows.begin + first * most_rows; begin < rows.end; begin += 2 * most_rows)
      out.push_back({begin, std::min(begin + most_rows, rows.end)});
  }
  return out;
}

void launch_in_parts(const OwnKernels& stage, const AnyJob& job, const LaunchOwn& launch) {
  const int most_rows = job->most_rows;
  if (job.as<IterateJob>() != nullptr) {
    return stage.launches(job, [&](const OwnLaunch& whole) { launch_parts_of(whole, job->rows, most_rows, launch); });
  }
  for (const Rows part : launch_parts(job->rows, most_rows)) {
    AnyJob each = job;
    each->rows = part;
    stage.launches(each, [&](OwnLaunch one) {
      one.rows = part;
      launch(one);
    });
  }
}

}  // namespace heteroscope
