// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_HEAT_SWEEP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_HEAT_SWEEP_INL
#undef HETEROSCOPE_HEAT_SWEEP_INL
#else
#define HETEROSCOPE_HEAT_SWEEP_INL
#endif

#include <hwy/aligned_allocator.h>
#include <hwy/cache_control.h>

#include <algorithm>
#include <new>

#include "core/base/ceil_div.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/heat/sweep/rows-inl.hpp"
#include "kernels/heat/sweep/sweep_task.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::heat::HWY_NAMESPACE {

struct Columns {
  int begin;
  int end;
};

/// The rows of one thread: it goes through them strip of columns by strip, and sweeps down each.
template <class T>
class SweepRun {
  using Tag = hn::ScalableTag<T>;

 public:
  HWY_INLINE explicit SweepRun(const SweepTask& task)
      : task_(task), sweep_(task.sweep), job_(task.job), n_(task.job.planes.front().size.width) {
    apron_ = round_up(sweep_.passes, line) + line;
    // An odd number of cache lines: rows a multiple of 4 KiB apart would compete for the same few sets of the
    // first-level cache.
    pitch_ = std::min(task.strip, round_up(n_, line)) + 2 * apron_ + 5 * line;
    room_ = room(static_cast<std::size_t>(pitch_) * kept_rows * static_cast<std::size_t>(sweep_.lines));
  }

  HWY_INLINE void run() {
    for (int x = 0; x < n_ && !job_.cancelled(); x += task_.strip) {
      left_ = x;
      right_ = std::min(x + task_.strip, n_);
      run_strip();
    }
    if (task_.streaming) hwy::FlushStream();
  }

 private:
  static constexpr int line = 64 / static_cast<int>(sizeof(T));
  static constexpr int lanes() { return static_cast<int>(hn::MaxLanes(Tag())); }
  static constexpr int round_up(int value, int to) { return ceil_div(value, to) * to; }

  /// A buffer that belongs to the thread and is kept from frame to frame.
  static T* room(std::size_t elements) {
    thread_local hwy::AlignedFreeUniquePtr<T[]> kept;
    thread_local std::size_t size = 0;
    if (size < elements) {
      size = 0;
      kept = hwy::AllocateAligned<T>(elements);
      if (kept == nullptr) throw std::bad_alloc();
      std::fill_n(kept.get(), elements, T(0));
      size = elements;
    }
    return kept.get();
  }

  HWY_INLINE void run_strip() {
    const Rows rows = task_.rows;
    // y is the row with which operations without a lag begin; the first one lies above the result by the widest margin.
    for (int y = rows.begin - sweep_.passes; y - sweep_.passes < rows.end && !job_.cancelled(); y += rows_together) {
      const ThreadSpan span(job_);
      for (const Operation& each : sweep_.operations) {
        const Rows part{std::max({y - each.lag, rows.begin - each.margin, 0}),
                        std::min({y - each.lag + rows_together, rows.end + each.margin, n_})};
        if (!part.empty()) each.kind == Operation::Kind::pass ? pass(each, part) : combine(each, part);
      }
      const Rows done{std::max(y - sweep_.passes, rows.begin), std::min(y - sweep_.passes + rows_together, rows.end)};
      span.finish_columns(done, n_, {left_, right_}, task_.thread);
    }
  }

  [[nodiscard]] HWY_INLINE bool in_plane(int level) const {
    return sweep_.levels[static_cast<std::size_t>(level)].plane >= 0;
  }

  /// The address of column x in row y of a level.
  [[nodiscard]] HWY_INLINE T* at(int level, int x, int y) const {
    const Level& l = sweep_.levels[static_cast<std::size_t>(level)];
    if (l.plane >= 0) return job_.planes[static_cast<std::size_t>(l.plane)].row<T>(y) + x;
    const std::ptrdiff_t row = l.lines * kept_rows + (y & (kept_rows - 1));
    return room_ + row * pitch_ + (x - left_ + apron_);
  }

  /// The columns to compute. In lines these are whole vectors: what lies beyond the margin is never read, or is
  /// overwritten at the edge.
  [[nodiscard]] HWY_INLINE Columns columns(const Operation& operation, bool reads_plane) const {
    if (in_plane(operation.out)) return {left_, right_};
    const int begin = std::max(left_ - operation.margin, 0) / lanes() * lanes();
    const int end = round_up(std::min(right_ + operation.margin, n_), lanes());
    return {begin, reads_plane ? std::min(end, n_) : end};
  }

  HWY_INLINE void pass(const Operation& operation, Rows rows) const {
    const bool own_base = operation.base == operation.in[0];
    const bool to_plane = in_plane(operation.out);
    const Columns c = columns(operation, in_plane(operation.in[0]) || in_plane(operation.base));
    const bool streaming = to_plane && task_.streaming;
    const bool together =
        rows.count() == rows_together && rows.begin > 0 && rows.end < n_ && (!streaming || task_.aligned);
    const auto with = [&]<int Count>(int y) {
      PassRows<T, Count> r;
      for (int i = 0; i < Count + 2; ++i) r.in[i] = at(operation.in[0], c.begin, y - 1 + i);
      for (int i = 0; i < Count; ++i) r.base[i] = at(operation.base, c.begin, y + i);
      for (int i = 0; i < Count; ++i) r.out[i] = at(operation.out, c.begin, y + i);
      r.c = static_cast<T>(operation.c);
      r.columns = c.end - c.begin;
      if (own_base) {
        streaming ? r.template run<true, true>() : r.template run<true, false>();
      } else {
        streaming ? r.template run<false, true>() : r.template run<false, false>();
      }
      for (int i = 0; i < Count; ++i) clear_sides(operation, y + i);
    };
    if (together) {
      with.template operator()<rows_together>(rows.begin);
      return;
    }
    for (int y = rows.begin; y < rows.end; ++y) {
      if (y == 0 || y == n_ - 1) {
        std::fill_n(at(operation.out, c.begin, y), c.end - c.begin, T(0));
      } else {
        with.template operator()<1>(y);
      }
    }
  }

  /// Sets the edge's nodes of a row to 0 if they are among those just computed.
  HWY_INLINE void clear_sides(const Operation& operation, int y) const {
    const int margin = in_plane(operation.out) ? 0 : operation.margin;
    if (left_ - margin <= 0) *at(operation.out, 0, y) = T(0);
    if (right_ + margin >= n_) *at(operation.out, n_ - 1, y) = T(0);
  }

  HWY_INLINE void combine(const Operation& operation, Rows rows) const {
    bool reads_plane = false;
    for (int i = 0; i < operation.terms; ++i) reads_plane = reads_plane || in_plane(operation.in[i]);
    const Columns c = columns(operation, reads_plane);
    with_terms(operation.terms, [&]<int Terms>() {
      Combination<T, Terms> t;
      for (int i = 0; i < Terms; ++i) t.a[i] = static_cast<T>(operation.a[i]);
      for (int y = rows.begin; y < rows.end; ++y) {
        for (int i = 0; i < Terms; ++i) t.in[i] = at(operation.in[i], c.begin, y);
        combine_row(t, at(operation.out, c.begin, y), c.end - c.begin);
      }
    });
  }

  const SweepTask& task_;
  const Sweep& sweep_;
  const IterateJob& job_;
  const int n_;
  int apron_ = 0;  ///< columns of margin in the lines on either side of a strip
  int pitch_ = 0;
  T* room_ = nullptr;
  int left_ = 0;
  int right_ = 0;
};

}  // namespace heteroscope::heat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
