#include <array>
#include <cstdint>

#include "kernels/triangle/mapping/dp.hpp"
#include "kernels/triangle/recursion.hpp"
#include "kernels/triangle/rows.hpp"

namespace heteroscope::triangle {
namespace {

/// Covers the triangle as cuda_dp does, with tiles of one cell: each kernel of that becomes an OpenMP task, and
/// the rows of a kernel's grid are divided into tasks for idle threads.
template <class Row>
class Recursive {
 public:
  Recursive(const MapJob& job, const Row& row)
      : job_(job), row_(row), recursion_(recursion_of(parameters(), 1)), siblings_(parameters().siblings) {}

  void cover_all() const {
    const int side = job_.rows.end;
    cover(Dp::grid_of(side, 0, side, 0, 1, recursion_));
  }

 private:
  /// Returns when the grid and all that it launches are computed.
  void cover(const Grid& grid) const {
#pragma omp taskgroup
    {
      if (!grid.diagonal) cover_halves(grid);
      cover_own(grid);
    }
  }

  [[nodiscard]] const Parameters& parameters() const {
    return job_.parameters_as<Parameters>();
  }

  void cover_halves(const Grid& grid) const {
    const std::array halves{Dp::child_of(grid, 0, recursion_), Dp::child_of(grid, 1, recursion_)};
    if (siblings_ == Siblings::in_order) {
#pragma omp task default(none) firstprivate(halves)
      for (const Grid& half : halves) cover(half);
      return;
    }
    for (const Grid& half : halves) {
#pragma omp task default(none) firstprivate(half)
      cover(half);
    }
  }

  /// Computes the grid's rows that belong to the job.
  void cover_own(const Grid& grid) const {
    const int begin = std::max(grid.first_row, job_.rows.begin);
    const int end = std::min(grid.first_row + grid.rows, job_.rows.end);
    if (begin >= end) return;
#pragma omp taskloop default(none) firstprivate(grid, begin, end) grainsize(rows_a_task(end - begin)) nogroup
    // A taskloop's counter has 64 bits in Clang, which warns of its own narrowing where the variable has fewer.
    for (std::int64_t row = begin; row < end; ++row) {
      if (job_.cancelled()) continue;
      const int y = static_cast<int>(row);
      const ThreadSpan span(job_);
      const Rows columns{grid.first_column, std::min(grid.first_column + grid.columns, y + 1)};
      row_(y, columns);
      span.finish_columns({y, y + 1}, job_.output.size.width, columns, omp_get_thread_num());
    }
  }

  /// The number of rows a task, so that each thread gets a few tasks: the rest at the end is then short, and creating
  /// tasks costs little beside them.
  [[nodiscard]] int rows_a_task(int rows) const {
    constexpr int tasks_a_thread = 4;
    return std::max(rows / (job_.threads * tasks_a_thread), 1);
  }

  const MapJob& job_;
  const Row& row_;
  Recursion recursion_;
  Siblings siblings_;
};

void run(const MapJob& job) {
  begin_threads(job, pass_of(job, "rows"));
  with_plain_row(job, [&](auto row) {
    const Recursive recursive(job, row);
#pragma omp parallel num_threads(job.threads)
#pragma omp single
    recursive.cover_all();
  });
}

}  // namespace

extern const Variant omp_recursive;
const Variant omp_recursive{
    .processor = Processor::cpu,
    .summary = "OpenMP: the recursion of cuda_dp with tasks: a square, and tasks for the triangles beside it.",
    .knobs = cpu_knobs,
    .run = run};

}  // namespace heteroscope::triangle
